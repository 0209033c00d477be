package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Prefix;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.testing.World;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Gateways, subnets, memberships and rules, each alone over an inventory made by hand. */
class NetworkRungsTest {
  private static final ArmId GATEWAY = ArmId.of(World.NETWORK + "natGateways/nat-1");
  private static final ArmId SECOND = ArmId.of(World.NETWORK + "natGateways/nat-2");
  private static final ArmId OTHER_NETWORK = ArmId.of(World.NETWORK + "virtualNetworks/vnet-2");
  private static final ArmId PIP4 = ArmId.of(World.NETWORK + "publicIPAddresses/pip-4");
  private static final ArmId PIP6 = ArmId.of(World.NETWORK + "publicIPPrefixes/pip-6");

  private final List<Network.NatGateway> gateways = new ArrayList<>();
  private Optional<String> gatewaysUnreadable = Optional.empty();
  private Optional<ArmId> ofSubnet = Optional.empty();
  private Optional<ArmId> ofNetwork = Optional.empty();

  private Inventory inventory() {
    Inventory plain = new World().inventory();
    return new Inventory(
        plain.loadBalancers(),
        plain.virtualNetworks(),
        plain.nics(),
        Inventory.Part.complete(
            List.of(new Network.PublicAddress(PIP4, Family.IPV4)), Network.PublicAddress::id),
        Inventory.Part.complete(
            List.of(new Network.PublicAddress(PIP6, Family.IPV6)), Network.PublicAddress::id),
        new Inventory.Part<>(
            Inventory.Part.complete(gateways, Network.NatGateway::id).byId(), gatewaysUnreadable),
        plain.routeTables());
  }

  private void gateway(
      ArmId id, String sku, String state, boolean ipv4, boolean ipv6, Optional<ArmId> source) {
    gateways.add(new Network.NatGateway(id, sku, state, ipv4, ipv6, source));
  }

  private String verdict(Family family) {
    Network.Subnet subnet =
        new Network.Subnet(
            World.SUBNET,
            List.of(Prefix.of("10.0.0.0/16")),
            ofSubnet,
            Optional.empty(),
            Optional.empty());
    Network.VirtualNetwork network =
        new Network.VirtualNetwork(World.VNET, List.of(subnet), ofNetwork);
    Verdict verdict = new NatGateways(inventory(), Optional.of(network)).of(subnet, family);
    return verdict.kind() + " " + verdict.evidence();
  }

  @Test
  void theGatewayOfTheNetworkServesSubnetsWithoutOne() {
    assertEquals("OPEN ", verdict(Family.IPV4));
    ofNetwork = Optional.of(GATEWAY);
    assertEquals(
        "UNKNOWN network vnet-1 names NAT gateway nat-1, which could not be read:"
            + " not in the inventory",
        verdict(Family.IPV4));
    gateway(GATEWAY, "StandardV2", "Succeeded", true, false, Optional.empty());
    assertEquals("SETTLED NAT gateway nat-1 on network vnet-1", verdict(Family.IPV4));
    assertEquals("OPEN ", verdict(Family.IPV6));
  }

  @Test
  void theSubnetsOwnGatewayReplacesTheNetworksEvenIfItGivesNothing() {
    ofNetwork = Optional.of(GATEWAY);
    ofSubnet = Optional.of(SECOND);
    gateway(GATEWAY, "Standard", "Succeeded", true, false, Optional.of(World.VNET));
    gateway(SECOND, "Standard", "Succeeded", false, false, Optional.empty());
    assertEquals("OPEN ", verdict(Family.IPV4));
  }

