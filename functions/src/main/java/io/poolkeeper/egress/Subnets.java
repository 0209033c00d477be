package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Network;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which subnet of the mapping's network an address is in. */
final class Subnets {
  private final Optional<Network.VirtualNetwork> network;
  private final Map<ArmId, Network.Subnet> byId = new HashMap<>();
  private final String cause;
  private final ArmId networkId;

  /**
   * @param id of the subnet, if there is one and it is known which
   * @param subnet the subnet, if it could be read
   * @param doubt why it is not known
   */
  record Place(Optional<ArmId> id, Optional<Network.Subnet> subnet, Optional<String> doubt) {
    static final Place NONE = new Place(Optional.empty(), Optional.empty(), Optional.empty());
  }

  Subnets(ArmId networkId, Inventory inventory) {
    this.networkId = networkId;
    network = inventory.virtualNetworks().get(networkId);
    network
        .map(Network.VirtualNetwork::subnets)
        .orElse(List.of())
        .forEach(subnet -> byId.put(subnet.id(), subnet));
    cause = inventory.virtualNetworks().unreadable().orElse("not in the inventory");
  }

  Optional<Network.VirtualNetwork> network() {
    return network;
  }

  /**
   * The subnet of the NIC; for a listed node without one, that whose prefix contains the address.
   * No such subnet: no NAT gateway, no user route, no default access.
   */
  Place of(Address address, Machines.Machine machine) {
    if (machine.configuration().isPresent()) {
      return machine
          .configuration()
          .get()
          .subnet()
          .map(this::byId)
          .orElseGet(() -> unreadable(Optional.empty(), "the subnet of a NIC is not given"));
    }
    if (machine.subnet().isPresent()) {
      return byId(machine.subnet().get());
    }
    if (network.isEmpty()) {
      return unreadable(
          Optional.empty(), "network " + networkId.name() + " could not be read: " + cause);
    }
    for (Network.Subnet subnet : network.get().subnets()) {
      if (subnet.prefixes().stream().anyMatch(prefix -> prefix.contains(address))) {
        return new Place(Optional.of(subnet.id()), Optional.of(subnet), Optional.empty());
      }
    }
    return Place.NONE;
  }

  private Place byId(ArmId id) {
    Network.Subnet subnet = byId.get(id);
    return subnet != null
        ? new Place(Optional.of(id), Optional.of(subnet), Optional.empty())
        : unreadable(Optional.of(id), "subnet " + id.name() + " could not be read: " + cause);
  }

  private static Place unreadable(Optional<ArmId> id, String doubt) {
    return new Place(id, Optional.empty(), Optional.of(doubt));
  }
}
