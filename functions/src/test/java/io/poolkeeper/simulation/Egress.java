package io.poolkeeper.simulation;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.simulation.Balancer.SimPool;
import io.poolkeeper.simulation.Truth.Etags;
import io.poolkeeper.simulation.Violation.Checker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * No machine is weaker by our removal. Where the design promises only that it is put right (others
 * took what it leaned on in the same moments, or gave a way out after the last look, a process
 * stood still for longer than a claim lives, a late PUT that no etag stopped, a read that lagged
 * behind), the repair is checked instead.
 */
final class Egress {
  private static final long CLAIM_LIVES = 598_000;

  /** Why the design allows that a machine is weaker for a while. */
  enum Excuse {
    OTHERS,
    LATE,
    CLAIM_RAN_OUT,
    STALE_READ
  }

  private record Taken(long at, Set<String> addresses) {}

  /** Others made members of a pool stronger. */
  private record Given(long at, SimPool pool, Set<String> addresses) {}

  private record OwnRemoval(long at, Run run, String address, boolean late, boolean claimRanOut) {}

  private record Owed(Run run, Excuse excuse, String address, int strength, long at) {}

  private final Timeline time;
  private final Truth truth;
  private final Checks checks;
  private final List<Taken> taken = new ArrayList<>();
  private final List<Given> given = new ArrayList<>();
  private final List<Given> added = new ArrayList<>();
  private final List<OwnRemoval> removals = new ArrayList<>();
  private final List<Owed> owed = new ArrayList<>();
  private final Map<Excuse, Integer> excused = new HashMap<>();
  private int repaired;

  Egress(Timeline time, Truth truth, Checks checks) {
    this.time = time;
    this.truth = truth;
    this.checks = checks;
  }

  Map<Excuse, Integer> excused() {
    return excused;
  }

  int repaired() {
    return repaired;
  }

  void othersTake(Set<String> addresses) {
    if (!addresses.isEmpty()) {
      taken.add(new Taken(time.now(), new TreeSet<>(addresses)));
    }
  }

  void othersGive(SimPool pool) {
    given.add(new Given(time.now(), pool, new TreeSet<>(pool.members.keySet())));
  }

  void othersAdd(SimPool pool, Set<String> addresses) {
    if (!addresses.isEmpty()) {
      added.add(new Given(time.now(), pool, addresses));
    }
  }

  /**
   * @param unlisted whether some mapping of that time did not list an address
   */
  void landed(
      Run run,
      Balancer balancer,
      SimPool pool,
      Set<String> removed,
      Map<String, Integer> before,
      Predicate<String> unlisted) {
    for (String address : removed) {
      Machine machine = truth.machine(address);
      int now = truth.strength(address);
      if (machine.there
          && now < before.get(address)
          && !(cameMeanwhile(run, machine) && unlisted.test(address))
          && !isUnseen(run, pool, address)) {
        weaker(run, balancer, pool, address, before.get(address));
      }
    }
    // what others put there was never this run's to claim: to everyone else it is as if they took
    // it
    othersTake(removed.stream().filter(a -> isUnseen(run, pool, a)).collect(Collectors.toSet()));
    boolean claimRanOut = run.claimed != Run.NEVER && time.now() > run.claimed + CLAIM_LIVES;
    boolean late = isLate(run);
    removed.forEach(a -> removals.add(new OwnRemoval(time.now(), run, a, late, claimRanOut)));
  }

  /** When the run looked, the address had no machine: nobody could be weakened. */
  private static boolean cameMeanwhile(Run run, Machine machine) {
    return machine.since > run.networkAsOf;
  }

  /** Where If-Match is ignored, a PUT takes out who came after the look, and nobody can know it. */
  private boolean isUnseen(Run run, SimPool pool, String address) {
    return truth.etags == Etags.IGNORED && isSince(added, run, pool, address);
  }

  /** A rule that came after the look moves the etag of the load balancer, but not each pool's. */
  private boolean isGivenSince(Run run, SimPool pool, String address) {
    return truth.etags != Etags.SHARED && isSince(given, run, pool, address);
  }

  private static boolean isSince(List<Given> gifts, Run run, SimPool pool, String address) {
    return gifts.stream()
        .anyMatch(g -> g.at() >= run.looked && g.pool() == pool && g.addresses().contains(address));
  }

  private boolean isLate(Run run) {
    return truth.etags != Etags.SHARED && time.now() > run.leaseGoodUntil;
  }

  private void weaker(Run run, Balancer balancer, SimPool pool, String address, int before) {
    Optional<Excuse> excuse =
        isGivenSince(run, pool, address) ? Optional.of(Excuse.OTHERS) : excuse(run, address);
    if (excuse.isEmpty()) {
      checks.found(
          Checker.SAFETY,
          run.label
              + " took "
              + address
              + " out of "
              + balancer.id.name()
              + "/"
              + pool.name
              + ", its way out was "
              + before
              + " and is "
              + truth.strength(address));
      return;
    }
    excused.merge(excuse.get(), 1, Integer::sum);
    owed.add(new Owed(run, excuse.get(), address, before, time.now()));
  }

  /** Empty: there is none. */
  Optional<Excuse> excuse(Run run, String address) {
    long from = run.acquired - 5_000;
    if (taken.stream().anyMatch(t -> t.at() >= from && t.addresses().contains(address))) {
      return Optional.of(Excuse.OTHERS);
    }
    List<OwnRemoval> others =
        removals.stream()
            .filter(r -> r.at() >= from && r.run() != run && r.address().equals(address))
            .toList();
    if (isLate(run) || others.stream().anyMatch(OwnRemoval::late)) {
      return Optional.of(Excuse.LATE);
    }
    boolean ranOut = run.claimed != Run.NEVER && time.now() > run.claimed + CLAIM_LIVES;
    if (ranOut || others.stream().anyMatch(OwnRemoval::claimRanOut)) {
      return Optional.of(Excuse.CLAIM_RAN_OUT);
    }
    boolean stale =
        run.servedStale != Run.NEVER
            && others.stream().anyMatch(r -> r.at() >= run.servedStale - 4_100);
    return stale ? Optional.of(Excuse.STALE_READ) : Optional.empty();
  }

  /** What is owed is due when a run that knows of it has ended well. */
  void ended(Run run, Outcome outcome) {
    owed.removeIf(debt -> settled(debt, run, outcome));
  }

  private boolean settled(Owed debt, Run run, Outcome outcome) {
    Machine machine = truth.machine(debt.address());
    boolean takenSince =
        taken.stream().anyMatch(t -> t.at() >= debt.at() && t.addresses().contains(debt.address()));
    if (takenSince || debt.run().faultAt >= debt.at() || !machine.there) {
      return true;
    }
    if (truth.strength(debt.address()) >= debt.strength()) {
      repaired++;
      return true;
    }
    boolean same = run == debt.run();
    boolean next = run.loadBalancer.equals(debt.run().loadBalancer) && run.acquired > debt.at();
    if ((same || next) && outcome.covers()) {
      checks.found(
          Checker.REPAIR,
          debt.address()
              + " lost its way out by "
              + debt.run().label
              + " ("
              + debt.excuse()
              + "), and "
              + run.label
              + " ended "
              + outcome
              + " without putting it back");
      return true;
    }
    return false;
  }
}
