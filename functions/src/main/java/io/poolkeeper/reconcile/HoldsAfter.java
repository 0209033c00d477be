package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The holds that a run leaves in the ledger. A hold that remembers a way out ends when its removal
 * is confirmed, is not wanted any more, or its member is gone for good; a removal that was allowed
 * and did not come about keeps it. Pure.
 */
final class HoldsAfter {
  private HoldsAfter() {}

  private record Member(String pool, Address address) {}

  static List<Ledger.Hold> of(Ledger before, RunFacts facts, Plan plan, Instant now) {
    Map<Member, Ledger.Hold> known = byMember(before.holds());
    Map<Member, Ledger.Hold> holds = new LinkedHashMap<>();
    for (Plan.PoolPlan pool : plan.pools()) {
      for (Plan.Held held : facts.held(pool)) {
        Member member = member(pool.pool(), held.address());
        Optional<Ledger.Hold> last =
            Optional.ofNullable(known.get(member))
                .or(() -> before.unlisted().map(some -> some.hold(pool.pool(), held.address())));
        holds.put(member, hold(last, pool.pool(), held, now));
      }
      known.forEach(
          (member, hold) -> {
            if (member.pool().equals(OwnedPools.key(pool.pool()))
                && hold.remembersEgress()
                && staysOpen(hold.address(), pool, facts)) {
              holds.putIfAbsent(member, hold);
            }
          });
    }
    return List.copyOf(holds.values());
  }

  private static Map<Member, Ledger.Hold> byMember(List<Ledger.Hold> holds) {
    Map<Member, Ledger.Hold> known = new LinkedHashMap<>();
    holds.forEach(hold -> known.putIfAbsent(member(hold.pool(), hold.address()), hold));
    return known;
  }

  private static Member member(String pool, Address address) {
    return new Member(OwnedPools.key(pool), address);
  }

  /** Held and new since this run began: each is looked at once more, see {@link HoldWakeUps}. */
  static boolean anyNew(Ledger before, List<Ledger.Hold> after) {
    Map<Member, Ledger.Hold> known = byMember(before.holds());
    return after.stream()
        .anyMatch(
            hold ->
                Optional.ofNullable(known.get(member(hold.pool(), hold.address())))
                    .map(Ledger.Hold::since)
                    .or(() -> before.unlisted().map(Ledger.Unlisted::since))
                    .filter(hold.since()::equals)
                    .isEmpty());
  }

  /**
   * Whether there are still holds that no list shows. None is where every removal was made or is
   * among the run's own holds, in every pool that is there.
   *
   * @param allDone whether all that was allowed is confirmed
   */
  static Optional<Ledger.Unlisted> unlisted(Ledger before, Plan plan, boolean allDone) {
    boolean looked =
        plan.pools().stream()
            .allMatch(pool -> pool.skip().filter(s -> s != PoolSkip.POOL_NOT_FOUND).isEmpty());
    return allDone && looked ? Optional.empty() : before.unlisted();
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
  private static Ledger.Hold hold(
      Optional<Ledger.Hold> known, String pool, Plan.Held held, Instant now) {
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
}