  @Test
  void aGatewayThatSaysItServesTheNetworkDoes() {
    gateway(GATEWAY, "Standard", "Succeeded", true, true, Optional.of(OTHER_NETWORK));
    assertEquals("OPEN ", verdict(Family.IPV4));
    gateway(SECOND, "Standard", "Succeeded", true, true, Optional.of(World.VNET));
    assertEquals("SETTLED NAT gateway nat-2 on network vnet-1", verdict(Family.IPV4));
    assertEquals("OPEN ", verdict(Family.IPV6), "IPv6 takes StandardV2");
    gateways.clear();
    gateway(SECOND, "standardv2", "failed", true, true, Optional.of(World.VNET));
    assertEquals("OPEN ", verdict(Family.IPV4));
    gateways.clear();
    gateway(SECOND, "standardv2", "Updating", false, true, Optional.of(World.VNET));
    assertEquals("OPEN ", verdict(Family.IPV4));
    assertEquals("SETTLED NAT gateway nat-2 on network vnet-1", verdict(Family.IPV6));
  }

  @Test
  void anyGatewayThatCannotBeReadMayServeTheNetwork() {
    gatewaysUnreadable = Optional.of("503");
    assertEquals("UNKNOWN a NAT gateway may serve network vnet-1: 503", verdict(Family.IPV4));
    ofNetwork = Optional.of(GATEWAY);
    assertEquals(
        "UNKNOWN network vnet-1 names NAT gateway nat-1, which could not be read: 503",
        verdict(Family.IPV4));
    ofNetwork = Optional.empty();
    gateway(SECOND, "Standard", "Succeeded", true, false, Optional.of(World.VNET));
    assertEquals("SETTLED NAT gateway nat-2 on network vnet-1", verdict(Family.IPV4));
  }

  @Test
  void aGatewayThatSaysItServesANetworkThatNamesAnotherIsInDoubt() {
    ofNetwork = Optional.of(GATEWAY);
    gateway(SECOND, "Standard", "Succeeded", true, false, Optional.of(World.VNET));
    assertEquals(
        "UNKNOWN network vnet-1 names NAT gateway nat-1, which could not be read:"
            + " not in the inventory",
        verdict(Family.IPV4));
    gateway(GATEWAY, "Standard", "Failed", true, false, Optional.of(World.VNET));
    assertEquals(
        "UNKNOWN NAT gateway nat-2 says that it serves network vnet-1, which names nat-1",
        verdict(Family.IPV4));
    assertEquals("OPEN ", verdict(Family.IPV6));
    gateways.remove(1);
    gateway(GATEWAY, "Standard", "Succeeded", true, false, Optional.empty());
    assertEquals("SETTLED NAT gateway nat-1 on network vnet-1", verdict(Family.IPV4));
  }

  @Test
  void theNetworkIsFoundByItsId() {
    assertEquals(
        Optional.of(World.VNET),
        new Subnets(World.VNET, inventory()).network().map(Network.VirtualNetwork::id));
    assertEquals(Optional.empty(), new Subnets(OTHER_NETWORK, inventory()).network());
  }

  private static ArmId frontend(String name) {
    return ArmId.of(World.LB + "/frontendIPConfigurations/" + name);
  }

  /** Rules of one load balancer with a frontend of each family, one lost and one internal. */
  private Snat snat(List<LoadBalancer.BalancingRule> rules, List<LoadBalancer.OutboundRule> out) {
    LoadBalancer loadBalancer =
        new LoadBalancer(
            World.LB,
            "lb-1",
            "",
            "Standard",
            "Regional",
            "Succeeded",
            List.of(
                new LoadBalancer.Frontend(frontend("v4"), Optional.of(PIP4), Optional.empty()),
                new LoadBalancer.Frontend(frontend("v6"), Optional.empty(), Optional.of(PIP6)),
                new LoadBalancer.Frontend(
                    frontend("lost"), Optional.of(ArmId.of(PIP4 + "0")), Optional.empty()),
                new LoadBalancer.Frontend(frontend("in"), Optional.empty(), Optional.empty())),
            List.of(),
            rules,
            out);
    return new Snat(List.of(loadBalancer), new PublicAddresses(inventory()));
  }

