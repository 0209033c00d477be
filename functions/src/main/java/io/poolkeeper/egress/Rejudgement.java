package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A removal judged again right before its write, on what the writes so far really left: one whose
 * addition was not confirmed comes out unsafe.
 */
final class Rejudgement {
  private final PlanInput input;
  private final Plan plan;
  private final Judge judge;
  private final HoldMemory memory;
  private final Map<String, Set<Address>> planned;
  private final Map<String, Set<Address>> confirmed;

  Rejudgement(PlanInput input, Plan plan, LoadBalancer confirmed, Inventory inventory) {
    this(input, plan, confirmed, inventory, Unsettled.NOTHING);
  }

  Rejudgement(
      PlanInput input,
      Plan plan,
      LoadBalancer confirmed,
      Inventory inventory,
      Unsettled unsettled) {
    this.input = input;
    this.plan = plan;
    this.judge = new Judge(input, inventory, unsettled);
    this.memory = new HoldMemory(input.ledger(), judge.machines());
    this.planned = members(input.actual());
    this.confirmed = members(confirmed);
  }

  SortedSet<Address> unsafe(PoolWrite write) {
    return new TreeSet<>(weakened(write, write.removals()).keySet());
  }

  /**
   * @param asked of the write's removals
   * @return those that would leave a machine weaker, and why
   */
  SortedMap<Address, Weakened> weakened(PoolWrite write, SortedSet<Address> asked) {
    Map<Address, Set<String>> changes = new TreeMap<>();
    for (Address address : asked) {
      changes.put(address, changedPools(address, write));
    }
    SortedMap<Address, Weakened> weakened = new TreeMap<>();
    judge
        .profiles(changes)
        .forEach(
            (address, profile) ->
                weakened(profile, write).ifPresent(found -> weakened.put(address, found)));
    return weakened;
  }

  /** Where the plan changes the address, and where it was changed otherwise since. */
  private Set<String> changedPools(Address address, PoolWrite write) {
    Set<String> changed = new TreeSet<>();
    changed.add(OwnedPools.key(write.pool()));
    for (PoolWrite other : plan.writes()) {
      if (other.additions().containsKey(address) || other.removals().contains(address)) {
        changed.add(OwnedPools.key(other.pool()));
      }
    }
    planned.forEach(
        (key, addresses) -> {
          boolean now = confirmed.getOrDefault(key, Set.of()).contains(address);
          if (now != addresses.contains(address)) {
            changed.add(key);
          }
        });
    return changed;
  }

  private Optional<Weakened> weakened(Profile profile, PoolWrite write) {
    Optional<ArmId> machine = judge.machines().at(profile.address()).flatMap(Machines.Machine::id);
    if (profile.settled().isPresent()) {
      return owed(profile, write, new BitSet(), new BitSet(), machine);
    }
    if (profile.tooManyAnswers()) {
      return Optional.of(Weakened.tooManyDoubts(machine));
    }
    BitSet before = profile.before();
    BitSet wanted = profile.before();
    plan.writes().forEach(planned -> apply(profile, planned, wanted));
    BitSet next = new BitSet();
    for (int i = 0; i < profile.pools().size(); i++) {
      next.set(i, isMember(profile, profile.pools().get(i)));
    }
    apply(profile, write, next);
    Strength[][] floor = floor(profile, before, wanted);
    int pool = profile.indexOf(OwnedPools.key(write.pool()));
    return profile.isSafe(next, floor)
        ? owed(profile, write, before, next, machine)
        : Optional.of(
            Weakened.of(
                profile, pool, next, floor, machine, release(profile, write, before, next)));
  }

  /** What the ledger holds is released by the same rule as in the plan. */
  private Optional<Weakened> owed(
      Profile profile, PoolWrite write, BitSet before, BitSet next, Optional<ArmId> machine) {
    Optional<Ledger.Hold> hold = memory.ofEgress(OwnedPools.key(write.pool()), profile.address());
    return release(profile, write, before, next)
        .filter(release -> !release.released())
        .map(release -> Weakened.stillHeld(profile, next, hold.orElseThrow(), release, machine));
  }

  /** Empty: the ledger does not hold it. */
  private Optional<HoldRelease> release(
      Profile profile, PoolWrite write, BitSet before, BitSet next) {
    return memory
        .ofEgress(OwnedPools.key(write.pool()), profile.address())
        .map(hold -> HoldRelease.of(hold, profile, before, next, input.now()));
  }

  /**
   * As strong as before the plan; where its additions alone weaken it, as strong as after them, or
   * after the whole plan if that is better. What the removals make of it is no measure of them.
   */
  private static Strength[][] floor(Profile profile, BitSet before, BitSet wanted) {
    BitSet added = (BitSet) before.clone();
    added.or(wanted);
    Strength[][] floor = new Strength[profile.answers()][profile.protocols().size()];
    for (int answer = 0; answer < floor.length; answer++) {
      for (int p = 0; p < floor[answer].length; p++) {
        Strength start = profile.strength(before, answer, p);
        Strength end =
            profile.strength(added, answer, p).orBetter(profile.strength(wanted, answer, p));
        floor[answer][p] = end.weakerThan(start) ? end : start;
      }
    }
    return floor;
  }

  /** By NIC only, nothing of it was written by us; taking an entry out ends both memberships. */
  private boolean isMember(Profile profile, Profile.OwnPool pool) {
    boolean entryNow = confirmed.getOrDefault(pool.key(), Set.of()).contains(profile.address());
    boolean entryBefore = planned.getOrDefault(pool.key(), Set.of()).contains(profile.address());
    return entryNow || (pool.before() && !entryBefore);
  }

  private static void apply(Profile profile, PoolWrite write, BitSet state) {
    int i = profile.indexOf(OwnedPools.key(write.pool()));
    if (i >= 0 && write.additions().containsKey(profile.address())) {
      state.set(i);
    }
    if (i >= 0 && write.removals().contains(profile.address())) {
      state.clear(i);
    }
  }

  /** Entries of our machines' network, by lower-case pool name. */
  private Map<String, Set<Address>> members(LoadBalancer loadBalancer) {
    Map<String, Set<Address>> members = new HashMap<>();
    for (Pool pool : loadBalancer.pools()) {
      Set<Address> of = new HashSet<>();
      for (Pool.Entry entry : pool.entries()) {
        if (Memberships.isOurs(input.mapping(), pool, entry)) {
          entry.address().ifPresent(of::add);
        }
      }
      members.put(OwnedPools.key(pool.name()), of);
    }
    return members;
  }
}
