package io.poolkeeper.state;

import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import java.util.List;

/**
 * Makes a ledger that is too long shorter, step by step, until only its small fields are left.
 * Holds that remember a way out, and removals that are still open, go last: everything else is
 * found anew by the next run.
 */
final class LedgerDiet {
  private static final int KEPT_HISTORY = 5;

  private LedgerDiet() {}

  static Ledger shorter(Ledger ledger, int step) {
    return switch (step) {
      case 0 -> with(ledger, ledger.holds(), ledger.rejected(), newest(ledger));
      case 1 ->
          with(
              ledger,
              ledger.holds().stream().filter(LedgerDiet::carriesMemory).toList(),
              ledger.rejected(),
              newest(ledger));
      case 2 -> with(ledger, ledger.holds(), List.of(), List.of());
      default -> halved(ledger);
    };
  }

  private static boolean carriesMemory(Ledger.Hold hold) {
    return hold.reason() == HoldReason.WOULD_STRAND_EGRESS
        || hold.reason() == HoldReason.EGRESS_UNKNOWN;
  }

  private static List<Ledger.HistoryEntry> newest(Ledger ledger) {
    List<Ledger.HistoryEntry> history = ledger.history();
    return history.subList(Math.max(0, history.size() - KEPT_HISTORY), history.size());
  }

  private static Ledger halved(Ledger ledger) {
    boolean empty = !ledger.remembersRemovals() && ledger.rejected().isEmpty();
    if (empty && ledger.history().isEmpty() && ledger.restores().isEmpty()) {
      throw new IllegalArgumentException("a ledger whose single fields exceed the limit");
    }
    return with(
            ledger,
            ledger.holds().subList(0, ledger.holds().size() / 2),
            ledger.rejected().subList(0, ledger.rejected().size() / 2),
            empty ? List.of() : ledger.history())
        .toBuilder()
        .restores(empty ? List.of() : ledger.restores())
        .removing(ledger.removing().subList(0, ledger.removing().size() / 2))
        .build();
  }

  private static Ledger with(
      Ledger ledger,
      List<Ledger.Hold> holds,
      List<Ledger.Rejected> rejected,
      List<Ledger.HistoryEntry> history) {
    return new Ledger(
        ledger.loadBalancer(),
        ledger.cluster(),
        ledger.startedAt(),
        ledger.finishedAt(),
        ledger.coveredThrough(),
        ledger.outcome(),
        ledger.notBefore(),
        ledger.divergedSince(),
        ledger.modeSince(),
        ledger.mapping(),
        List.copyOf(holds),
        ledger.brake(),
        List.copyOf(rejected),
        ledger.restores(),
        ledger.askAgain(),
        List.copyOf(history),
        history.isEmpty() ? List.of() : ledger.warnings(),
        ledger.pausedSince(),
        ledger.removing());
  }
}
