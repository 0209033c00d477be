package io.poolkeeper.simulation;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.simulation.Balancer.SimPool;
import io.poolkeeper.simulation.Publisher.Version;
import io.poolkeeper.simulation.Violation.Checker;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** When pools were equal to what the mapping said, and whether reports of it are true. */
final class Equality {
  private static final long REMEMBERED = 30 * 60_000;

  /** Longer than any read may lag behind. */
  private static final long LAG = 5_000;

  /**
   * How a load balancer was until some moment.
   *
   * @param missing somebody who is wanted is not in
   * @param extra {@code pool address} of those that are in and not wanted
   */
  record State(long until, boolean missing, Set<String> extra) {}

  private record Proven(long acquired, long at) {}

  private record Chain(ArmId loadBalancer, Optional<Instant> causedAt) {}

  private final Timeline time;
  private final Truth truth;
  private final Map<ArmId, Publisher> owners;
  private final Checks checks;
  private final Map<ArmId, Deque<State>> states = new HashMap<>();
  private final Map<ArmId, List<Proven>> proven = new HashMap<>();
  private final Map<Chain, Long> landings = new HashMap<>();
  private final Map<Chain, Long> sent = new HashMap<>();
  private final Set<String> refused = new HashSet<>();
  private final Set<String> goneFrom = new HashSet<>();

  Equality(Timeline time, Truth truth, Map<ArmId, Publisher> owners, Checks checks) {
    this.time = time;
    this.truth = truth;
    this.owners = owners;
    this.checks = checks;
  }

  /** Azure said no to these, which a run may leave at. */
  void refused(PoolWrite write) {
    for (Address address : write.additions().keySet()) {
      refused.add(write.pool() + " " + address.text());
    }
  }

  void forgetRefused() {
    refused.clear();
  }

  /** Somebody left a pool: it may be put back there. */
  void gone(Balancer balancer, SimPool pool, Set<String> addresses) {
    addresses.forEach(a -> goneFrom.add(balancer.id.name() + pool.name + " " + a));
  }

  boolean was(Balancer balancer, SimPool pool, String address) {
    return goneFrom.contains(balancer.id.name() + pool.name + " " + address);
  }

  /** To be called right before anything changes. */
  void note() {
    for (Map.Entry<ArmId, Publisher> entry : owners.entrySet()) {
      Optional<State> now = state(truth.balancers.get(entry.getKey()), entry.getValue());
      Deque<State> past = states.computeIfAbsent(entry.getKey(), id -> new ArrayDeque<>());
      now.ifPresent(past::addLast);
      while (!past.isEmpty() && past.getFirst().until() < time.now() - REMEMBERED) {
        past.removeFirst();
      }
    }
  }

  /** Empty: there is no mapping to compare with. */
  Optional<State> state(Balancer balancer, Publisher owner) {
    Optional<Version> version = owner.current();
    if (version.isEmpty()) {
      return Optional.empty();
    }
    boolean missing = false;
    Set<String> extra = new TreeSet<>();
    for (Map.Entry<String, SortedSet<String>> wanted : version.get().of(balancer.id).entrySet()) {
      SimPool pool = balancer.pools.get(wanted.getKey());
      for (String address : wanted.getValue()) {
        missing |=
            !pool.members.containsKey(address) && !refused.contains(pool.name + " " + address);
      }
      for (String address : pool.members.keySet()) {
        if (!wanted.getValue().contains(address)) {
          extra.add(pool.name + " " + address);
        }
      }
    }
    return Optional.of(new State(time.now(), missing, extra));
  }

  /** A ledger says that all is equal to the plan: at some moment of the run it was. */
  void claimed(Run run, Ledger ledger) {
    Set<String> holds = new HashSet<>();
    ledger.holds().forEach(hold -> holds.add(hold.pool() + " " + hold.address().text()));
    boolean was = false;
    for (State state : states.getOrDefault(run.loadBalancer, new ArrayDeque<>())) {
      was |=
          state.until() >= run.acquired - LAG
              && !state.missing()
              && holds.containsAll(state.extra());
    }
    if (was) {
      proven
          .computeIfAbsent(run.loadBalancer, id -> new ArrayList<>())
          .add(new Proven(run.acquired, time.now()));
    } else {
      checks.found(
          Checker.REPORT,
          run.label
              + " covers "
              + run.loadBalancer.name()
              + " with holds "
              + holds
              + ", which was "
              + states.getOrDefault(run.loadBalancer, new ArrayDeque<>()).peekLast());
    }
  }

  void landed(Run run, boolean changed) {
    if (changed) {
      landings.put(new Chain(run.loadBalancer, run.chain), time.now());
    }
  }

  void sent(ArmId loadBalancer, Optional<Instant> causedAt) {
    sent.put(new Chain(loadBalancer, causedAt), time.now());
  }

  boolean sentSince(Run run) {
    return sent.getOrDefault(new Chain(run.loadBalancer, run.chain), Run.NEVER) >= run.began;
  }

  /** A request is dropped because an earlier run stands for it. */
  void covered(Run run, long causedAt) {
    long landed = landings.getOrDefault(new Chain(run.loadBalancer, run.chain), Run.NEVER);
    List<Proven> all = proven.getOrDefault(run.loadBalancer, List.of());
    boolean stands = all.stream().anyMatch(p -> p.acquired() >= causedAt);
    boolean standsForWrites =
        all.stream().anyMatch(p -> p.acquired() >= causedAt && p.at() >= landed);
    if (!stands) {
      checks.found(
          Checker.REPORT,
          run.label
              + " is covered, and no run since then has found or made "
              + run.loadBalancer.name()
              + " equal to its mapping");
    } else if (!standsForWrites) {
      checks.found(
          Checker.REPORT,
          run.label + " is covered by a run that had ended before a late write of its own landed");
    }
  }
}