  private static LoadBalancer.BalancingRule rule(String name, String frontend, boolean snat) {
    return new LoadBalancer.BalancingRule(
        name,
        EnumSet.of(Protocol.TCP),
        Optional.of(frontend(frontend)),
        Set.of(World.poolId("a")),
        snat,
        true);
  }

  private static LoadBalancer.OutboundRule outbound(String name, String... frontends) {
    return new LoadBalancer.OutboundRule(
        name,
        EnumSet.of(Protocol.UDP),
        java.util.Arrays.stream(frontends).map(NetworkRungsTest::frontend).toList(),
        Optional.of(World.poolId("b")),
        0);
  }

  @Test
  void theFirstRuleByNameGivesSnat() {
    Snat snat =
        snat(
            List.of(rule("c", "v4", true), rule("b", "v4", true), rule("d", "v4", true)),
            List.of(outbound("x", "v6", "lost", "in")));
    ArmId a = World.poolId("a");
    ArmId b = World.poolId("b");
    assertEquals(Optional.of("b"), snat.of(a, Family.IPV4, Protocol.TCP).rule());
    assertEquals(Snat.Supply.NONE, snat.of(a, Family.IPV6, Protocol.TCP));
    assertEquals(Snat.Supply.NONE, snat.of(a, Family.IPV4, Protocol.UDP));
    assertEquals(Optional.of("x"), snat.of(b, Family.IPV6, Protocol.UDP).rule());
    assertEquals(Map.of(), snat.of(b, Family.IPV6, Protocol.UDP).dependsOn());
    assertEquals(
        Map.of(ArmId.of(PIP4 + "0"), "x"), snat.of(b, Family.IPV4, Protocol.UDP).dependsOn());
    assertEquals(true, snat.isNamedByOutboundRule(b));
    assertEquals(false, snat.isNamedByOutboundRule(a));
    assertEquals(true, snat.isSnatPool(a));
  }

  @Test
  void aLostAddressIsNamedWithItsFirstRule() {
    Snat snat = snat(List.of(rule("c", "lost", true), rule("b", "lost", true)), List.of());
    Snat.Supply supply = snat.of(World.poolId("a"), Family.IPV4, Protocol.TCP);
    assertEquals(Map.of(ArmId.of(PIP4 + "0"), "b"), supply.dependsOn());
    assertEquals(true, supply.possible());
  }

  @Test
  void rulesWithoutSnatAndInternalFrontendsGiveNothing() {
    Snat snat = snat(List.of(rule("a", "v4", false), rule("b", "in", true)), List.of());
    assertEquals(Snat.Supply.NONE, snat.of(World.poolId("a"), Family.IPV4, Protocol.TCP));
    assertEquals(false, snat.isSnatPool(World.poolId("a")));
  }

  @Test
  void aMembershipByReferenceOfEitherSideIsOne() {
    World world = new World().node(4).nic(4, World.ip(4), true, World.poolId("named").text());
    ArmId configuration =
        ArmId.of(World.NETWORK + "networkInterfaces/nic-4/ipConfigurations/ipconfig1");
    ArmId stranger = ArmId.of(World.NETWORK + "networkInterfaces/nic-9/ipConfigurations/ipconfig1");
    world.pool("named", "Succeeded", List.of(), List.of());
    world.pool("listed", "Succeeded", List.of(), List.of(stranger, configuration));
    world.pool("entry", 4, 5);
    Address four = Address.of(World.ip(4));
    Machines machines = new Machines(world.mapping(), world.inventory());
    Memberships memberships =
        new Memberships(
            world.input(), world.inventory(), Map.of(four, machines.at(four).orElseThrow()));
    assertEquals(
        List.of("lb-1/entry ip", "lb-1/listed nic", "lb-1/named nic"),
        memberships.of(four).stream()
            .map(m -> m.poolName() + (m.ip() ? " ip" : "") + (m.nic() ? " nic" : ""))
            .sorted()
            .toList());
    assertEquals(List.of(), memberships.of(Address.of(World.ip(5))), "nobody asked");
  }
}
