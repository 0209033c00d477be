package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The audit of one virtual network. The guard judges from the place of one load balancer: what ways
 * out there are is asked from none of them, what a pool is needed for from its own.
 */
final class NetworkAudit {
  /** A place to judge from that is no load balancer; Azure allows no such name. */
  private static final String NOWHERE = "Microsoft.Network/loadBalancers/(none)";

  private final Mapping mapping;
  private final Inventory inventory;
  private final EgressAudit.Conditions conditions;
  private final List<AuditReport.AuditedAddress> addresses = new ArrayList<>();
  private final List<AuditReport.AbsentMember> absent = new ArrayList<>();

  NetworkAudit(
      Mapping mapping, Members members, Inventory inventory, EgressAudit.Conditions conditions) {
    this.mapping = mapping;
    this.inventory = inventory;
    this.conditions = conditions;
    PlanInput fromNowhere = input(nowhere());
    Judge judge = new Judge(fromNowhere, inventory);
    SortedMap<Address, Machines.Machine> machines = new TreeMap<>();
    for (Address address : members.in(mapping.virtualNetwork())) {
      Optional<Machines.Machine> machine = judge.machines().at(address);
      machine.ifPresent(found -> machines.put(address, found));
      List<String> pools = members.pools(Optional.of(mapping.virtualNetwork()), address);
      if (machine.isEmpty() && !pools.isEmpty()) {
        absent.add(
            new AuditReport.AbsentMember(Optional.of(mapping.virtualNetwork()), address, pools));
      }
    }
    audit(judge, machines, new Memberships(fromNowhere, inventory, machines));
  }

  List<AuditReport.AuditedAddress> addresses() {
    return addresses;
  }

  List<AuditReport.AbsentMember> absent() {
    return absent;
  }

  private void audit(
      Judge judge, SortedMap<Address, Machines.Machine> machines, Memberships memberships) {
    Map<Address, Set<String>> unchanged = new HashMap<>();
    machines.keySet().forEach(address -> unchanged.put(address, Set.of()));
    Map<Address, Profile> whole = judge.profiles(unchanged);
    Map<Address, Map<ArmId, Profile>> fromPools = fromPools(machines.keySet(), memberships);
    Snat snat = judge.snat();
    machines.forEach(
        (address, machine) ->
            addresses.add(
                new AddressAudit(
                        mapping.virtualNetwork(),
                        address,
                        machine,
                        judge,
                        snat,
                        whole.get(address),
                        fromPools.getOrDefault(address, Map.of()))
                    .of(memberships.of(address), memberships.lacking(address))));
  }

  /**
   * By address and pool: the profile over that pool alone, which is what the guard asks when the
   * address should leave it and stay in all others. One round asks for one pool of each address.
   */
  private Map<Address, Map<ArmId, Profile>> fromPools(
      Set<Address> members, Memberships memberships) {
    Map<ArmId, LoadBalancer> loadBalancers = new TreeMap<>();
    Map<ArmId, Map<Address, Deque<Pool>>> open = new TreeMap<>();
    for (Address address : members) {
      for (Memberships.Membership membership : memberships.of(address)) {
        LoadBalancer loadBalancer = membership.loadBalancer();
        loadBalancers.put(loadBalancer.id(), loadBalancer);
        open.computeIfAbsent(loadBalancer.id(), k -> new HashMap<>())
            .computeIfAbsent(address, k -> new ArrayDeque<>())
            .add(membership.pool());
      }
    }
    Map<Address, Map<ArmId, Profile>> all = new HashMap<>();
    open.forEach(
        (id, pools) -> {
          Judge judge = new Judge(input(loadBalancers.get(id)), inventory);
          while (!pools.isEmpty()) {
            Map<Address, Pool> round = new HashMap<>();
            pools.forEach((address, left) -> round.put(address, left.remove()));
            pools.values().removeIf(Deque::isEmpty);
            Map<Address, Set<String>> changes = new HashMap<>();
            round.forEach((a, pool) -> changes.put(a, Set.of(OwnedPools.key(pool.name()))));
            judge
                .poolsAlone(changes)
                .forEach(
                    (address, profile) ->
                        all.computeIfAbsent(address, k -> new TreeMap<>())
                            .put(round.get(address).id(), profile));
          }
        });
    return all;
  }

  private PlanInput input(LoadBalancer from) {
    return new PlanInput(
        mapping,
        new Mapping.LoadBalancerEntry(from.name(), from.id(), Optional.empty()),
        conditions.controls(),
        from,
        Ledger.EMPTY,
        new PlanSettings(
            PlanSettings.EVERYTHING,
            conditions.assumeDefaultOutbound(),
            conditions.protocols(),
            Optional.empty(),
            Integer.MAX_VALUE),
        conditions.now());
  }

  private LoadBalancer nowhere() {
    ArmId id = ArmId.of(mapping.virtualNetwork().resourceGroupId() + "/providers/" + NOWHERE);
    return new LoadBalancer(
        id, id.name(), "", "", "", "", List.of(), List.of(), List.of(), List.of());
  }
}
