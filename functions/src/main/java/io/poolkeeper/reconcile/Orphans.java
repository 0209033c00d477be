package io.poolkeeper.reconcile;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.port.LoadBalancers;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Pools that a mapping named before and names no longer: reported, never touched. Pure. */
final class Orphans {
  private static final int MAX = 1000;

  private Orphans() {}

  /** What the ledger has to remember; unchanged where the load balancer could not be read. */
  static List<String> namedAndThere(
      LoadBalancers.Read read,
      Mapping mapping,
      Mapping.LoadBalancerEntry entry,
      Optional<Ledger> ledger) {
    Set<String> known = known(ledger);
    if (read.loadBalancer().isEmpty()) {
      return List.copyOf(known);
    }
    known.addAll(OwnedPools.keys(mapping, entry));
    known.retainAll(there(read.loadBalancer().get()));
    return known.stream().limit(MAX).toList();
  }

  static List<Warning> warnings(
      LoadBalancers.Read read,
      Mapping mapping,
      Mapping.LoadBalancerEntry entry,
      Optional<Ledger> ledger) {
    if (read.loadBalancer().isEmpty()) {
      return List.of();
    }
    Set<String> orphans = known(ledger);
    orphans.removeAll(OwnedPools.keys(mapping, entry));
    orphans.retainAll(there(read.loadBalancer().get()));
    return orphans.stream()
        .map(pool -> Warning.of(Warning.Word.ORPHANED_POOL, "pool", pool))
        .toList();
  }

  private static Set<String> known(Optional<Ledger> ledger) {
    return new TreeSet<>(
        ledger.flatMap(Ledger::mapping).map(Ledger.MappingSeen::pools).orElse(List.of()));
  }

  private static Set<String> there(LoadBalancer loadBalancer) {
    Set<String> names = new TreeSet<>();
    for (Pool pool : loadBalancer.pools()) {
      names.add(OwnedPools.key(pool.name()));
    }
    return names;
  }
}
