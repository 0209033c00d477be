package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.egress.AuditReport.AuditedAddress;
import io.poolkeeper.egress.AuditReport.Dependence;
import io.poolkeeper.egress.AuditReport.DependenceKind;
import io.poolkeeper.egress.AuditReport.Level;
import io.poolkeeper.egress.AuditReport.WayKind;
import io.poolkeeper.egress.AuditReport.WayOut;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.testing.World;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EgressAuditTest {
  private static final String REMEDIES = "; remedies: NAT gateway, separate outbound pool";

  private static AuditReport audit(World world, Inventory inventory) {
    return EgressAudit.of(
        inventory,
        new EgressAudit.Conditions(
            new TreeSet<>(world.protocols),
            world.assumeDefaultOutbound,
            world.controls,
            World.NOW));
  }

  private static AuditedAddress only(World world) {
    return only(world, world.inventory());
  }

  private static AuditedAddress only(World world, Inventory inventory) {
    AuditReport report = audit(world, inventory);
    assertEquals(1, report.addresses().size(), report.toString());
    assertEquals(List.of(), report.unknown());
    return report.addresses().get(0);
  }

  private static World oneMember() {
    return new World().nic(4).snatPool("ns-web", 4);
  }

  /** {@code KIND LEVEL evidence} of each way out, for TCP. */
  private static List<String> ways(AuditedAddress address) {
    return address.waysOut().stream()
        .map(w -> w.kind() + " " + w.strength().get(Protocol.TCP) + " " + w.evidence())
        .toList();
  }

  @Test
  void aMemberByAddressAloneHasASinglePoint() {
    AuditedAddress machine = only(oneMember());
    assertEquals(Optional.of(World.vm(4)), machine.machine());
    assertEquals(Optional.of(World.SUBNET), machine.subnet());
    assertEquals(Map.of(Protocol.TCP, Level.POSSIBLE), machine.strength());
    assertEquals(
        List.of("POOL POSSIBLE pool lb-1/ns-web (IP member, rule r-ns-web, TCP)"), ways(machine));
    Dependence single = machine.singlePoints().get(0);
    assertEquals(
        "only way out: rule r-ns-web on pool lb-1/ns-web; lost when the machine leaves that pool"
            + REMEDIES,
        single.evidence());
    assertFalse(single.inDoubt());
    assertEquals(List.of("NAT gateway", "separate outbound pool"), single.remedies());
  }

  @Test
  void aMemberByNicIsFoundWithoutAnEntry() {
    World world =
        new World()
            .nic(4, World.ip(4), true, World.poolId("ns-web").text())
            .rule("ns-web", true, Protocol.TCP)
            .pool("ns-web");
    AuditedAddress machine = only(world);
    assertEquals(
        List.of("POOL CERTAIN pool lb-1/ns-web (NIC member, rule r-ns-web, TCP)"), ways(machine));
    assertEquals(1, machine.singlePoints().size());
  }

  @Test
  void twoPoolsAreNoSinglePoint() {
    AuditedAddress machine = only(oneMember().snatPool("ns-api", 4));
    assertEquals(2, machine.waysOut().size());
    assertEquals(List.of(), machine.dependences());
  }

  @Test
  void aCertainWayOutBesideAPossibleOneIsNoSinglePoint() {
    World world =
        new World()
            .nic(4, World.ip(4), true, World.poolId("ns-web").text())
            .snatPool("ns-web", 4)
            .snatPool("ns-api", 4);
    AuditedAddress machine = only(world);
    assertEquals(Map.of(Protocol.TCP, Level.CERTAIN), machine.strength());
    assertEquals(List.of(), machine.singlePoints());
    assertEquals(DependenceKind.WEAKER_WITHOUT, machine.dependences().get(0).kind());
    assertEquals(
        "only certain way out: rule r-ns-web on pool lb-1/ns-web; lost when the machine leaves that"
            + " pool, what is left is only possible"
            + REMEDIES,
        machine.dependences().get(0).evidence());
  }

  @Test
  void aNatGatewayIsEnoughAndPoolsAreListedBesideIt() {
    AuditedAddress machine = only(oneMember().natGateway(true));
    assertEquals(
        List.of(
            "NAT_GATEWAY CERTAIN NAT gateway nat-1 on subnet nodes",
            "POOL POSSIBLE pool lb-1/ns-web (IP member, rule r-ns-web, TCP)"),
        ways(machine));
    assertEquals(Map.of(Protocol.TCP, Level.CERTAIN), machine.strength());
    assertEquals(List.of(), machine.dependences());
    assertTrue(
        audit(oneMember().natGateway(true), oneMember().natGateway(true).inventory()).isClean());
  }

  @Test
  void aNatGatewayThatCannotBeReadIsUnknownAndNotAbsent() {
    AuditedAddress machine = only(oneMember().natGateway(false));
    String cause =
        "subnet nodes names NAT gateway nat-1, which could not be read: 403 AuthorizationFailed";
    assertEquals("NAT_GATEWAY UNKNOWN " + cause, ways(machine).get(0));
    assertEquals(Map.of(Protocol.TCP, Level.UNKNOWN), machine.strength());
    assertEquals(List.of(cause), machine.unknown());
    assertTrue(machine.singlePoints().get(0).inDoubt());
    assertEquals(
        "perhaps the only way out: rule r-ns-web on pool lb-1/ns-web; lost when the machine leaves"
            + " that pool; unknown: "
            + cause
            + REMEDIES,
        machine.singlePoints().get(0).evidence());
  }

  @Test
  void anApplianceIsCertainAndARouteToNowhereIsNone() {
    World world = oneMember();
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "VirtualAppliance"));
    assertEquals(
        "ROUTES CERTAIN route table table-1 on subnet nodes leads all traffic to the internet"
            + " through an appliance or gateway",
        ways(only(world)).get(0));
    assertEquals(Map.of(Protocol.TCP, Level.CERTAIN), only(world).strength());
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "None"));
    assertEquals(Map.of(Protocol.TCP, Level.NONE), only(world).strength());
    assertEquals(
        "ROUTES NONE route table table-1 on subnet nodes drops all traffic to the internet",
        ways(only(world)).get(0));
    assertEquals(List.of(), only(world).dependences());
  }

  @Test
  void routesThatCannotBeReadMayTakeAllAway() {
    World world = oneMember();
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "Teleport"));
    assertEquals(Map.of(Protocol.TCP, Level.UNKNOWN), only(world).strength());
    World nic =
        new World().nic(4, World.ip(4), true, World.poolId("ns-web").text()).snatPool("ns-web", 4);
    nic.routes = world.routes;
    assertEquals(Map.of(Protocol.TCP, Level.UNKNOWN), only(nic).strength());
  }

  @Test
  void aPublicAddressOfItsOwnIsCertain() {
    World world = oneMember();
    Inventory inventory = world.inventory();
    ArmId own = ArmId.of(World.NETWORK + "publicIPAddresses/pip-1");
    AuditedAddress machine = only(world, withPublicIp(inventory, own));
    assertEquals("PUBLIC_ADDRESS CERTAIN public address pip-1 of its own", ways(machine).get(0));
    assertEquals(List.of(), machine.dependences());
    ArmId lost = ArmId.of(World.NETWORK + "publicIPAddresses/lost");
    assertEquals(
        Map.of(Protocol.TCP, Level.UNKNOWN), only(world, withPublicIp(inventory, lost)).strength());
  }

  private static Inventory withPublicIp(Inventory of, ArmId publicIp) {
    Network.Nic nic = of.nics().all().iterator().next();
    Network.IpConfiguration c = nic.ipConfigurations().get(0);
    Network.IpConfiguration changed =
        new Network.IpConfiguration(
            c.id(), c.address(), c.primary(), c.subnet(), Optional.of(publicIp), c.pools());
    return new Inventory(
        of.loadBalancers(),
        of.virtualNetworks(),
        Inventory.Part.complete(
            List.of(new Network.Nic(nic.id(), nic.virtualMachine(), List.of(changed))),
            Network.Nic::id),
        of.publicIps(),
        of.publicPrefixes(),
        of.natGateways(),
        of.routeTables());
  }

  private static Controls declared(Family family, Optional<Instant> until) {
    return new Controls(
        Optional.empty(),
        Map.of(),
        List.of(new Controls.DeclaredEgress(World.SUBNET, family, "BGP", until)));
  }

  @Test
  void declaredEgressIsCertainForItsFamilyUntilItEnds() {
    World world = oneMember();
    world.controls = declared(Family.IPV4, Optional.empty());
    assertEquals(
        "DECLARED CERTAIN declared egress on subnet nodes (IPv4): because BGP",
        ways(only(world)).get(0));
    assertEquals(List.of(), only(world).dependences());
    world.controls = declared(Family.IPV4, Optional.of(World.NOW));
    assertEquals(
        "DECLARED NONE declared egress on subnet nodes (IPv4) ended at 2026-12-01T12:00:00Z and"
            + " does not count",
        ways(only(world)).get(0));
    assertEquals(1, only(world).singlePoints().size());
    world.controls = declared(Family.IPV6, Optional.empty());
    assertEquals(1, only(world).waysOut().size());
    assertEquals(1, only(world).singlePoints().size());
  }

  @Test
  void defaultOutboundAccessIsToBeHadOnlyOutsideOfPools() {
    World world = new World().nic(4).pool("ns-web", 4);
    world.assumeDefaultOutbound = true;
    assertEquals(Map.of(Protocol.TCP, Level.NONE), only(world).strength());
    assertEquals(List.of("POOL NONE pool lb-1/ns-web (IP member, no SNAT)"), ways(only(world)));
    World snat = oneMember();
    assertEquals(1, only(snat).singlePoints().size());
    snat.assumeDefaultOutbound = true;
    assertEquals(List.of(), only(snat).dependences(), "outside of the pool it has as much");
  }

  @Test
  void aMembershipThatMayBeEndingMayGiveDefaultOutboundAccessBack() {
    World world = new World().nic(4).pool("ns-web", "Deleting", members(4), List.of());
    world.assumeDefaultOutbound = true;
    AuditedAddress machine = only(world);
    WayOut last = machine.waysOut().get(machine.waysOut().size() - 1);
    assertEquals(WayKind.DEFAULT_OUTBOUND, last.kind());
    assertEquals(Level.UNKNOWN, last.strength().get(Protocol.TCP));
    assertEquals(List.of("pool lb-1/ns-web is Deleting"), machine.unknown());
  }

  private static List<io.poolkeeper.model.Pool.Entry> members(int machine) {
    return List.of(World.entry("n" + machine, Optional.of(World.ip(machine))));
  }

  @Test
  void protocolsAreJudgedApart() {
    World world = oneMember();
    world.protocols = EnumSet.allOf(Protocol.class);
    AuditedAddress machine = only(world.outboundRule("ns-out", Protocol.UDP).pool("ns-out", 4));
    assertEquals(
        Map.of(Protocol.TCP, Level.POSSIBLE, Protocol.UDP, Level.POSSIBLE), machine.strength());
    assertEquals(
        List.of("lb-1/ns-out [UDP]", "lb-1/ns-web [TCP]"),
        machine.singlePoints().stream()
            .map(one -> one.pool().name() + " " + one.protocols())
            .toList());
    Dependence outbound = machine.singlePoints().get(0);
    assertFalse(outbound.pool().servesRules());
    assertEquals(List.of("NAT gateway"), outbound.remedies());
  }

  @Test
  void anAddressOfTheOtherFamilyGetsNothingFromTheFrontend() {
    World world =
        new World()
            .nic(4, "fd00::4", false)
            .rule("ns-web", true, Protocol.TCP)
            .pool(
                "ns-web",
                "Succeeded",
                List.of(World.entry("n4", Optional.of("fd00::4"))),
                List.of());
    assertEquals(Map.of(Protocol.TCP, Level.NONE), only(world).strength());
    assertEquals(List.of(), only(world).dependences());
  }

  @Test
  void aMemberThatNoMachineHasIsNamedApart() {
    AuditReport report = audit(oneMember(), oneMember().snatPool("ns-api", 5).inventory());
    assertEquals(1, report.addresses().size());
    assertEquals(
        List.of(
            new AuditReport.AbsentMember(
                Optional.empty(), Address.of(World.ip(5)), List.of("lb-1/ns-api"))),
        report.absent());
    assertTrue(audit(oneMember(), new World().snatPool("ns-api", 5).inventory()).isClean());
  }

  @Test
  void nicsThatCouldNotBeReadLeaveTheirMembersUnknown() {
    World world = oneMember().unreadableNics().snatPool("ns-api", 5);
    AuditReport report = audit(world, world.inventory());
    assertEquals(2, report.addresses().size());
    AuditedAddress unseen = report.addresses().get(1);
    assertEquals(Optional.empty(), unseen.machine());
    assertEquals(Map.of(Protocol.TCP, Level.UNKNOWN), unseen.strength());
    assertEquals(
        List.of("network interfaces could not be read: 403 AuthorizationFailed"), unseen.unknown());
  }

  @Test
  void aReferenceToANicThatNobodySeesIsUnknownNotAbsent() {
    ArmId lost = ArmId.of(World.NETWORK + "networkInterfaces/nic-9/ipConfigurations/ipconfig1");
    World world = new World().pool("ns-web", "Succeeded", List.of(), List.of(lost));
    AuditReport report = audit(world, world.inventory());
    assertEquals(
        List.of(
            "pool lb-1/ns-web lists ipConfiguration "
                + lost
                + ", which could not be read: not in the inventory"),
        report.unknown());
    assertFalse(report.isClean());
  }

  @Test
  void loadBalancersThatCouldNotBeReadAreUnknown() {
    AuditReport report =
        audit(oneMember(), oneMember().natGateway(true).unreadableLoadBalancers().inventory());
    assertEquals(List.of("load balancers could not be read: 503"), report.unknown());
    assertFalse(report.isClean());
  }

  @Test
  void aPoolThatANicNamesAndNobodySeesMayBeTheOnlyWayOut() {
    String pool = World.NETWORK + "loadBalancers/x/backendAddressPools/y";
    World world = new World().nic(4, World.ip(4), true, pool).pool("ns-web", 4);
    AuditedAddress machine = only(world);
    assertEquals(Map.of(Protocol.TCP, Level.UNKNOWN), machine.strength());
    assertEquals("x/y", machine.singlePoints().get(0).pool().name());
    assertTrue(machine.singlePoints().get(0).inDoubt());
  }

  @Test
  void onlyMembersOfTheLoadBalancersThatAreMeantAreAudited() {
    World world = oneMember();
    EgressAudit.Conditions conditions =
        new EgressAudit.Conditions(new TreeSet<>(world.protocols), false, Controls.NONE, World.NOW);
    assertEquals(List.of(), EgressAudit.of(world.inventory(), id -> false, conditions).addresses());
    assertEquals(
        1, EgressAudit.of(world.inventory(), World.LB::equals, conditions).addresses().size());
  }

  @Test
  void machinesAreCountedOnceHoweverManyAddressesTheyHave() {
    World world = oneMember().nic(5).snatPool("ns-api", 5);
    AuditReport report = audit(world, world.inventory());
    assertEquals(2, report.machinesAtRisk(one -> true).size());
    assertTrue(report.machinesAtRisk(one -> true).contains(World.vm(4).key()));
  }
}
