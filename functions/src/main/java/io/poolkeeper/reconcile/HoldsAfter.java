package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The holds that a run leaves in the ledger. A hold that remembers a way out ends when its removal
 * is confirmed, is not wanted any more, or its member is gone for good; a removal that was allowed
 * and did not come about keeps it. Pure.
 */
final class HoldsAfter {
  private HoldsAfter() {}

  static List<Ledger.Hold> of(Ledger before, RunFacts facts, Plan plan, Instant now) {
    List<Ledger.Hold> holds = new ArrayList<>();
    for (Plan.PoolPlan pool : plan.pools()) {
      for (Plan.Held held : facts.held(pool)) {
        holds.add(hold(before, pool.pool(), held, now));
      }
      for (Ledger.Hold known : before.holds()) {
        if (known.pool().equalsIgnoreCase(pool.pool())
            && known.remembersEgress()
            && staysOpen(known.address(), pool, facts)
            && holds.stream().noneMatch(h -> isSame(h, known.pool(), known.address()))) {
          holds.add(known);
        }
      }
    }
    return holds;
  }

  /** Held and new since this run began: each is looked at once more, see {@link HoldWakeUps}. */
  static boolean anyNew(Ledger before, List<Ledger.Hold> after) {
    return after.stream()
        .anyMatch(
            hold ->
                before.holds().stream()
                    .noneMatch(
                        known ->
                            isSame(known, hold.pool(), hold.address())
                                && known.since().equals(hold.since())));
  }

  /** The longest that any of them has lasted. */
  static Duration oldest(List<Ledger.Hold> holds, Instant now) {
    return holds.stream()
        .map(hold -> Duration.between(hold.since(), now))
        .filter(age -> !age.isNegative())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  static int olderThan(Duration age, List<Ledger.Hold> holds, Instant now) {
    return (int) holds.stream().filter(hold -> hold.since().plus(age).isBefore(now)).count();
  }

  private static boolean staysOpen(Address address, Plan.PoolPlan pool, RunFacts facts) {
    if (pool.skip().isPresent()) {
      return pool.skip().get() != PoolSkip.POOL_NOT_FOUND && pool.before().contains(address);
    }
    RunFacts.Changed changed = facts.changed.get(pool.pool());
    Set<Address> removed = changed == null ? Set.of() : changed.removed();
    return pool.removed().contains(address) && !removed.contains(address);
  }

  /** A removal that waits was not judged again: what is remembered of it stays. */
  private static Ledger.Hold hold(Ledger before, String pool, Plan.Held held, Instant now) {
    Optional<Ledger.Hold> known =
        before.holds().stream().filter(h -> isSame(h, pool, held.address())).findFirst();
    boolean waits = held.strength().isEmpty() && held.machine().isEmpty();
    Optional<Ledger.Hold> carried = known.filter(k -> waits);
    Optional<Instant> sameReason =
        carried.filter(k -> k.reason() == held.reason()).map(Ledger.Hold::since);
    return new Ledger.Hold(
        pool,
        held.address(),
        held.machine().or(() -> carried.flatMap(Ledger.Hold::machine)),
        carried.map(Ledger.Hold::strength).orElse(held.strength()),
        held.reason(),
        held.since().or(() -> sameReason).orElse(now),
        now,
        held.noneSince().or(() -> carried.flatMap(Ledger.Hold::noneSince)),
        carried.map(Ledger.Hold::inDoubt).orElse(held.inDoubt()));
  }

  private static boolean isSame(Ledger.Hold hold, String pool, Address address) {
    return hold.pool().equalsIgnoreCase(pool) && hold.address().equals(address);
  }
}
