package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import java.util.Optional;

/** Rung 4, a machine's own public address, and the family of public frontends. */
final class PublicAddresses {
  private final Inventory inventory;

  PublicAddresses(Inventory inventory) {
    this.inventory = inventory;
  }

  /**
   * Of the configuration that holds the address. The public address of a scale set instance is in
   * no list and is taken as there.
   */
  Verdict of(Machines.Machine machine) {
    Optional<ArmId> id = machine.configuration().flatMap(Network.IpConfiguration::publicIp);
    if (id.isEmpty()) {
      return Verdict.OPEN;
    }
    boolean ofScaleSet = machine.nic().filter(Network.Nic::ofScaleSetInstance).isPresent();
    if (ofScaleSet || inventory.publicIps().get(id.get()).isPresent()) {
      return Verdict.settled("public address " + id.get().name() + " of its own");
    }
    String nic = machine.nic().map(n -> n.id().name()).orElse("");
    return Verdict.unknown(
        Unreadable.named("NIC " + nic + " names public address", id.get(), inventory.publicIps()));
  }

  /** Address or prefix of a frontend; empty: it is internal. */
  static Optional<ArmId> idOf(LoadBalancer.Frontend frontend) {
    return frontend.publicIp().or(frontend::publicPrefix);
  }

  /**
   * @return empty: it cannot be read, the frontend may be of either family
   */
  Optional<Family> familyOf(ArmId publicAddress) {
    return inventory
        .publicIps()
        .get(publicAddress)
        .or(() -> inventory.publicPrefixes().get(publicAddress))
        .map(Network.PublicAddress::family);
  }

  String unreadable(String what, ArmId id) {
    return Unreadable.named(
        what, id, isPrefix(id) ? inventory.publicPrefixes() : inventory.publicIps());
  }

  private static boolean isPrefix(ArmId id) {
    return id.isOfType("Microsoft.Network/publicIPPrefixes");
  }
}
