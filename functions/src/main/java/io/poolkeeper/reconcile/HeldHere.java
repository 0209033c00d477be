package io.poolkeeper.reconcile;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Pool;
import java.util.List;
import java.util.Optional;

/** What a plan may know of the ledger's holds. Pure. */
final class HeldHere {
  private HeldHere() {}

  /**
   * What was first held while only observing was never held back by us: taken out by somebody, it
   * is forgotten. A hold from before stays, so that the machine comes back when writing is allowed
   * again.
   */
  static Ledger forPlan(Ledger ledger, LoadBalancer actual, Mode mode) {
    if (mode == Mode.APPLY || ledger.holds().isEmpty()) {
      return ledger;
    }
    List<Ledger.Hold> known =
        ledger.holds().stream()
            .filter(hold -> isFromBefore(hold, ledger) || isThere(hold, actual))
            .toList();
    return ledger.toBuilder().holds(known).build();
  }

  private static boolean isFromBefore(Ledger.Hold hold, Ledger ledger) {
    return ledger
        .modeSince()
        .filter(since -> since.mode() == Mode.OBSERVE)
        .map(since -> hold.since().isBefore(since.at()))
        .orElse(true);
  }

  private static boolean isThere(Ledger.Hold hold, LoadBalancer actual) {
    Optional<Pool> pool = actual.pool(hold.pool());
    return pool.stream()
        .flatMap(p -> p.entries().stream())
        .anyMatch(entry -> entry.address().filter(hold.address()::equals).isPresent());
  }
}
