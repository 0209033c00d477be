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

/** When pools were equal to what the mapping said, and whether reports of it are true. */
final class Equality {
  private static final long REMEMBERED = 30 * 60_000;

  /** Longer than any read may lag behind. */
  private static final long LAG = 5_000;

  /** Who was in which pool until some moment. */
  private record State(long until, Map<String, Set<String>> members) {}

  private record Proven(long acquired, long at) {}

  /**
   * Where a ledger says that a pool differs from what is wanted.
   *
   * @param holds pool and address
   * @param refusing pools to which Azure refused an addition
   */
  private record Excused(Set<String> holds, Set<String> refusing) {
    static Excused by(Ledger ledger) {
      Set<String> holds = new HashSet<>();
      ledger.holds().forEach(hold -> holds.add(hold.pool() + " " + hold.address().text()));
      Set<String> refusing = new HashSet<>();
      ledger.rejected().forEach(rejected -> refusing.add(rejected.pool()));
      return new Excused(holds, refusing);
    }
  }

  private record Landing(Run run, long at) {}

  private record Chain(ArmId loadBalancer, Optional<Instant> causedAt) {}

  private final Timeline time;
  private final Truth truth;
  private final Map<ArmId, Publisher> owners;
  private final Checks checks;
  private final Map<ArmId, Deque<State>> states = new HashMap<>();
  private final Map<ArmId, List<Proven>> proven = new HashMap<>();
  private final Map<Chain, List<Landing>> landings = new HashMap<>();
  private final Map<Chain, Long> sent = new HashMap<>();
  private final Set<String> refused = new HashSet<>();
  private final Set<String> goneFrom = new HashSet<>();

  Equality(Timeline time, Truth truth, Map<ArmId, Publisher> owners, Checks checks) {
    this.time = time;
    this.truth = truth;
    this.owners = owners;
    this.checks = checks;
  }

  /** Azure said no to these: a run may leave it at that while the ledger remembers the refusal. */
  void refused(PoolWrite write) {
    for (Address address : write.additions().keySet()) {
      refused.add(write.pool() + " " + address.text());
    }
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
    for (ArmId id : owners.keySet()) {
      Deque<State> past = states.computeIfAbsent(id, i -> new ArrayDeque<>());
      Map<String, Set<String>> members = truth.balancers.get(id).snapshot();
      if (!past.isEmpty() && past.getLast().members() == members) {
        past.removeLast();
      }
      past.addLast(new State(time.now(), members));
      while (past.getFirst().until() < time.now() - REMEMBERED) {
        past.removeFirst();
      }
    }
  }

  /** Wanted are in, or refused by Azure and remembered so; and who else is in is held. */
  private boolean isEqual(
      Set<String> members, Map.Entry<String, SortedSet<String>> wanted, Excused excused) {
    String pool = wanted.getKey();
    boolean saysRefused = excused.refusing().contains(pool);
    for (String address : wanted.getValue()) {
      boolean wasRefused = saysRefused && refused.contains(pool + " " + address);
      if (!members.contains(address) && !wasRefused) {
        return false;
      }
    }
    for (String address : members) {
      if (!wanted.getValue().contains(address) && !excused.holds().contains(pool + " " + address)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Each pool at some moment: others may change one that was equal while another is written. One
   * that the run has written was equal when, or after, its last write had its final result.
   */
  private boolean wasEqual(Run run, Version version, Excused excused) {
    ArmId id = run.loadBalancer;
    return version.of(id).entrySet().stream()
        .allMatch(
            wanted ->
                states.get(id).stream()
                    .filter(state -> state.until() >= since(run, wanted.getKey()))
                    .map(state -> state.members().get(wanted.getKey()))
                    .distinct()
                    .anyMatch(members -> isEqual(members, wanted, excused)));
  }

  private static long since(Run run, String pool) {
    return Math.max(run.acquired - LAG, run.confirmed.getOrDefault(pool, Run.NEVER));
  }

  /**
   * A ledger says that all is equal to the plan: at some moment of the run it was, and the mapping
   * could be read in the run.
   */
  void claimed(Run run, Ledger ledger) {
    Excused excused = Excused.by(ledger);
    List<Version> versions = owners.get(run.loadBalancer).visibleBetween(run.acquired, time.now());
    boolean was = versions.stream().anyMatch(v -> wasEqual(run, v, excused));
    if (was) {
      proven
          .computeIfAbsent(run.loadBalancer, id -> new ArrayList<>())
          .add(new Proven(run.acquired, time.now()));
      return;
    }
    checks.found(
        Checker.REPORT,
        run.label
            + " covers "
            + run.loadBalancer.name()
            + " with "
            + excused
            + ", which was "
            + states.get(run.loadBalancer).peekLast()
            + " and should have been "
            + versions.stream().map(v -> v.of(run.loadBalancer).toString()).toList());
  }

  void landed(Run run, boolean changed) {
    if (changed) {
      landings
          .computeIfAbsent(new Chain(run.loadBalancer, run.chain), chain -> new ArrayList<>())
          .add(new Landing(run, time.now()));
    }
  }

  void sent(ArmId loadBalancer, Optional<Instant> causedAt) {
    sent.put(new Chain(loadBalancer, causedAt), time.now());
  }

  boolean sentSince(Run run) {
    return sent.getOrDefault(new Chain(run.loadBalancer, run.chain), Run.NEVER) >= run.began;
  }

  /**
   * A request is dropped because an earlier run stands for it.
   *
   * @param last no other message looks at what this one was made for
   */
  void covered(Run run, long causedAt, boolean last) {
    long landed =
        landings.getOrDefault(new Chain(run.loadBalancer, run.chain), List.of()).stream()
            .filter(landing -> landing.run().ended && !landing.run().covering)
            .mapToLong(Landing::at)
            .max()
            .orElse(Run.NEVER);
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
    } else if (!standsForWrites && last) {
      checks.found(
          Checker.REPORT,
          run.label + " is covered by a run that had ended before a late write of its own landed");
    }
  }
}
