package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Network;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Who is behind an address: rung 1 of the ladder. */
final class Machines {
  private final Map<Address, Machine> seen = new HashMap<>();
  private final Set<Address> listed = new HashSet<>();
  private final Inventory inventory;

  /**
   * A machine behind an address.
   *
   * @param nic and {@code configuration}: the one in the mapping's network that holds the address;
   *     empty for a listed node that no NIC shows
   * @param doubt why it is not known whether there is a NIC, or a machine at all
   * @param subnet of a NIC that could not be read, where the network says it
   */
  record Machine(
      Optional<Network.Nic> nic,
      Optional<Network.IpConfiguration> configuration,
      Optional<String> doubt,
      Optional<ArmId> subnet) {

    Machine(
        Optional<Network.Nic> nic,
        Optional<Network.IpConfiguration> configuration,
        Optional<String> doubt) {
      this(nic, configuration, doubt, Optional.empty());
    }

    /** The VM where the NIC says so, else the NIC. */
    Optional<ArmId> id() {
      return nic.map(n -> n.virtualMachine().orElse(n.id()));
    }

    /**
     * Whether membership of a pool gives SNAT: for IPv4 by the primary configuration only, for IPv6
     * by any (an IPv6 configuration is never primary). Without a NIC it counts as primary.
     */
    boolean servedBySnat(Family family) {
      return family == Family.IPV6
          || configuration.map(Network.IpConfiguration::primary).orElse(true);
    }
  }

  Machines(Mapping mapping, Inventory inventory) {
    for (Network.Nic nic : inventory.nics().all()) {
      for (Network.IpConfiguration configuration : nic.ipConfigurations()) {
        if (configuration.address().isPresent()
            && isIn(mapping.virtualNetwork(), configuration.subnet())) {
          seen.putIfAbsent(
              configuration.address().get(),
              new Machine(Optional.of(nic), Optional.of(configuration), Optional.empty()));
        }
      }
    }
    for (Mapping.Node node : mapping.nodes().values()) {
      listed.addAll(node.addresses());
    }
    this.inventory = inventory;
  }

  /**
   * Only NICs in the mapping's network count: the same address in another network is another
   * machine. Every listed node counts, seen or not: the inventory can lag. Where NICs could not be
   * read, an address may belong to one of them.
   *
   * @return empty: there is no machine, a removal costs nobody anything
   */
  Optional<Machine> at(Address address) {
    Machine machine = seen.get(address);
    if (machine != null) {
      return Optional.of(machine);
    }
    Inventory.Holder holder = inventory.reach().holders().get(address);
    if (holder != null) {
      return Optional.of(unseen(holder));
    }
    Optional<String> unreadable =
        inventory.reach().sought().contains(address)
            ? inventory.reach().unreadable()
            : inventory.nics().unreadable();
    if (!listed.contains(address) && unreadable.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Machine(Optional.empty(), Optional.empty(), unreadable.map(Machines::doubt)));
  }

  /** The network names its NIC, which came in no list. */
  private Machine unseen(Inventory.Holder holder) {
    String cause =
        inventory
            .nics()
            .cause(holder.configuration())
            .orElse("no list has " + holder.configuration().root());
    return new Machine(
        Optional.empty(), Optional.empty(), Optional.of(doubt(cause)), holder.subnet());
  }

  private static String doubt(String cause) {
    return "network interfaces could not be read: " + cause;
  }

  /** A configuration without a subnet may be in any network, so also in ours. */
  private static boolean isIn(ArmId network, Optional<ArmId> subnet) {
    return subnet.map(id -> id.root().equals(network)).orElse(true);
  }
}
