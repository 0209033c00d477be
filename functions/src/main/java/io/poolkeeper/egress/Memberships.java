package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.PlanInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which pools of Standard load balancers an address is in, by address or by NIC. Global, Gateway
 * and Basic load balancers count for nothing.
 */
final class Memberships {
  private final PlanInput input;
  private final Unsettled unsettled;
  private final Map<Address, Map<ArmId, Membership>> byAddress = new HashMap<>();
  private final Map<Address, List<ArmId>> lacking = new HashMap<>();
  private final Map<ArmId, Set<String>> ownedKeys = new HashMap<>();
  private final Map<Address, Machines.Machine> machines;
  private final Inventory inventory;

  /**
   * @param ip by an entry with the address, in the mapping's network
   * @param nic by its NIC: the pool lists its configuration, or the configuration names the pool;
   *     an entry's {@code networkInterfaceIPConfiguration} alone is none
   * @param ending why the membership may be ending; it is then judged with and without
   */
  record Membership(
      LoadBalancer loadBalancer, Pool pool, boolean ip, boolean nic, Optional<String> ending) {
    String poolName() {
      return name(loadBalancer, pool);
    }
  }

  Memberships(PlanInput input, Inventory inventory, Map<Address, Machines.Machine> machines) {
    this(input, inventory, machines, Unsettled.NOTHING);
  }

  /**
   * @param machines the addresses that are asked for; all others are passed over
   * @param unsettled what may change on other load balancers meanwhile
   */
  Memberships(
      PlanInput input,
      Inventory inventory,
      Map<Address, Machines.Machine> machines,
      Unsettled unsettled) {
    this.input = input;
    this.inventory = inventory;
    this.machines = machines;
    this.unsettled = unsettled;
    Map<ArmId, Address> configurations = new HashMap<>();
    machines.forEach(
        (address, machine) ->
            machine.configuration().ifPresent(c -> configurations.put(c.id(), address)));
    Map<ArmId, LoadBalancer> pools = new HashMap<>();
    for (LoadBalancer loadBalancer : inventory.loadBalancers().all()) {
      for (Pool pool : loadBalancer.pools()) {
        pools.put(pool.id(), loadBalancer);
        if (loadBalancer.isStandard()) {
          addEntries(loadBalancer, pool);
          addNics(loadBalancer, pool, configurations);
          addDoubtful(loadBalancer, pool, machines);
        }
      }
    }
    machines.forEach(
        (address, machine) ->
            machine.configuration().ifPresent(c -> addNamed(address, c, pools, inventory)));
  }

  private void addEntries(LoadBalancer loadBalancer, Pool pool) {
    for (Pool.Entry entry : pool.entries()) {
      if (entry.address().isPresent()
          && machines.containsKey(entry.address().get())
          && counts(loadBalancer.id(), entry.address().get())
          && isOurs(input.mapping(), pool, entry)) {
        add(entry.address().get(), loadBalancer, pool, true);
      }
    }
  }

  private void addNics(LoadBalancer loadBalancer, Pool pool, Map<ArmId, Address> configurations) {
    for (ArmId configuration : pool.backendIpConfigurations()) {
      Address address = configurations.get(configuration);
      if (address != null && counts(loadBalancer.id(), address)) {
        add(address, loadBalancer, pool, false);
      }
    }
  }

  /** What nothing shows any more and may still be there: always judged with and without. */
  private void addDoubtful(
      LoadBalancer loadBalancer, Pool pool, Map<Address, Machines.Machine> machines) {
    for (Address address : unsettled.maybeStillIn(loadBalancer.id(), pool.name())) {
      if (machines.containsKey(address)) {
        add(address, loadBalancer, pool, true);
      }
    }
  }

