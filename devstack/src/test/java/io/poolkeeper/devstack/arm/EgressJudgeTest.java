package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EgressJudgeTest {
  private static final String MACHINE = "10.0.0.4";
  private static final String WEB = SmallWorld.poolId("lb", "web");

  private static SmallWorld inPool(boolean snat) {
    return new SmallWorld().balancer("lb").pool("lb", "web", "Tcp", snat, MACHINE).machine(MACHINE);
  }

  private static Strength tcp(SmallWorld world) {
    return new Local(new Options(), world).strength(MACHINE, "TCP");
  }

  @Test
  void memberOfAPoolWithoutTranslationHasNoWayOut() {
    assertEquals(Strength.NONE, tcp(inPool(false)));
  }

  @Test
  void ruleTranslatesItsOwnProtocolOnly() {
    Local arm = new Local(new Options(), inPool(true));
    assertEquals(Strength.POSSIBLE, arm.strength(MACHINE, "TCP"));
    assertEquals(Strength.NONE, arm.strength(MACHINE, "UDP"));
  }

  @Test
  void outboundRuleForAllCoversBothProtocols() {
    SmallWorld world = inPool(false);
    ObjectNode rule =
        Json.properties(world.last("lb")).withArray("outboundRules").addObject().put("name", "out");
    ObjectNode properties = rule.putObject("properties").put("protocol", "All");
    properties.putObject("backendAddressPool").put("id", WEB.toUpperCase(java.util.Locale.ROOT));
    properties
        .putArray("frontendIPConfigurations")
        .addObject()
        .put("id", SmallWorld.balancerId("lb") + "/frontendIPConfigurations/fe");
    Local arm = new Local(new Options(), world);
    assertEquals(Strength.POSSIBLE, arm.strength(MACHINE, "TCP"));
    assertEquals(Strength.POSSIBLE, arm.strength(MACHINE, "UDP"));
  }

  @Test
  void memberByNicIsCertainOnItsPrimaryConfigurationOnly() {
    SmallWorld world =
        new SmallWorld().balancer("lb").pool("lb", "web", "Tcp", true).machine(MACHINE, WEB);
    assertEquals(Strength.CERTAIN, tcp(world));
    ((ObjectNode) world.json.at("/networkInterfaces/0/properties/ipConfigurations/0/properties"))
        .put("primary", false);
    assertEquals(Strength.NONE, tcp(world));
  }

  @Test
  void natGatewayIsCertainUnlessItFailed() {
    SmallWorld world = inPool(false).natGateway();
    assertEquals(Strength.CERTAIN, tcp(world));
    ((ObjectNode) world.json.at("/natGateways/0/properties")).put("provisioningState", "Failed");
    assertEquals(Strength.NONE, tcp(world));
  }

  @ParameterizedTest
  @CsvSource({
    "0.0.0.0/0 None, NONE",
    "0.0.0.0/0 VirtualAppliance, CERTAIN",
    "0.0.0.0/0 Internet, POSSIBLE",
    "0.0.0.0/0 SomethingNew, POSSIBLE",
    "0.0.0.0/1 VirtualNetworkGateway;128.0.0.0/1 None, CERTAIN",
    "0.0.0.0/1 None, POSSIBLE",
    "0.0.0.0/0 None;20.0.0.0/8 Internet, POSSIBLE",
    "0.0.0.0/0 None;10.0.0.0/9 Internet, NONE",
    "0.0.0.0/0 None;20.0.0.0/8 VirtualAppliance, NONE",
    "0.0.0.0/0 None;Storage Internet, POSSIBLE",
    "0.0.0.0/0 Internet;0.0.0.0/1 None;128.0.0.0/1 None, NONE",
    "0.0.0.0/0 None;20.0.0.0/8 Internet;20.0.0.0/9 None;20.128.0.0/9 None, NONE",
    "::/0 None, POSSIBLE",
    "0.0.0.0/0 VnetLocal, POSSIBLE"
  })
  void routesDecideBeforeMemberships(String routes, Strength expected) {
    assertEquals(expected, tcp(inPool(true).routes(routes.split(";"))));
  }

  @Test
  void defaultAccessNeedsAnOpenSubnetAndNoStandardPool() {
    SmallWorld world =
        new SmallWorld().balancer("lb").pool("lb", "web", "Tcp", false, MACHINE).machine(MACHINE);
    Json.properties(world.subnet).remove("defaultOutboundAccess");
    Local arm = new Local(new Options().assumeDefaultOutbound(true), world);
    assertEquals(Strength.NONE, arm.strength(MACHINE, "TCP"));
    arm.put(WEB, SmallWorld.body());
    assertEquals(Strength.POSSIBLE, arm.strength(MACHINE, "TCP"));
    arm.put(WEB, SmallWorld.body(MACHINE));
    assertEquals(
        List.of("ADDITION", "ADDITION"), arm.strandings().stream().map(Stranding::cause).toList());
  }

  @Test
  void removalFromTheLastPoolIsAStranding() {
    Local arm = new Local(new Options(), inPool(true));
    arm.put(WEB, SmallWorld.body());
    Stranding only = arm.strandings().get(0);
    assertEquals(1, arm.strandings().size());
    assertEquals(
        "POSSIBLE NONE TCP REMOVAL",
        only.before() + " " + only.after() + " " + only.protocol() + " " + only.cause());
    assertEquals(MACHINE, only.address());
    assertEquals(true, only.machine());
  }

  @Test
  void removalBesideAnotherPoolIsNoStranding() {
    SmallWorld world = inPool(true).pool("lb", "api", "Tcp", true, MACHINE);
    Local arm = new Local(new Options(), world);
    arm.put(WEB, SmallWorld.body());
    assertEquals(List.of(), arm.strandings());
  }

  @Test
  void poolThatMayBeEndingIsNoComfort() {
    SmallWorld world = inPool(true).balancer("lb2").pool("lb2", "api", "Tcp", true, MACHINE);
    Json.properties(world.last("lb2")).put("provisioningState", "Updating");
    Local arm = new Local(new Options(), world);
    arm.put(WEB, SmallWorld.body());
    assertEquals(1, arm.strandings().size());
  }

  @Test
  void missingFrontendAddressHasOneFamilyForAllPools() {
    SmallWorld world = inPool(true).pool("lb", "api", "Tcp", true, MACHINE);
    world.json.putArray("publicIPAddresses");
    Local same = new Local(new Options(), world);
    same.put(WEB, SmallWorld.body());
    assertEquals(List.of(), same.strandings());
    SmallWorld two = inPool(true).balancer("lb2").pool("lb2", "api", "Tcp", true, MACHINE);
    two.json.putArray("publicIPAddresses");
    Local apart = new Local(new Options(), two);
    apart.put(WEB, SmallWorld.body());
    assertEquals(1, apart.strandings().size());
  }

  @Test
  void addressWithoutAMachineIsMarkedSo() {
    SmallWorld world = new SmallWorld().balancer("lb").pool("lb", "web", "Tcp", true, MACHINE);
    Local arm = new Local(new Options(), world);
    arm.put(WEB, SmallWorld.body());
    assertEquals(false, arm.strandings().get(0).machine());
    Local known = new Local(new Options().knownAddresses(Set.of(MACHINE)), world);
    known.put(WEB, SmallWorld.body());
    assertEquals(true, known.strandings().get(0).machine());
  }

  @Test
  void onlyTheProtocolsThatAreSetAreJudged() {
    SmallWorld world =
        new SmallWorld().balancer("lb").pool("lb", "web", "Udp", true, MACHINE).machine(MACHINE);
    Local tcp = new Local(new Options().protocols(List.of("TCP")), world);
    tcp.put(WEB, SmallWorld.body());
    assertEquals(List.of(), tcp.strandings());
    Local both = new Local(new Options(), world);
    both.put(WEB, SmallWorld.body());
    assertEquals(List.of("UDP"), both.strandings().stream().map(Stranding::protocol).toList());
  }

  @Test
  void declaredEgressIsCertain() {
    Options.DeclaredEgress declared = new Options.DeclaredEgress();
    declared.subnet = SmallWorld.SUBNET.toUpperCase(java.util.Locale.ROOT);
    Local arm = new Local(new Options().declaredEgress(List.of(declared)), inPool(true));
    arm.put(WEB, SmallWorld.body());
    assertEquals(List.of(), arm.strandings());
    assertEquals(Strength.CERTAIN, arm.strength(MACHINE, "UDP"));
  }

  @Test
  void baselineSeesWhatSinglePutsHide() {
    SmallWorld world = inPool(true).pool("lb", "api", "Tcp", true, MACHINE);
    Local arm = new Local(new Options(), world);
    arm.engine.court(
        court -> {
          court.mark(arm.engine.options());
          return null;
        });
    arm.put(WEB, SmallWorld.body());
    assertEquals(List.of(), arm.engine.court(Court::belowBaseline));
    arm.put(SmallWorld.poolId("lb", "api"), SmallWorld.body());
    arm.put(WEB, SmallWorld.body("10.0.0.5"));
    assertEquals(
        List.of(2L, 3L),
        arm.engine.court(Court::belowBaseline).stream().map(Stranding::writeSeq).toList());
  }
}
