package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.testing.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Additions that weaken are made and reported. */
class AdditionWarningsTest {

  private static World joiningAPoolWithoutSnat() {
    return new World().node(4).nic(4).pool("ns-web").local("web", 4);
  }

  private static List<Warning.Word> words(World world) {
    return world.plan().warnings().stream().map(Warning::word).toList();
  }

  @Test
  void whateverTheSettingSaysAFirstPoolWithoutSnatEndsDefaultAccess() {
    World world = joiningAPoolWithoutSnat();
    assertEquals(List.of("ns-web +[10.0.0.4] -[]"), world.writes());
    assertEquals(
        List.of(
            new Warning(
                Warning.Word.ADDITION_SUPPRESSES_DEFAULT_OUTBOUND,
                Map.of("address", "10.0.0.4", "pool", "lb-1/ns-web"))),
        world.plan().warnings());
    world.assumeDefaultOutbound = true;
    assertEquals(
        List.of(Warning.Word.ADDITION_SUPPRESSES_DEFAULT_OUTBOUND), words(world), "once only");
  }

  @Test
  void aMachineWithAnotherWayOutLosesNothing() {
    assertEquals(List.of(), words(joiningAPoolWithoutSnat().natGateway(true)));
    World routed = joiningAPoolWithoutSnat();
    routed.routes = List.of(new Network.Route("all", "0.0.0.0/0", "VirtualAppliance"));
    assertEquals(List.of(), words(routed));
    World both = joiningAPoolWithoutSnat().snatPool("ns-b").local("b", 4);
    assertEquals(List.of(), words(both), "another pool of the same plan gives one");
    both.assumeDefaultOutbound = true;
    assertEquals(List.of(), words(both));
  }

  @Test
  void onlyAFirstPoolWithoutSnatMakesThePlanReadTheNetwork() {
    assertTrue(Planner.draft(joiningAPoolWithoutSnat().input()).readsInventory());
    World second = joiningAPoolWithoutSnat().pool("ns-other", 4);
    assertFalse(Planner.draft(second.input()).readsInventory(), "it is in a pool already");
    assertEquals(List.of(), words(second));
    World snat = new World().node(4).nic(4).snatPool("ns-web").local("web", 4);
    assertFalse(Planner.draft(snat.input()).readsInventory());
    World quiet = new World().node(4).nic(4).pool("ns-web", 4).local("web", 4);
    assertFalse(Planner.draft(quiet.input()).readsInventory());
  }

  @ParameterizedTest
  @CsvSource({
    "50, 51, 1024, 512",
    "100, 101, 512, 256",
    "150, 201, 256, 128",
    "400, 401, 128, 64",
    "800, 801, 64, 32",
    "10, 801, 1024, 32"
  })
  void crossingATierShrinksEveryonesPorts(int before, int after, String now, String then) {
    World world = growing(before, after).rule("ns-web", true, Protocol.TCP);
    assertEquals(
        List.of(
            new Warning(
                Warning.Word.ADDITION_SHRINKS_SNAT_PORTS,
                Map.of(
                    "pool",
                    "ns-web",
                    "rule",
                    "r-ns-web",
                    "membersBefore",
                    String.valueOf(before),
                    "members",
                    String.valueOf(after),
                    "portsPerMemberBefore",
                    now,
                    "portsPerMember",
                    then))),
        world.plan().warnings());
  }

  @ParameterizedTest
  @CsvSource({"1, 50", "51, 100", "101, 200", "201, 400", "401, 800", "801, 900"})
  void withinATierNothingIsSaid(int before, int after) {
    assertEquals(List.of(), words(growing(before, after).rule("ns-web", true, Protocol.TCP)));
  }

  private static World growing(int before, int after) {
    World world = new World().natGateway(true);
    List<Pool.Entry> entries = new ArrayList<>();
    for (int machine = 1; machine <= Math.max(before, after); machine++) {
      String address = "10.0." + (1 + machine / 250) + "." + machine % 250;
      world.node("n" + machine, true, Optional.empty(), address);
      if (machine <= before) {
        entries.add(World.entry("n" + machine, Optional.of(address)));
      }
    }
    return world
        .pool("ns-web", "Succeeded", entries, List.of())
        .local("web", IntStream.rangeClosed(1, after).toArray());
  }

  @Test
  void allocatedPortsHaveToFitTheFrontends() {
    World world = growing(63, 64).outboundRule("ns-web", 1000, Protocol.TCP);
    assertEquals(List.of(), words(world));
    world = growing(64, 65).outboundRule("ns-web", 1000, Protocol.TCP);
    assertEquals(
        List.of(
            new Warning(
                Warning.Word.ADDITION_SHRINKS_SNAT_PORTS,
                Map.of(
                    "pool", "ns-web",
                    "rule", "o-ns-web",
                    "members", "65",
                    "allocatedOutboundPorts", "1000",
                    "portsNeeded", "65000",
                    "portsAvailable", "64000"))),
        world.plan().warnings());
  }

  @Test
  void aPoolWithoutSnatAndOneThatShrinksHaveNoPortsToLose() {
    assertEquals(List.of(), words(growing(50, 51)));
    World shrinks = growing(51, 50).rule("ns-web", true, Protocol.TCP);
    assertEquals(List.of(), words(shrinks));
  }

  @Test
  void anOutboundRuleThatSharesOutByTheTableIsNamedBeforeALoadBalancingRule() {
    World world =
        growing(50, 51).rule("ns-web", true, Protocol.TCP).outboundRule("ns-web", Protocol.TCP);
    assertEquals(1, world.plan().warnings().size());
    assertEquals("o-ns-web", world.plan().warnings().get(0).details().get("rule"));
  }

  @Test
  void rulesAndFrontendsOfOtherPoolsDoNotCount() {
    World other =
        growing(50, 51)
            .snatPool("ns-other")
            .outboundRule("ns-other", Protocol.TCP)
            .outboundRule("ns-other", 60_000, Protocol.TCP);
    assertEquals(List.of(), words(other));
    World full =
        growing(64, 65)
            .outboundRule("ns-web", 1000, Protocol.TCP)
            .pool("ns-other")
            .lostRule("second-address", "ns-other");
    assertEquals("64000", full.plan().warnings().get(0).details().get("portsAvailable"));
  }
}
