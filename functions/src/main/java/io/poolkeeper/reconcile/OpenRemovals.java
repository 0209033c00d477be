package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.Claims;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The removals that this run or an earlier one was about to make and that no look after them has
 * confirmed yet. Each is in the ledger before its PUT is sent, so that a run that comes no further
 * leaves it to the next one, whose plan judges it as if it were still to be made.
 */
final class OpenRemovals {
  private record Member(String pool, Address address) {
    static Member of(String pool, Address address) {
      return new Member(OwnedPools.key(pool), address);
    }

    static Member of(Ledger.Hold hold) {
      return of(hold.pool(), hold.address());
    }
  }

  private static final Comparator<Member> ORDER =
      Comparator.comparing(Member::pool).thenComparing(Member::address);

  private final SortedMap<Member, Ledger.Hold> open = new TreeMap<>(ORDER);
  private final Map<Member, Ledger.Hold> earlier = new HashMap<>();

  /** What earlier runs left open. */
  void read(Ledger ledger) {
    open.clear();
    earlier.clear();
    ledger.removing().forEach(left -> open.put(Member.of(left), left));
    earlier.putAll(open);
  }

  List<Ledger.Hold> all() {
    return List.copyOf(open.values());
  }

  /** The ledger with those that are open at this moment. */
  Ledger forPlan(Ledger ledger) {
    return ledger.removing().isEmpty() && open.isEmpty()
        ? ledger
        : ledger.toBuilder().removing(all()).build();
  }

  /**
   * A plan was made on fresh state: what it does not want back is forgotten. What is still a member
   * may be leaving in a PUT that is in flight.
   */
  void judged(Plan plan, Instant now) {
    open.values().removeIf(left -> isClosed(left, plan, now));
  }

  private static boolean isClosed(Ledger.Hold left, Plan plan, Instant now) {
    Optional<Plan.PoolPlan> pool = plan.pool(left.pool());
    if (pool.isEmpty() || pool.get().skip().isPresent()) {
      return pool.flatMap(Plan.PoolPlan::skip)
          .map(skip -> skip == PoolSkip.POOL_NOT_FOUND)
          .orElse(true);
    }
    Address address = left.address();
    boolean held = pool.get().held().stream().anyMatch(h -> h.address().equals(address));
    if (!pool.get().before().contains(address)) {
      return !held;
    }
    boolean wanted = !held && !pool.get().removed().contains(address);
    return wanted || !now.isBefore(left.since().plus(Claims.LIFE));
  }

  /**
   * A plan is about to be written.
   *
   * @param machines behind the addresses that its writes remove; without one nothing can be cut off
   */
  void about(Plan plan, Map<Address, Optional<ArmId>> machines, Instant now) {
    for (PoolWrite write : plan.writes()) {
      for (Address address : write.removals()) {
        if (machines.containsKey(address)) {
          open.put(
              Member.of(write.pool(), address),
              new Ledger.Hold(
                  write.pool(),
                  address,
                  machines.get(address),
                  Map.of(),
                  HoldReason.WOULD_STRAND_EGRESS,
                  now,
                  now,
                  Optional.empty()));
        }
      }
    }
  }

  /** Whether the ledger as it is stored knows all of them. */
  boolean isKnownTo(Ledger stored) {
    Set<Member> known = stored.removing().stream().map(Member::of).collect(Collectors.toSet());
    return known.containsAll(open.keySet());
  }

  /**
   * The writes of a plan have ended: what was not sent cannot land.
   *
   * @param sent writes that may have been made
   */
  void ended(Plan plan, Collection<PoolWrite> sent) {
    Set<Member> notSent = members(plan.writes());
    notSent.removeAll(members(sent));
    notSent.forEach(member -> open.computeIfPresent(member, (key, now) -> earlier.get(key)));
  }

  private static Set<Member> members(Collection<PoolWrite> writes) {
    Set<Member> members = new HashSet<>();
    for (PoolWrite write : writes) {
      write.removals().forEach(address -> members.add(Member.of(write.pool(), address)));
    }
    return members;
  }

  /** Gone, and looked after: its machine has its way out. */
  void confirmed(String pool, Address address) {
    open.remove(Member.of(pool, address));
  }

  /** Members again. */
  void putBack(PoolWrite write) {
    write.additions().keySet().forEach(address -> confirmed(write.pool(), address));
  }

  /** Those that stay open after a run: what it holds now is remembered as a hold. */
  List<Ledger.Hold> after(List<Ledger.Hold> holds) {
    SortedMap<Member, Ledger.Hold> left = new TreeMap<>(open);
    holds.stream().filter(Ledger.Hold::remembersEgress).map(Member::of).forEach(left::remove);
    return List.copyOf(left.values());
  }
}
