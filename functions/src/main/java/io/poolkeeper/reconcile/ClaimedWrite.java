package io.poolkeeper.reconcile;

import io.poolkeeper.egress.Leaning;
import io.poolkeeper.egress.PoolRef;
import io.poolkeeper.egress.Weakened;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.Claims;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The removals of one write that lean on other load balancers: those that lean on what nobody here
 * writes are read again, the others are claimed, and what then is not safe any more is left out.
 */
final class ClaimedWrite {
  private static final int TRIES = 6;
  private static final Duration ROOM = Duration.ofSeconds(5);

  private final ClaimStep step;
  private final Planned planned;
  private final LoadBalancer confirmed;
  private final PoolWrite write;
  private final Leaning leaning;
  private final ArmId network;
  private final SortedSet<Address> left = new TreeSet<>();

  ClaimedWrite(
      ClaimStep step, Planned planned, LoadBalancer confirmed, PoolWrite write, Leaning leaning) {
    this.step = step;
    this.planned = planned;
    this.confirmed = confirmed;
    this.write = write;
    this.leaning = leaning;
    this.network = planned.input().mapping().virtualNetwork();
  }

  ClaimStep.Result lean(SortedSet<Address> outside) {
    Writable writable = Writable.now(step.ports, planned.input().mapping());
    boolean assume = planned.input().settings().assumeDefaultOutbound();
    SortedSet<ArmId> mayJoin =
        assume ? writable.loadBalancers(network, planned.actual().id()) : new TreeSet<>();
    Predicate<Address> anyMayJoin = address -> !mayJoin.isEmpty();
    Predicate<PoolRef> neverWritten = pool -> !writable.test(pool);
    SortedSet<Address> contested =
        keys(leaning.weakened(outside, neverWritten, anyMayJoin, List.of()));
    SortedSet<Address> uncontested = new TreeSet<>(outside);
    uncontested.removeAll(contested);
    Optional<Verdict> stop = Optional.empty();
    if (!uncontested.isEmpty()) {
      stop = look(uncontested, neverWritten, anyMayJoin, contested);
    }
    if (stop.isEmpty() && !contested.isEmpty()) {
      stop = claim(contested, mayJoin, writable);
    }
    return new ClaimStep.Result(PoolWrites.withoutRemovals(write, left), stop);
  }

  /**
   * Nobody here takes away what these lean on: reading it again is enough. What has lost it may
   * still lean on something else.
   */
  private Optional<Verdict> look(
      SortedSet<Address> asked,
      Predicate<PoolRef> neverWritten,
      Predicate<Address> mayJoin,
      SortedSet<Address> contested) {
    SortedSet<ArmId> on = loadBalancers(leaning.leans(asked, neverWritten, mayJoin, List.of()));
    FreshReads.Fresh fresh = step.reads.read(planned.inventory(), on);
    contested.addAll(
        leaning
            .in(fresh.inventory())
            .weakened(
                asked,
                pool -> neverWritten.test(pool) && fresh.read().contains(pool.loadBalancer()),
                mayJoin,
                List.of())
            .keySet());
    step.leanedOn.addAll(on);
    return fresh.throttled();
  }

  private Optional<Verdict> claim(
      SortedSet<Address> asked, SortedSet<ArmId> mayJoin, Writable writable) {
    String problem = "";
    for (int i = 0; i < TRIES; i++) {
      step.pauseBefore(i);
      if (i > 0 && !step.gate.beat()) {
        return Optional.of(step.gate.abandoned());
      }
      Optional<Claims.Lease> acquired =
          step.ports.claims().acquire(network, step.ports.ids().next()).lease();
      if (acquired.isEmpty()) {
        problem = "the lease on the claims of network " + network.name() + " stayed busy";
        continue;
      }
      Claims.Lease lease = acquired.get();
      Attempt attempt;
      try {
        attempt = underLease(lease, asked, new Looked(mayJoin, writable));
      } finally {
        lease.release();
      }
      if (!attempt.again()) {
        return attempt.stop();
      }
      problem = attempt.problem();
    }
    return delay(asked, problem);
  }

  /**
   * @param again the lease did not last
   */
  private record Attempt(boolean again, String problem, Optional<Verdict> stop) {
    static Attempt done(Optional<Verdict> stop) {
      return new Attempt(false, "", stop);
    }
  }

  private Attempt underLease(Claims.Lease lease, SortedSet<Address> asked, Looked looked) {
    Claims.Read read = lease.read();
    if (read.condition() == Claims.Condition.UNREADABLE) {
      String problem = "the claims could not be read: " + read.problem().orElse("");
      return Attempt.done(delay(asked, problem));
    }
    List<Claim> others = step.own.ofOthers(read.claims());
    Optional<Verdict> stop = looked.judge(asked, others);
    if (stop.isPresent()) {
      return Attempt.done(stop);
    }
    SortedSet<Address> free = new TreeSet<>(asked);
    free.removeAll(looked.weak.keySet());
    if (!free.isEmpty()) {
      if (!lease.deadline().leaves(ROOM)) {
        return new Attempt(true, "reading what it leans on took too long", Optional.empty());
      }
      switch (lease.write(step.own.with(read.claims(), write.pool(), free, lease.serverDate()))) {
        case OK -> step.own.written(network, write.pool(), free);
        case LOST -> {
          return new Attempt(true, "the lease on the claims did not last", Optional.empty());
        }
        case FULL -> {
          hold(looked);
          return Attempt.done(delay(free, "there are too many claims at once"));
        }
      }
    }
    step.leanedOn.addAll(looked.fresh.read());
    hold(looked);
    return Attempt.done(Optional.empty());
  }

