package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Network;
import java.util.Optional;

/** Rung 3: the NAT gateway of the subnet, else the one of the whole network. */
final class NatGateways {
  private final Inventory.Part<Network.NatGateway> gateways;
  private final Optional<Network.VirtualNetwork> network;

  NatGateways(Inventory inventory, Optional<Network.VirtualNetwork> network) {
    this.gateways = inventory.natGateways();
    this.network = network;
  }

  /** The subnet's own gateway replaces the network's even if it gives nothing. */
  Verdict of(Network.Subnet subnet, Family family) {
    String where = "subnet " + subnet.id().name();
    return subnet.natGateway().isPresent()
        ? named(subnet.natGateway().get(), where, family)
        : ofNetwork(subnet.id().root(), family);
  }

  /** The one the network names, or any that says it serves the network. */
  private Verdict ofNetwork(ArmId networkId, Family family) {
    String where = "network " + networkId.name();
    Verdict verdict =
        network
            .flatMap(Network.VirtualNetwork::defaultNatGateway)
            .map(id -> named(id, where, family))
            .orElse(Verdict.OPEN);
    if (verdict.kind() == Verdict.Kind.SETTLED) {
      return verdict;
    }
    for (Network.NatGateway gateway : gateways.all()) {
      boolean serves = gateway.sourceVirtualNetwork().filter(networkId::equals).isPresent();
      if (serves && covers(gateway, family)) {
        return settled(gateway.id(), where);
      }
    }
    // One that serves the network unnamed is looked for beside it.
    Optional<String> cause = gateways.cause(networkId);
    if (verdict.kind() == Verdict.Kind.OPEN && cause.isPresent()) {
      return Verdict.unknown("a NAT gateway may serve " + where + ": " + cause.get());
    }
    return verdict;
  }

  private Verdict named(ArmId id, String where, Family family) {
    Optional<Network.NatGateway> gateway = gateways.get(id);
    if (gateway.isEmpty()) {
      return Verdict.unknown(Unreadable.named(where + " names NAT gateway", id, gateways));
    }
    return covers(gateway.get(), family) ? settled(id, where) : Verdict.OPEN;
  }

  private static Verdict settled(ArmId id, String where) {
    return Verdict.settled("NAT gateway " + id.name() + " on " + where);
  }

  /** Not Failed; for IPv6 only StandardV2; it needs an address or prefix of the family. */
  private static boolean covers(Network.NatGateway gateway, Family family) {
    if (gateway.provisioningState().equalsIgnoreCase("Failed")) {
      return false;
    }
    return family == Family.IPV4
        ? gateway.ipv4()
        : gateway.ipv6() && gateway.sku().equalsIgnoreCase("StandardV2");
  }
}
