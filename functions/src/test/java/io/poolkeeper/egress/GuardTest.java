package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.testing.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GuardTest {

  /** One machine that should leave its only pool. */
  private static World leavingItsOnlyPool() {
    return new World().node(4).nic(4).snatPool("ns-web", 4).local("web");
  }

  private static Plan.Held onlyHold(World world) {
    List<Plan.Held> held =
        world.plan().pools().stream().flatMap(pool -> pool.held().stream()).toList();
    assertEquals(1, held.size(), held.toString());
    return held.get(0);
  }

  private static String whyAllowed(World world) {
    return world.judge().allowed().get("ns-web").get(Address.of(World.ip(4)));
  }

  @Test
  void aHoldSaysWhatWouldBeLostAndWhy() {
    Plan.Held held = onlyHold(leavingItsOnlyPool());
    assertEquals(
        "only way out is pool lb-1/ns-web (IP member, rule r-ns-web, TCP)", held.evidence());
    assertEquals(Map.of(Protocol.TCP, Strength.POSSIBLE), held.strength());
    assertEquals(Optional.of(World.vm(4)), held.machine());
    assertEquals("n4", held.node());
  }

  @Test
  void anUnknownMemberIsNamedByItsEntry() {
    World world =
        new World()
            .nic(4)
            .rule("ns-web", true, Protocol.TCP)
            .pool(
                "ns-web",
                "Succeeded",
                List.of(World.entry("somebody", Optional.of("10.0.0.4"))),
                List.of())
            .local("web");
    assertEquals("somebody", onlyHold(world).node());
  }

  @Test
  void aCertainWayOutIsNotGivenUpForAPossibleOne() {
    World world =
        new World()
            .node(4)
            .nic(4, World.ip(4), true, World.poolId("ns-web").text())
            .snatPool("ns-web", 4)
            .snatPool("ns-api", 4)
            .local("web")
            .local("api", 4);
    assertEquals(Map.of(Protocol.TCP, Strength.CERTAIN), onlyHold(world).strength());
    assertEquals(
        "a certain way out is pool lb-1/ns-web (NIC member, rule r-ns-web, TCP),"
            + " what is left is only possible",
        onlyHold(world).evidence());
  }

  @Test
  void aNatGatewayLetsTheRemovalThroughAndSaysSo() {
    World world = leavingItsOnlyPool().natGateway(true);
    assertEquals(List.of(), world.held());
    assertEquals("NAT gateway nat-1 on subnet nodes", whyAllowed(world));
  }

  @Test
  void whatCannotBeReadIsInDoubt() {
    World world = leavingItsOnlyPool().natGateway(false);
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(
        "subnet nodes names NAT gateway nat-1, which could not be read: 403 AuthorizationFailed",
        onlyHold(world).evidence());
    assertEquals(Map.of(Protocol.TCP, Strength.POSSIBLE), onlyHold(world).strength());
  }

  @Test
  void gatewaysThatCouldNotBeListedMayServeTheNetwork() {
    World world = leavingItsOnlyPool().unreadableNatGateways();
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals("a NAT gateway may serve network vnet-1: 503", onlyHold(world).evidence());
  }

  @Test
  void aNetworkThatCouldNotBeReadIsInDoubt() {
    World world = new World().node(4).snatPool("ns-web", 4).local("web").withoutNetwork();
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(
        "network vnet-1 could not be read: not in the inventory", onlyHold(world).evidence());
  }

  @Test
  void anAddressWithoutNicMayHaveOneWhereNicsCouldNotBeRead() {
    World gone = new World().snatPool("ns-web", 4).local("web");
    assertEquals(List.of(), gone.held());
    assertEquals("no machine has the address", whyAllowed(gone));
    gone.unreadableNics();
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), gone.held());
    assertEquals(
        "network interfaces could not be read: 403 AuthorizationFailed", onlyHold(gone).evidence());
    assertEquals(Optional.empty(), onlyHold(gone).machine());
  }

  @Test
  void aNicThatCouldNotBeReadMayBeTheCertainMember() {
    World world =
        new World()
            .node(4)
            .unreadableNics()
            .rule("ns-web", true, Protocol.TCP)
            .pool(
                "ns-web",
                "Succeeded",
                List.of(World.entry("n4", Optional.of("10.0.0.4"))),
                List.of(World.poolId("some-configuration")))
            .snatPool("ns-api", 4)
            .local("web")
            .local("api", 4);
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
  }

  @Test
  void loadBalancersThatCouldNotBeReadMayHoldTheMachine() {
    World world = leavingItsOnlyPool().unreadableLoadBalancers();
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    world = new World().node(4).nic(4).pool("ns-web", 4).local("web").unreadableLoadBalancers();
    assertEquals(List.of(), world.held(), "a pool without SNAT gives nothing to lose");
  }

  @Test
  void loadBalancersThatCouldNotBeReadMayEndDefaultAccess() {
    World world = leavingItsOnlyPool();
    world.assumeDefaultOutbound = true;
    assertEquals(List.of(), world.held());
    assertEquals("default outbound access is assumed", whyAllowed(world));
    world.unreadableLoadBalancers();
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
  }

  @Test
  void aPoolThatANicNamesAndNobodySeesIsInDoubt() {
    World world =
        new World()
            .node(4)
            .nic(4, World.ip(4), true, World.NETWORK + "loadBalancers/x/backendAddressPools/y")
            .snatPool("ns-web", 4)
            .local("web");
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(
        "its NIC names pool x/y, which could not be read: not in the inventory",
        onlyHold(world).evidence());
  }

  @Test
  void declaredEgressCountsWhileItLasts() {
    World world = leavingItsOnlyPool();
    world.controls = declared(Family.IPV4, Optional.empty());
    assertEquals(List.of(), world.held());
    assertEquals("declared egress on subnet nodes (IPv4): because BGP", whyAllowed(world));
    world.controls = declared(Family.IPV4, Optional.of(World.NOW.plusSeconds(1)));
    assertEquals(
        "declared egress on subnet nodes (IPv4): because BGP, until 2026-12-01T12:00:01Z",
        whyAllowed(world));
    world.controls = declared(Family.IPV4, Optional.of(World.NOW));
    assertEquals(
        "only way out is pool lb-1/ns-web (IP member, rule r-ns-web, TCP); declared egress on"
            + " subnet nodes (IPv4) ended at 2026-12-01T12:00:00Z and does not count",
        onlyHold(world).evidence());
  }

  @Test
  void declaredEgressCountsForItsSubnetAndFamilyOnly() {
    World world = leavingItsOnlyPool();
    String held = "only way out is pool lb-1/ns-web (IP member, rule r-ns-web, TCP)";
    world.controls = declared(Family.IPV6, Optional.empty());
    assertEquals(held, onlyHold(world).evidence());
    ArmId other = ArmId.of(World.VNET + "/subnets/other");
    world.controls = declared(other, Family.IPV4, Optional.empty());
    assertEquals(held, onlyHold(world).evidence());
    world.controls = declared(other, Family.IPV4, Optional.of(World.NOW));
    assertEquals(held, onlyHold(world).evidence());
  }

  private static Controls declared(Family family, Optional<java.time.Instant> until) {
    return declared(World.SUBNET, family, until);
  }

  private static Controls declared(ArmId subnet, Family family, Optional<java.time.Instant> until) {
    return new Controls(
        Optional.empty(),
        Map.of(),
        List.of(new Controls.DeclaredEgress(subnet, family, "BGP", until)));
  }

  @Test
  void routesSayWhyARemovalIsAllowed() {
    World world = leavingItsOnlyPool();
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "VirtualAppliance"));
    assertEquals(
        "route table table-1 on subnet nodes leads all traffic to the internet through an"
            + " appliance or gateway",
        whyAllowed(world));
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "None"));
    assertEquals(
        "route table table-1 on subnet nodes drops all traffic to the internet", whyAllowed(world));
    world.routes =
        List.of(
            new Network.Route("a", "0.0.0.0/0", "None"),
            new Network.Route("b", "0.0.0.0/0", "Internet"));
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held(), "they disagree");
  }

  @Test
  void whatIsLeftIsNamed() {
    World world = leavingItsOnlyPool().snatPool("ns-api", 4).local("api", 4);
    assertEquals("still in pool lb-1/ns-api (IP member, rule r-ns-api, TCP)", whyAllowed(world));
    world = leavingItsOnlyPool().snatPool("ns-new").local("new", 4);
    assertEquals("still in pool lb-1/ns-new (IP member, rule r-ns-new, TCP)", whyAllowed(world));
    world = new World().node(4).nic(4).pool("ns-web", 4).local("web");
    assertEquals("the pool was no way out for it", whyAllowed(world));
  }

  @Test
  void leavingTheLastTcpAndTheLastUdpPoolHasNoSafeOrder() {
    World world =
        new World()
            .node(4)
            .nic(4)
            .rule("ns-tcp", true, Protocol.TCP)
            .pool("ns-tcp", 4)
            .rule("ns-udp", true, Protocol.UDP)
            .pool("ns-udp", 4)
            .local("tcp")
            .local("udp");
    world.protocols = EnumSet.allOf(Protocol.class);
    world.assumeDefaultOutbound = true;
    assertEquals(
        List.of("ns-tcp 10.0.0.4 WOULD_STRAND_EGRESS", "ns-udp 10.0.0.4 WOULD_STRAND_EGRESS"),
        world.held());
  }

  @Test
  void onlyAsMuchIsHeldAsASafeOrderNeeds() {
    World world =
        new World()
            .node(4)
            .nic(4)
            .rule("ns-tcp", true, Protocol.TCP)
            .pool("ns-tcp", 4)
            .rule("ns-tcp2", true, Protocol.TCP)
            .pool("ns-tcp2", 4)
            .rule("ns-udp", true, Protocol.UDP)
            .pool("ns-udp", 4)
            .local("tcp")
            .local("tcp2")
            .local("udp");
    world.protocols = EnumSet.allOf(Protocol.class);
    world.assumeDefaultOutbound = true;
    assertEquals(
        List.of("ns-tcp 10.0.0.4 WOULD_STRAND_EGRESS", "ns-udp 10.0.0.4 WOULD_STRAND_EGRESS"),
        world.held());
    world.pool("ns-off", 4).local("off");
    assertEquals(2, world.held().size(), "a pool without SNAT changes nothing");
    world.rule("ns-off", true, Protocol.TCP, Protocol.UDP);
    assertEquals(List.of(), world.held(), "one pool gives both and is left last");
    assertEquals("ns-off +[] -[10.0.0.4]", world.writes().get(3));
  }

  @Test
  void aMemberByReferenceOfThePoolAloneIsCertain() {
    io.poolkeeper.model.ArmId configuration =
        io.poolkeeper.model.ArmId.of(
            World.NETWORK + "networkInterfaces/nic-4/ipConfigurations/ipconfig1");
    World world =
        new World()
            .node(4)
            .nic(4)
            .rule("ns-web", true, Protocol.TCP)
            .pool(
                "ns-web",
                "Succeeded",
                List.of(World.entry("n4", Optional.of("10.0.0.4"))),
                List.of(configuration))
            .snatPool("ns-api", 4)
            .local("web")
            .local("api", 4);
    assertEquals(List.of("ns-web 10.0.0.4 WOULD_STRAND_EGRESS"), world.held());
    assertEquals(Map.of(Protocol.TCP, Strength.CERTAIN), onlyHold(world).strength());
  }

  @Test
  void ofSeveralRulesTheFirstByNameIsNamed() {
    World world =
        new World()
            .node(4)
            .nic(4)
            .outboundRule("ns-web", Protocol.TCP)
            .snatPool("ns-web", 4)
            .local("web");
    assertEquals(
        "only way out is pool lb-1/ns-web (IP member, rule o-ns-web, TCP)",
        onlyHold(world).evidence());
  }

  @Test
  void warningsAreSorted() {
    World world = new World().node(4).nic(4).local("web").local("api");
    world.rule("ns-web", false, Protocol.TCP).pool("ns-web", 4, 5, 6);
    world.rule("ns-api", false, Protocol.UDP).pool("ns-api", 4, 5);
    world.maxPoolSize = 0;
    assertEquals(
        List.of(Warning.Word.HELD_STILL_SERVING, Warning.Word.WOULD_EXCEED_POOL_SIZE),
        world.plan().warnings().stream().map(Warning::word).toList());
  }

  @Test
  void thePoolThatGivesBothProtocolsIsLeftLast() {
    World world =
        new World()
            .node(4)
            .nic(4)
            .rule("ns-both", true, Protocol.TCP, Protocol.UDP)
            .pool("ns-both", 4)
            .rule("ns-tcp", true, Protocol.TCP)
            .pool("ns-tcp", 4)
            .local("both")
            .local("tcp");
    world.protocols = EnumSet.allOf(Protocol.class);
    world.assumeDefaultOutbound = true;
    assertEquals(List.of("ns-tcp +[] -[10.0.0.4]", "ns-both +[] -[10.0.0.4]"), world.writes());
  }

  @Test
  void anEntryOfAnotherNetworkIsNoMembershipOfOurMachine() {
    io.poolkeeper.model.Pool.Entry foreign =
        new io.poolkeeper.model.Pool.Entry(
            "n4",
            Optional.of(Address.of(World.ip(4))),
            Optional.of(io.poolkeeper.model.ArmId.of(World.NETWORK + "virtualNetworks/vnet-2")),
            Optional.empty(),
            com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode());
    World world =
        new World()
            .node(4)
            .nic(4)
            .rule("ns-web", true, Protocol.TCP)
            .pool("ns-web", "Succeeded", List.of(foreign), List.of())
            .local("web");
    assertEquals(List.of(), world.held());
  }

  @Test
  void tooManyDoubtsAreOnTheSafeSide() {
    Facts facts = new Facts();
    for (int i = 0; i < 13; i++) {
      facts.ask("question " + i, 2);
    }
    assertTrue(facts.tooMany());
    assertEquals(0, facts.answers());
    Facts few = new Facts();
    for (int i = 0; i < 12; i++) {
      few.ask("question " + i, 2);
    }
    assertEquals(Facts.MAX_ANSWERS, few.answers());
    assertEquals(1, few.value(11, 2048));
    assertEquals(0, few.value(11, 2047));
    assertEquals(1, few.value(0, 2047));
    assertEquals(3, few.ask("question 3", 2));
  }

  @Test
  void aHeldMachineBehindRulesWithoutProbeStillServes() {
    World world = new World().node(4).nic(4).local("web");
    world.rule("ns-web", false, Protocol.TCP).pool("ns-web", 4);
    assertEquals(
        List.of(Warning.of(Warning.Word.HELD_STILL_SERVING, "pool", "ns-web")),
        world.plan().warnings());
    assertEquals(List.of(), leavingItsOnlyPool().plan().warnings());
  }

  @Test
  void aPoolThatGrowsPastItsLimitIsReported() {
    World world =
        new World().natGateway(true).node(4, 5, 6).pool("ns-web", 4, 5).local("web", 4, 5, 6);
    world.maxPoolSize = 2;
    assertEquals(
        List.of(
            new Warning(
                Warning.Word.WOULD_EXCEED_POOL_SIZE,
                Map.of("pool", "ns-web", "members", "3", "limit", "2"))),
        world.plan().warnings());
    world.maxPoolSize = 3;
    assertEquals(List.of(), world.plan().warnings());
    World unchanged = new World().node(4, 5).pool("ns-web", 4, 5).local("web", 4, 5);
    unchanged.maxPoolSize = 1;
    assertEquals(1, unchanged.plan().warnings().size());
  }

  @Test
  void anAdditionThatEndsDefaultAccessIsReportedAndMade() {
    World world = new World().node(4).nic(4).pool("ns-web").local("web", 4);
    world.assumeDefaultOutbound = true;
    assertEquals(List.of("ns-web +[10.0.0.4] -[]"), world.writes());
    assertEquals(
        List.of(
            new Warning(
                Warning.Word.ADDITION_SUPPRESSES_DEFAULT_OUTBOUND,
                Map.of("address", "10.0.0.4", "pool", "lb-1/ns-web"))),
        world.plan().warnings());
  }

  @Test
  void aPoolWithSnatIsJoinedBeforeOneThatOnlyEndsDefaultAccess() {
    World world = new World().node(4).nic(4).pool("ns-a").local("a", 4);
    world.snatPool("ns-b").local("b", 4);
    world.assumeDefaultOutbound = true;
    assertEquals(List.of("ns-b +[10.0.0.4] -[]", "ns-a +[10.0.0.4] -[]"), world.writes());
  }
}
