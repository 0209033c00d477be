package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.arm.Listing.Kind;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Whose the ipConfigurations of a virtual network are, collected while they pass by. Holds only
 * addresses of interest and one entry per list that shows NICs, however many configurations pass.
 */
final class Holders {
  /** More than a virtual network can have addresses; what comes then is no virtual network. */
  static final int MAX_CONFIGURATIONS = 2_000_000;

  private static final String NIC = "Microsoft.Network/networkInterfaces";
  private static final String SCALE_SET = "Microsoft.Compute/virtualMachineScaleSets";

  private final Set<Address> ofInterest;
  private final int limit;
  private final Map<Address, ArmId> ofSubnet = new HashMap<>();
  private final Map<Address, Inventory.Holder> byAddress = new HashMap<>();
  private final Set<Listing> lists = new LinkedHashSet<>();
  private final Set<Listing> withoutAddress = new LinkedHashSet<>();
  private int count;

  Holders(Set<Address> ofInterest) {
    this(ofInterest, MAX_CONFIGURATIONS);
  }

  Holders(Set<Address> ofInterest, int limit) {
    this.ofInterest = ofInterest;
    this.limit = limit;
  }

  /** Other owners than NICs (gateways, load balancers, firewalls) are no machines. */
  void add(JsonNode configuration) throws IOException {
    count++;
    if (count > limit) {
      throw new IOException("more than " + limit + " ipConfigurations in one virtual network");
    }
    Optional<ArmId> id = ArmId.parse(configuration.path("id").asText(""));
    Optional<Listing> list = id.flatMap(Holders::listOf);
    if (list.isEmpty()) {
      return;
    }
    lists.add(list.get());
    Optional<Address> address =
        Address.parse(configuration.path("properties").path("privateIPAddress").asText(""));
    if (address.isEmpty()) {
      withoutAddress.add(list.get());
    } else if (ofInterest.contains(address.get())) {
      ofSubnet.putIfAbsent(address.get(), id.get());
    }
  }

  /** What was added since the last end is of this subnet. */
  void subnetEnds(Optional<ArmId> subnet) {
    ofSubnet.forEach(
        (address, id) -> byAddress.putIfAbsent(address, new Inventory.Holder(id, subnet)));
    ofSubnet.clear();
  }

  /** The list that shows the NIC of an ipConfiguration, if it is one of a NIC. */
  static Optional<Listing> listOf(ArmId configuration) {
    ArmId owner = configuration.root();
    if (owner.isOfType(NIC)) {
      return Optional.of(new Listing(Kind.NICS, owner.resourceGroupId()));
    }
    return owner.isOfType(SCALE_SET)
        ? Optional.of(new Listing(Kind.SCALE_SET_NICS, owner))
        : Optional.empty();
  }

  Map<Address, Inventory.Holder> byAddress() {
    return byAddress;
  }

  /** All lists that show NICs of the network. */
  Set<Listing> lists() {
    return lists;
  }

  /** Those with a NIC whose address the network did not show: it may have any. */
  Set<Listing> withoutAddress() {
    return withoutAddress;
  }

  int count() {
    return count;
  }
}
