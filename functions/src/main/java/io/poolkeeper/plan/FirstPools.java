package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Machines that may lose default outbound access by this plan: they are in no pool of the load
 * balancer and join one of its pools, but none that gives SNAT. Told from the load balancer alone,
 * so that the network is read only for a machine's first pool there: who is in one already has no
 * default access left to lose.
 */
public final class FirstPools {
  private FirstPools() {}

  /** IPv4 addresses: default outbound access is IPv4 only. */
  public static SortedSet<Address> of(Draft draft) {
    LoadBalancer actual = draft.input().actual();
    SortedSet<Address> joining = new TreeSet<>();
    Set<Address> served = new HashSet<>();
    for (PoolDraft pool : draft.pools()) {
      if (!pool.additions().isEmpty()) {
        boolean snat = givesSnat(actual, pool.actual().orElseThrow());
        for (Address address : pool.additions().keySet()) {
          if (address.family() == Family.IPV4) {
            (snat ? served : joining).add(address);
          }
        }
      }
    }
    if (!joining.isEmpty()) {
      joining.removeAll(served);
      for (Pool pool : actual.pools()) {
        pool.entries().forEach(entry -> entry.address().ifPresent(joining::remove));
      }
    }
    return joining;
  }

  /** By any rule, of whatever protocol, with a public frontend of whatever family. */
  private static boolean givesSnat(LoadBalancer actual, Pool pool) {
    for (LoadBalancer.OutboundRule rule : actual.outboundRules()) {
      if (rule.pool().filter(pool.id()::equals).isPresent()
          && rule.frontends().stream().anyMatch(id -> isPublic(actual, Optional.of(id)))) {
        return true;
      }
    }
    for (LoadBalancer.BalancingRule rule : actual.balancingRules()) {
      if (rule.snat() && rule.pools().contains(pool.id()) && isPublic(actual, rule.frontend())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isPublic(LoadBalancer actual, Optional<ArmId> frontend) {
    return actual.frontends().stream()
        .anyMatch(one -> one.isPublic() && frontend.filter(one.id()::equals).isPresent());
  }
}
