package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.simulation.Balancer.SimPool;
import io.poolkeeper.simulation.Violation.Checker;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * What held members are owed, remembered here and not in the ledger: their strength when they were
 * held, unless they were seen to have no way out at all ten minutes ago or earlier.
 */
final class HoldMemory {
  /** Ten minutes, less what two workers' clocks may differ by. */
  private static final long APART = 600_000 - 25_000;

  private static final class Held {
    final int generation;
    int strength;
    long noneSince = Run.NEVER;

    Held(int generation) {
      this.generation = generation;
    }
  }

  private record Key(ArmId balancer, String pool, String address) {}

  private final Timeline time;
  private final Truth truth;
  private final Egress egress;
  private final Checks checks;
  private final Map<Key, Held> held = new HashMap<>();

  HoldMemory(Timeline time, Truth truth, Egress egress, Checks checks) {
    this.time = time;
    this.truth = truth;
    this.egress = egress;
    this.checks = checks;
  }

  /** Looks at those that are held, as they are now. */
  void note() {
    Iterator<Map.Entry<Key, Held>> entries = held.entrySet().iterator();
    while (entries.hasNext()) {
      Map.Entry<Key, Held> entry = entries.next();
      Key key = entry.getKey();
      Machine machine = truth.machine(key.address());
      boolean member =
          truth
              .balancers
              .get(key.balancer())
              .pools
              .get(key.pool())
              .members
              .containsKey(key.address());
      if (!member || !machine.there || machine.generation != entry.getValue().generation) {
        entries.remove();
      } else {
        look(entry.getValue(), key.address());
      }
    }
  }

  private void look(Held one, String address) {
    if (truth.strength(address) == Truth.NONE && one.noneSince == Run.NEVER) {
      one.noneSince = time.now();
    }
  }

  void remembered(Run run, Ledger ledger) {
    ArmId balancer = run.loadBalancer;
    Set<Key> now = new HashSet<>();
    for (Ledger.Hold hold : ledger.holds()) {
      boolean byEgress =
          hold.reason() == HoldReason.WOULD_STRAND_EGRESS
              || hold.reason() == HoldReason.EGRESS_UNKNOWN;
      SimPool pool = truth.balancers.get(balancer).pools.get(hold.pool());
      String address = hold.address().text();
      if (byEgress && pool != null && pool.members.containsKey(address)) {
        Key key = new Key(balancer, pool.name, address);
        now.add(key);
        Held one = held.computeIfAbsent(key, k -> new Held(truth.machine(address).generation));
        look(one, address);
        int strength = truth.strength(address);
        if (truth.strengthWithout(address, pool) < strength) {
          one.strength = Math.max(one.strength, strength);
        }
      }
    }
    held.keySet().removeIf(key -> key.balancer().equals(balancer) && !now.contains(key));
  }

  void landed(Run run, Balancer balancer, SimPool pool, Set<String> removed) {
    for (String address : removed) {
      Held one = held.remove(new Key(balancer.id, pool.name, address));
      Machine machine = truth.machine(address);
      if (one == null || !machine.there || machine.generation != one.generation) {
        continue;
      }
      boolean none = one.noneSince != Run.NEVER && one.noneSince <= time.now() - APART;
      boolean fallsShort = truth.strength(address) < one.strength && !none;
      if (fallsShort && egress.excuse(run, address).isEmpty()) {
        checks.found(
            Checker.HOLDS,
            run.label
                + " took "
                + address
                + " out of "
                + pool.name
                + ", where it was held with "
                + one.strength
                + " and has "
                + truth.strength(address)
                + " left");
      }
    }
  }
}
