package io.poolkeeper.state;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes a ledger that is too long shorter, step by step, until only its small fields are left.
 * Holds that remember a strength go last but for removals that are still open, and what they
 * remember together stays: a removal that was held must not be judged as a new one. Everything else
 * is found anew by the next run.
 */
final class LedgerDiet {
  private static final int KEPT_HISTORY = 5;

  private LedgerDiet() {}

  /**
   * @param length of the ledger as it is, in bytes
   */
  static Ledger shorter(Ledger ledger, int step, int length) {
    return switch (step) {
      case 0 -> with(ledger, ledger.holds(), ledger.rejected(), newest(ledger));
      case 1 ->
          with(
              ledger,
              ledger.holds().stream().filter(Ledger.Hold::remembersEgress).toList(),
              ledger.rejected(),
              newest(ledger));
      case 2 -> with(ledger, ledger.holds(), List.of(), List.of());
      default -> withFewerHolds(ledger, length);
    };
  }

  private static List<Ledger.HistoryEntry> newest(Ledger ledger) {
    List<Ledger.HistoryEntry> history = ledger.history();
    return history.subList(Math.max(0, history.size() - KEPT_HISTORY), history.size());
  }

  private static Ledger withFewerHolds(Ledger ledger, int length) {
    List<Ledger.Hold> holds = ledger.holds();
    if (holds.isEmpty()) {
      return withFewerRemovals(ledger);
    }
    long share = (long) holds.size() * LedgerCodec.MAX_BYTES / length;
    int kept = (int) Math.min(holds.size() - 1L, share);
    return ledger.toBuilder()
        .holds(holds.subList(0, kept))
        .unlisted(Optional.of(together(ledger, holds.subList(kept, holds.size()))))
        .build();
  }

  private static Ledger withFewerRemovals(Ledger ledger) {
    if (!ledger.restores().isEmpty()) {
      return ledger.toBuilder().restores(List.of()).build();
    }
    List<Ledger.Hold> removing = ledger.removing();
    if (removing.isEmpty()) {
      throw new IllegalArgumentException("a ledger whose single fields exceed the limit");
    }
    return ledger.toBuilder().removing(removing.subList(0, removing.size() / 2)).build();
  }

  private static Ledger.Unlisted together(Ledger ledger, List<Ledger.Hold> more) {
    Map<Protocol, Strength> strength = new EnumMap<>(Protocol.class);
    Instant since = ledger.unlisted().map(Ledger.Unlisted::since).orElse(more.get(0).since());
    ledger.unlisted().ifPresent(before -> strength.putAll(before.strength()));
    for (Ledger.Hold hold : more) {
      hold.strength().forEach((protocol, one) -> strength.merge(protocol, one, Strength::orBetter));
      since = hold.since().isBefore(since) ? hold.since() : since;
    }
    return new Ledger.Unlisted(strength, since);
  }

  private static Ledger with(
      Ledger ledger,
      List<Ledger.Hold> holds,
      List<Ledger.Rejected> rejected,
      List<Ledger.HistoryEntry> history) {
    return ledger.toBuilder()
        .holds(holds)
        .rejected(rejected)
        .history(history)
        .warnings(history.isEmpty() ? List.of() : ledger.warnings())
        .build();
  }
}