  /** A pool that a NIC names and the inventory lacks is unreadable. */
  private void addNamed(
      Address address,
      Network.IpConfiguration configuration,
      Map<ArmId, LoadBalancer> pools,
      Inventory inventory) {
    for (ArmId id : configuration.pools()) {
      LoadBalancer loadBalancer = pools.get(id);
      if (loadBalancer == null) {
        boolean counts =
            inventory.loadBalancers().get(id.root()).map(LoadBalancer::isStandard).orElse(true);
        if (counts) {
          lacking.computeIfAbsent(address, k -> new ArrayList<>()).add(id);
        }
      } else if (loadBalancer.isStandard()) {
        Pool pool =
            loadBalancer.pools().stream().filter(p -> p.id().equals(id)).findFirst().orElseThrow();
        add(address, loadBalancer, pool, false);
      }
    }
  }

  /** What was listed only because NICs name it counts for the addresses of those NICs alone. */
  private boolean counts(ArmId listed, Address address) {
    ArmId group = listed.resourceGroupId();
    return !inventory.reach().onlyNamed().contains(group)
        || machines.get(address).configuration().stream()
            .flatMap(c -> c.pools().stream())
            .anyMatch(pool -> pool.resourceGroupId().equals(group));
  }

  /** Why a load balancer that matters to the address may be missing. */
  Optional<String> unreadable(Address address, Inventory.Part<LoadBalancer> part) {
    if (part.causes().isEmpty()) {
      return part.unreadable();
    }
    Set<String> causes = new TreeSet<>();
    part.causes()
        .forEach(
            (scope, cause) -> {
              if (counts(scope, address)) {
                causes.add(cause);
              }
            });
    return causes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", causes));
  }

  private void add(Address address, LoadBalancer loadBalancer, Pool pool, boolean ip) {
    Map<ArmId, Membership> of = byAddress.computeIfAbsent(address, k -> new LinkedHashMap<>());
    Membership known = of.get(pool.id());
    if (known == null) {
      Optional<String> ending =
          ending(loadBalancer, pool)
              .or(() -> unsettled.ending(address, loadBalancer.id(), pool.name()));
      of.put(pool.id(), new Membership(loadBalancer, pool, ip, !ip, ending));
    } else if (ip ? !known.ip() : !known.nic()) {
      of.put(pool.id(), new Membership(loadBalancer, pool, true, true, known.ending()));
    }
  }

  List<Membership> of(Address address) {
    return List.copyOf(byAddress.getOrDefault(address, Map.of()).values());
  }

  /** Pools that the address's NIC names and that nobody could read. */
  List<ArmId> lacking(Address address) {
    return lacking.getOrDefault(address, List.of());
  }

  /**
   * An entry of another network (its own, else the pool's) is no membership of our machine; where
   * neither says one, it is.
   */
  static boolean isOurs(Mapping mapping, Pool pool, Pool.Entry entry) {
    return pool.networkOf(entry).map(mapping.virtualNetwork()::equals).orElse(true);
  }

  /**
   * A membership may be ending on another load balancer that is not Succeeded, and in a pool that
   * we do not own, on any load balancer, that is Updating or Deleting. Every other one counts.
   */
  private Optional<String> ending(LoadBalancer loadBalancer, Pool pool) {
    if (!loadBalancer.provisioningState().equalsIgnoreCase("Succeeded")
        && !loadBalancer.id().equals(input.actual().id())) {
      return Optional.of(
          "load balancer of pool "
              + name(loadBalancer, pool)
              + " is "
              + loadBalancer.provisioningState());
    }
    if (LoadBalancer.isBusy(pool.provisioningState()) && !isOwned(loadBalancer, pool)) {
      return Optional.of("pool " + name(loadBalancer, pool) + " is " + pool.provisioningState());
    }
    return Optional.empty();
  }

  private static String name(LoadBalancer loadBalancer, Pool pool) {
    return loadBalancer.name() + "/" + pool.name();
  }

  private boolean isOwned(LoadBalancer loadBalancer, Pool pool) {
    return ownedKeys
        .computeIfAbsent(
            loadBalancer.id(),
            id ->
                input
                    .mapping()
                    .loadBalancer(id)
                    .map(entry -> OwnedPools.keys(input.mapping(), entry))
                    .orElse(Set.of()))
        .contains(OwnedPools.key(pool.name()));
  }
}
