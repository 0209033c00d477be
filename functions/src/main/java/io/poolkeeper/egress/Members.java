package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Who sits behind an inventory's load balancers, by address or by NIC, network by network. */
final class Members {
  /** Entries by network; those whose network nobody says under {@link #ANY}. */
  private final Map<Optional<ArmId>, SortedMap<Address, SortedSet<String>>> entries =
      new HashMap<>();

  private final SortedMap<ArmId, SortedSet<Address>> byNic = new TreeMap<>();
  private final SortedSet<ArmId> networks = new TreeSet<>();
  private final List<String> unknown = new ArrayList<>();

  static final Optional<ArmId> ANY = Optional.empty();

  /**
   * @param behind by id, the load balancers whose members are meant
   */
  Members(Inventory inventory, Predicate<ArmId> behind) {
    networks.addAll(inventory.virtualNetworks().byId().keySet());
    Map<ArmId, Network.IpConfiguration> configurations = new HashMap<>();
    for (Network.Nic nic : inventory.nics().all()) {
      for (Network.IpConfiguration configuration : nic.ipConfigurations()) {
        configurations.put(configuration.id(), configuration);
        if (configuration.pools().stream().anyMatch(pool -> behind.test(pool.root()))) {
          addNic(configuration);
        }
      }
    }
    for (LoadBalancer loadBalancer : inventory.loadBalancers().all()) {
      if (!behind.test(loadBalancer.id())) {
        continue;
      }
      for (Pool pool : loadBalancer.pools()) {
        addEntries(loadBalancer.name() + "/" + pool.name(), pool);
        addReferences(loadBalancer.name() + "/" + pool.name(), pool, configurations, inventory);
      }
    }
    networks.addAll(byNic.keySet());
    entries.keySet().forEach(network -> network.ifPresent(networks::add));
    inventory
        .loadBalancers()
        .unreadable()
        .ifPresent(cause -> unknown.add("load balancers could not be read: " + cause));
    if (networks.isEmpty() && entries.containsKey(ANY)) {
      unknown.add(
          "members whose virtual network nothing names: "
              + String.join(", ", texts(entries.get(ANY).keySet())));
    }
  }

  private void addEntries(String name, Pool pool) {
    for (Pool.Entry entry : pool.entries()) {
      entry
          .address()
          .ifPresent(
              address ->
                  entries
                      .computeIfAbsent(pool.networkOf(entry), k -> new TreeMap<>())
                      .computeIfAbsent(address, k -> new TreeSet<>())
                      .add(name));
    }
  }

  private void addNic(Network.IpConfiguration configuration) {
    if (configuration.address().isEmpty() || configuration.subnet().isEmpty()) {
      unknown.add(
          "ipConfiguration "
              + configuration.id()
              + " is in a pool and shows no "
              + (configuration.address().isEmpty() ? "address" : "subnet"));
      return;
    }
    byNic
        .computeIfAbsent(configuration.subnet().get().root(), k -> new TreeSet<>())
        .add(configuration.address().get());
  }

  private void addReferences(
      String name,
      Pool pool,
      Map<ArmId, Network.IpConfiguration> configurations,
      Inventory inventory) {
    for (ArmId id : pool.backendIpConfigurations()) {
      Network.IpConfiguration configuration = configurations.get(id);
      if (configuration == null) {
        unknown.add(
            "pool "
                + name
                + " lists ipConfiguration "
                + id
                + ", which could not be read: "
                + inventory.nics().unreadable().orElse("not in the inventory"));
      } else {
        addNic(configuration);
      }
    }
  }

  /** Networks that members are in or that were read, sorted. */
  SortedSet<ArmId> networks() {
    return networks;
  }

  /** What kept members from being seen. */
  List<String> unknown() {
    return unknown;
  }

  /** Addresses that may be members in a network, those of {@link #anywhere} among them. */
  SortedSet<Address> in(ArmId network) {
    SortedSet<Address> all = new TreeSet<>(byNic.getOrDefault(network, new TreeSet<>()));
    all.addAll(entries.getOrDefault(Optional.of(network), new TreeMap<>()).keySet());
    all.addAll(entries.getOrDefault(ANY, new TreeMap<>()).keySet());
    return all;
  }

  /** Pools with an entry of the address there, as {@code lb-1/cluster}. */
  List<String> pools(Optional<ArmId> network, Address address) {
    return List.copyOf(
        entries.getOrDefault(network, new TreeMap<>()).getOrDefault(address, new TreeSet<>()));
  }

  /** Entries whose network neither they nor their pools say. */
  SortedSet<Address> anywhere() {
    return new TreeSet<>(entries.getOrDefault(ANY, new TreeMap<>()).keySet());
  }

  private static List<String> texts(java.util.Collection<Address> addresses) {
    return addresses.stream().map(Address::text).toList();
  }
}