  /** Held for the reason that is true without the claims; if there is none, it only waits. */
  private void hold(Looked looked) {
    SortedMap<Address, Weakened> anyway = looked.withoutClaims();
    looked.weak.forEach(
        (address, weakened) -> {
          step.facts.delayed |= !anyway.containsKey(address);
          hold(address, anyway.getOrDefault(address, weakened));
        });
  }

  private Optional<Verdict> delay(Collection<Address> addresses, String problem) {
    step.facts.delayed = true;
    for (Address address : addresses) {
      hold(
          address,
          new Weakened(
              HoldReason.WAITS_FOR_ADDITION,
              Optional.empty(),
              Map.of(),
              problem,
              Ledger.InDoubt.NOTHING));
    }
    return Optional.empty();
  }

  private void hold(Address address, Weakened why) {
    left.add(address);
    List<Plan.Held> held = step.facts.waits.computeIfAbsent(write.pool(), p -> new ArrayList<>());
    held.removeIf(known -> known.address().equals(address));
    String node = PoolWrites.nameOf(confirmed, write.pool(), address);
    held.add(
        new Plan.Held(
            address,
            node,
            why.reason(),
            why.machine(),
            why.lost(),
            why.evidence(),
            Optional.empty(),
            Optional.empty(),
            why.inDoubt()));
  }

  /** What was read under the lease, and what it means. */
  private final class Looked {
    private final SortedSet<ArmId> mayJoin;
    private final Writable writable;
    private FreshReads.Fresh fresh =
        new FreshReads.Fresh(planned.inventory(), new TreeSet<>(), Optional.empty());
    private SortedMap<Address, Weakened> weak = new TreeMap<>();

    /**
     * @param mayJoin load balancers on which somebody here may add members
     * @param writable knows which of them a mapping wants there
     */
    Looked(SortedSet<ArmId> mayJoin, Writable writable) {
      this.mayJoin = mayJoin;
      this.writable = writable;
    }

    /** First what is probably enough; what is still weak then gets everything there is. */
    Optional<Verdict> judge(SortedSet<Address> asked, List<Claim> others) {
      SortedMap<Address, Leaning.Lean> leans =
          leaning.leans(asked, pool -> true, address -> !mayJoin.isEmpty(), others);
      SortedSet<ArmId> on = loadBalancers(leans);
      if (leans.values().stream().anyMatch(Leaning.Lean::absence)) {
        on.addAll(mayJoin);
      }
      read(on);
      weak = weakened(asked, others);
      SortedSet<ArmId> rest = leaning.givingTo(keys(weak));
      if (!weak.isEmpty()) {
        rest.addAll(mayJoin);
      }
      rest.removeAll(on);
      if (fresh.throttled().isEmpty() && !rest.isEmpty()) {
        read(rest);
        weak = weakened(asked, others);
      }
      return fresh.throttled();
    }

    SortedMap<Address, Weakened> withoutClaims() {
      return weak.isEmpty() ? weak : weakened(keys(weak), List.of());
    }

    /** Whether it is in no pool elsewhere is known, and will be so, unless it is wanted there. */
    private Predicate<Address> mayJoinMeanwhile() {
      if (mayJoin.isEmpty()) {
        return address -> false;
      }
      return fresh.read().containsAll(mayJoin)
          ? writable.joining(planned.input(), fresh.inventory())
          : address -> true;
    }

    private void read(SortedSet<ArmId> on) {
      FreshReads.Fresh more = step.reads.read(fresh.inventory(), on);
      SortedSet<ArmId> read = new TreeSet<>(fresh.read());
      read.addAll(more.read());
      fresh = new FreshReads.Fresh(more.inventory(), read, more.throttled());
    }

    private SortedMap<Address, Weakened> weakened(SortedSet<Address> asked, List<Claim> claims) {
      return leaning
          .in(fresh.inventory())
          .weakened(
              asked,
              pool -> fresh.read().contains(pool.loadBalancer()),
              mayJoinMeanwhile(),
              claims);
    }
  }

  private static SortedSet<Address> keys(SortedMap<Address, ?> map) {
    return new TreeSet<>(map.keySet());
  }

  private static SortedSet<ArmId> loadBalancers(SortedMap<Address, Leaning.Lean> leans) {
    SortedSet<ArmId> ids = new TreeSet<>();
    leans.values().forEach(l -> l.memberships().forEach(pool -> ids.add(pool.loadBalancer())));
    return ids;
  }
}
