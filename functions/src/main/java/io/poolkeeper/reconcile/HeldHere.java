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
   * While observing nobody's removal is ours to undo: a held member that somebody took out is
   * forgotten.
   */
  static Ledger forPlan(Ledger ledger, LoadBalancer actual, Mode mode) {
    if (mode == Mode.APPLY || ledger.holds().isEmpty()) {
      return ledger;
    }
    List<Ledger.Hold> there =
        ledger.holds().stream().filter(hold -> isThere(hold, actual)).toList();
    return ledger.toBuilder().holds(there).build();
  }

  private static boolean isThere(Ledger.Hold hold, LoadBalancer actual) {
    Optional<Pool> pool = actual.pool(hold.pool());
    return pool.stream()
        .flatMap(p -> p.entries().stream())
        .anyMatch(entry -> entry.address().filter(hold.address()::equals).isPresent());
  }
}
