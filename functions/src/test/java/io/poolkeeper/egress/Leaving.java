package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The same network after an address left a pool, by address and by NIC. */
final class Leaving {
  private Leaving() {}

  static Inventory pool(
      Inventory inventory, LoadBalancer loadBalancer, Pool pool, Address address) {
    Set<ArmId> configurations = new HashSet<>();
    for (Network.Nic nic : inventory.nics().all()) {
      for (Network.IpConfiguration configuration : nic.ipConfigurations()) {
        if (configuration.address().equals(Optional.of(address))) {
          configurations.add(configuration.id());
        }
      }
    }
    Pool left =
        new Pool(
            pool.id(),
            pool.name(),
            pool.etag(),
            pool.provisioningState(),
            pool.virtualNetwork(),
            pool.entries().stream()
                .filter(entry -> !entry.address().equals(Optional.of(address)))
                .toList(),
            pool.backendIpConfigurations().stream()
                .filter(id -> !configurations.contains(id))
                .toList(),
            pool.raw());
    Inventory with = inventory.with(loadBalancer.withPool(left));
    List<Network.Nic> nics =
        inventory.nics().all().stream()
            .map(nic -> without(nic, pool.id(), configurations))
            .toList();
    return new Inventory(
        with.loadBalancers(),
        with.virtualNetworks(),
        new Inventory.Part<>(
            Inventory.Part.complete(nics, Network.Nic::id).byId(), inventory.nics().unreadable()),
        with.publicIps(),
        with.publicPrefixes(),
        with.natGateways(),
        with.routeTables());
  }

  private static Network.Nic without(Network.Nic nic, ArmId pool, Set<ArmId> configurations) {
    return new Network.Nic(
        nic.id(),
        nic.virtualMachine(),
        nic.ipConfigurations().stream()
            .map(c -> configurations.contains(c.id()) ? without(c, pool) : c)
            .toList());
  }

  private static Network.IpConfiguration without(Network.IpConfiguration c, ArmId pool) {
    return new Network.IpConfiguration(
        c.id(),
        c.address(),
        c.primary(),
        c.subnet(),
        c.publicIp(),
        c.pools().stream().filter(id -> !id.equals(pool)).toList());
  }
}
