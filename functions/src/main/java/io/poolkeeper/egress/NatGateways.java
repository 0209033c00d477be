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

  /**
   * The one the network names; where it names none, any that says it serves the network. One that
   * says so beside the one that is named contradicts the network: in doubt.
   */
  private Verdict ofNetwork(ArmId networkId, Family family) {
    String where = "network " + networkId.name();
    Optional<ArmId> byName = network.flatMap(Network.VirtualNetwork::defaultNatGateway);
    Verdict verdict = byName.map(id -> named(id, where, family)).orElse(Verdict.OPEN);
    if (verdict.kind() != Verdict.Kind.OPEN) {
      return verdict;
    }
    for (Network.NatGateway gateway : gateways.all()) {
      boolean serves = gateway.sourceVirtualNetwork().filter(networkId::equals).isPresent();
      if (serves && covers(gateway, family)) {
        return byName.isEmpty()
            ? settled(gateway.id(), where)
            : Verdict.unknown(contradiction(gateway.id(), where, byName.get()));
      }
    }
    // One that serves the network unnamed is looked for beside it.
    Optional<String> cause = gateways.cause(networkId);
    return cause
        .map(why -> Verdict.unknown("a NAT gateway may serve " + where + ": " + why))
        .orElse(verdict);
  }

  private static String contradiction(ArmId claims, String where, ArmId named) {
    return "NAT gateway "
        + claims.name()
        + " says that it serves "
        + where
        + ", which names "
        + named.name();
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
