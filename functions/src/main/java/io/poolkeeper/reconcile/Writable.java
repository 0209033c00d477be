package io.poolkeeper.reconcile;

import io.poolkeeper.egress.PoolRef;
import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.port.Ledgers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Which pools this app may write: all of a load balancer that any mapping names, or named before. A
 * pool there that no mapping names now may be named by the next one, and be written while a removal
 * that leans on it is on its way. Where a mapping cannot be read, any pool may be one.
 */
final class Writable {
  private final Ports ports;
  private final List<Mapping> mappings;
  private final boolean anyMayBe;
  private final Map<ArmId, Boolean> ours = new HashMap<>();

  private Writable(Ports ports, List<Mapping> mappings, boolean anyMayBe) {
    this.ports = ports;
    this.mappings = mappings;
    this.anyMayBe = anyMayBe;
  }

  /** One list of the clusters, and for each a mapping that mostly costs a 304. */
  static Writable now(Ports ports, Mapping own) {
    List<Mapping> mappings = new ArrayList<>(List.of(own));
    boolean unknown = false;
    for (String cluster : ports.documents().clusters()) {
      Loaded<Mapping> read = ports.documents().mapping(cluster);
      read.value().ifPresent(mappings::add);
      unknown |= read.value().isEmpty();
    }
    return new Writable(ports, mappings, unknown);
  }

  boolean test(PoolRef pool) {
    return anyMayBe || ours.computeIfAbsent(pool.loadBalancer(), this::isOurs);
  }

  /** A ledger: a mapping named it before, and a run that went by that one may not have ended. */
  private boolean isOurs(ArmId loadBalancer) {
    return mappings.stream().anyMatch(m -> m.loadBalancer(loadBalancer).isPresent())
        || ports.ledgers().read(loadBalancer).condition() != Ledgers.Condition.MISSING;
  }

  /**
   * Addresses that a run may be adding on any other load balancer of a plan's network: a mapping
   * wants them in a pool that does not have them yet.
   *
   * @param around the load balancers as they are
   */
  Predicate<Address> joining(PlanInput plan, Inventory around) {
    if (anyMayBe) {
      return address -> true;
    }
    Set<Address> joining = new HashSet<>();
    for (Mapping mapping : mappings) {
      for (Mapping.LoadBalancerEntry entry : mapping.loadBalancers().values()) {
        boolean other = !entry.id().equals(plan.actual().id());
        if (other && mapping.virtualNetwork().equals(plan.mapping().virtualNetwork())) {
          around
              .loadBalancers()
              .get(entry.id())
              .map(there -> draft(plan, mapping, entry, there))
              .ifPresent(
                  draft ->
                      draft.pools().forEach(pool -> joining.addAll(pool.additions().keySet())));
        }
      }
    }
    return joining::contains;
  }

  private static Draft draft(
      PlanInput plan, Mapping mapping, Mapping.LoadBalancerEntry entry, LoadBalancer there) {
    return Planner.draft(
        new PlanInput(
            mapping, entry, Controls.NONE, there, Ledger.EMPTY, plan.settings(), plan.now()));
  }

  /** Load balancers that mappings of a network name, but one. */
  SortedSet<ArmId> loadBalancers(ArmId network, ArmId without) {
    SortedSet<ArmId> ids = new TreeSet<>();
    for (Mapping mapping : mappings) {
      if (mapping.virtualNetwork().equals(network)) {
        mapping.loadBalancers().values().forEach(entry -> ids.add(entry.id()));
      }
    }
    ids.remove(without);
    return ids;
  }
}
