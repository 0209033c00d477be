package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.testing.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many doubts at once, and machines, entries and pools of other networks. */
class DoubtsTest {
  private static final ArmId OTHER = ArmId.of(World.NETWORK + "virtualNetworks/vnet-2");
  private static final Set<Address> FOUR = Set.of(Address.of(World.ip(4)));

  private static World leavingAPoolWithLostRules(int rules) {
    World world = new World().node(4).nic(4).pool("ns-web", 4).local("web");
    for (int i = 0; i < rules; i++) {
      world.lostRule("l" + (char) ('a' + i), "ns-web");
    }
    return world;
  }

  @Test
  void whatNobodyCanCountIsHeldInDoubt() {
    World world = leavingAPoolWithLostRules(12);
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(
        Map.of(Protocol.TCP, Strength.POSSIBLE),
        world.plan().pools().get(0).held().get(0).strength());
    World more = leavingAPoolWithLostRules(13);
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), more.held());
    assertEquals(Map.of(), more.plan().pools().get(0).held().get(0).strength());
  }

  @Test
  void everyLostAddressIsNamedOnceWithItsFirstRule() {
    World world = leavingAPoolWithLostRules(2);
    assertEquals(
        "rule la uses pip-la, which could not be read: not in the inventory;"
            + " rule lb uses pip-lb, which could not be read: not in the inventory",
        world.plan().pools().get(0).held().get(0).evidence());
  }

  @Test
  void atTheLastMomentWhatNobodyCanCountIsUnsafe() {
    World world = leavingAPoolWithLostRules(13);
    PoolWrite removal = new PoolWrite("ns-web", new TreeMap<>(), new TreeSet<>(FOUR));
    PlanInput input = world.input();
    assertEquals(
        FOUR,
        GuardedPlanner.unsafeRemovals(
            input, world.plan(), removal, input.actual(), world.inventory()));
    world.natGateway(true);
    assertEquals(
        Set.of(),
        GuardedPlanner.unsafeRemovals(
            input, world.plan(), removal, input.actual(), world.inventory()));
  }

  private static Pool.Entry foreignEntry() {
    return new Pool.Entry(
        "n4",
        Optional.of(Address.of(World.ip(4))),
        Optional.of(OTHER),
        Optional.empty(),
        com.fasterxml.jackson.databind.node.JsonNodeFactory.instance.objectNode());
  }

  @Test
  void whereAnAdditionAloneWeakensTheStateAfterThePlanIsTheFloor() {
    World world = new World().node(4).nic(4).pool("ns-a").local("a", 4).local("x");
    world.pool("ns-x", "Succeeded", List.of(foreignEntry()), List.of());
    world.assumeDefaultOutbound = true;
    assertEquals(List.of("ns-a +[10.0.0.4] -[]", "ns-x +[] -[10.0.0.4]"), world.writes());
    PlanInput input = world.input();
    Pool joined = new World().pool("ns-a", 4).loadBalancer().pools().get(0);
    assertEquals(
        Set.of(),
        GuardedPlanner.unsafeRemovals(
            input,
            world.plan(),
            world.plan().writes().get(1),
            input.actual().withPool(joined),
            world.inventory()),
        "weaker than before the plan, but as the plan wants it");
  }

  @Test
  void aPoolThatTheWriteDoesNotChangeForTheMachineStays() {
    World world = new World().node(4, 5).nic(4, 5).snatPool("ns-a", 4, 5).snatPool("ns-b", 4, 5);
    world.local("a", 5).local("b", 4, 5);
    PlanInput input = world.input();
    Plan plan = world.plan();
    assertEquals(List.of("ns-a +[] -[10.0.0.4]"), world.writes());
    assertEquals(
        Set.of(),
        GuardedPlanner.unsafeRemovals(
            input, plan, plan.writes().get(0), input.actual(), world.inventory()));
    PoolWrite other = new PoolWrite("NS-B", new TreeMap<>(), new TreeSet<>(FOUR));
    assertEquals(
        Set.of(),
        GuardedPlanner.unsafeRemovals(input, plan, other, input.actual(), world.inventory()),
        "still in ns-a");
    assertEquals(
        FOUR,
        GuardedPlanner.unsafeRemovals(
            input,
            plan,
            other,
            input.actual().withPool(new World().pool("ns-a", 5).loadBalancer().pools().get(0)),
            world.inventory()));
  }

  @Test
  void aPoolOfAnotherNetworkIsNoWayOutForOurMachine() {
    World world = new World().node(4).nic(4).snatPool("ns-a", 4).local("a").local("b", 4);
    world.rule("ns-b", true, Protocol.TCP).poolIn(OTHER, "ns-b");
    assertEquals(List.of("ns-a 10.0.0.4 WOULD_STRAND_EGRESS"), world.held());
    World ours = new World().node(4).nic(4).snatPool("ns-a", 4).local("a").local("b", 4);
    ours.rule("ns-b", true, Protocol.TCP).poolIn(World.VNET, "ns-b");
    assertEquals(List.of(), ours.held());
  }

  @Test
  void anEntryOfAnotherNetworkDoesNotTakeThePlaceOfAMembership() {
    World world = new World().node(4).nic(4).rule("ns-a", true, Protocol.TCP).local("a").local("b");
    world.pool("ns-a", "Succeeded", List.of(foreignEntry()), List.of()).snatPool("ns-b", 4);
    assertEquals(List.of("ns-b 10.0.0.4 WOULD_STRAND_EGRESS"), world.held());
  }

  @Test
  void aNicOfAnotherNetworkIsAnotherMachine() {
    ArmId elsewhere = ArmId.of(OTHER + "/subnets/nodes");
    World other = new World().nicIn(Optional.of(elsewhere), 4).snatPool("ns-a", 4).local("a");
    assertEquals(List.of(), other.held());
    World unknown = new World().nicIn(Optional.empty(), 4).snatPool("ns-a", 4).local("a");
    assertEquals(List.of("ns-a 10.0.0.4 EGRESS_UNKNOWN"), unknown.held());
    assertEquals(
        "the subnet of a NIC is not given", unknown.plan().pools().get(0).held().get(0).evidence());
  }

  @Test
  void aSubnetThatTheNetworkLacksIsInDoubt() {
    ArmId lost = ArmId.of(World.VNET + "/subnets/lost");
    World world = new World().nicIn(Optional.of(lost), 4).snatPool("ns-a", 4).local("a");
    assertEquals(List.of("ns-a 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(
        "subnet lost could not be read: not in the inventory",
        world.plan().pools().get(0).held().get(0).evidence());
  }

  @Test
  void warningsComeByWordThenByWhatTheyAreAbout() {
    World world = new World().node(4, 5).nic(4, 5).local("web", 4, 5).local("api", 4, 5);
    world.pool("ns-web").pool("ns-api");
    world.assumeDefaultOutbound = true;
    world.maxPoolSize = 1;
    List<String> warnings =
        world.plan().warnings().stream()
            .map(warning -> warning.word() + " " + warning.details())
            .toList();
    assertEquals(warnings.stream().sorted().toList(), warnings);
    assertEquals(6, warnings.size(), warnings.toString());
    assertTrue(warnings.get(0).contains("10.0.0.4, pool=lb-1/ns-api"), warnings.get(0));
    assertTrue(warnings.get(1).contains("10.0.0.4, pool=lb-1/ns-web"), warnings.get(1));
    assertEquals(Warning.Word.WOULD_EXCEED_POOL_SIZE, world.plan().warnings().get(5).word());
  }

  /** A circle of nine pools, too large to be searched, and machine 30 that leaves two of them. */
  @Test
  void whereALargeCircleFindsNoSafeOrderForAMachineItStays() {
    World world = new World();
    int[] circle = IntStream.range(0, 9).map(i -> 10 + i).toArray();
    world.node(circle).nic(circle).node(30, 40).nic(30, 40);
    int[] others = IntStream.range(100, 120).toArray();
    world.node(others).nic(others).pool("ns-others", others).local("others", others);
    for (int i = 0; i < 9; i++) {
      int before = 10 + (i + 8) % 9;
      if (i == 0) {
        world.snatPool("ns-p0", 10, 30).local("p0", before);
      } else if (i == 1) {
        world.snatPool("ns-p1", 11).local("p1", before, 40);
      } else {
        world.snatPool("ns-p" + i, 10 + i).local("p" + i, before);
      }
    }
    world.lostRule("lost", "ns-z").pool("ns-z", 30, 40).local("z");
    world.assumeDefaultOutbound = true;
    assertEquals(
        List.of("ns-p0 10.0.0.30 EGRESS_UNKNOWN", "ns-z 10.0.0.30 EGRESS_UNKNOWN"), world.held());
    assertEquals("ns-z +[] -[10.0.0.40]", world.writes().get(world.writes().size() - 1));
  }

  @Test
  void leavingTwoPoolsOneOfWhichIsInDoubtEndsWithTheOther() {
    World world = new World().node(30).nic(30).snatPool("ns-p0", 30).local("p0");
    world.lostRule("lost", "ns-z").pool("ns-z", 30).local("z");
    world.assumeDefaultOutbound = true;
    assertEquals(List.of("ns-z +[] -[10.0.0.30]", "ns-p0 +[] -[10.0.0.30]"), world.writes());
    world.protocols = EnumSet.allOf(Protocol.class);
    assertEquals(List.of("ns-z +[] -[10.0.0.30]", "ns-p0 +[] -[10.0.0.30]"), world.writes());
  }

  /** Machine 4 leaves its pool and is in foreign pools that Azure is working on. */
  private static World besideBusyPools(Protocol... eachWithOne) {
    World world = new World().node(4).nic(4).local("web").pool("ns-web", 4);
    world.rule("ns-web", true, Protocol.TCP, Protocol.UDP);
    for (Protocol protocol : eachWithOne) {
      String name = "foreign-" + protocol;
      List<Pool.Entry> entries = List.of(World.entry("n4", Optional.of(World.ip(4))));
      world.rule(name, true, protocol).pool(name, "Updating", entries, List.of());
    }
    world.protocols = EnumSet.copyOf(List.of(eachWithOne));
    return world;
  }

  @Test
  void aMembershipThatMayBeEndingIsDoubtedAndNamed() {
    World world = besideBusyPools(Protocol.TCP);
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(
        "pool lb-1/foreign-TCP is Updating", world.plan().pools().get(0).held().get(0).evidence());
    world.assumeDefaultOutbound = true;
    assertEquals(List.of(), world.held(), "one or the other is left");
  }

  @Test
  void membershipsThatGiveDifferentThingsMayEndOneByOne() {
    World world = besideBusyPools(Protocol.TCP, Protocol.UDP);
    world.assumeDefaultOutbound = true;
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
  }

  @Test
  void aWayOutThatMayBeThereIsNamedWithItsRule() {
    World world = new World().node(4).nic(4).pool("ns-a", 4).local("a");
    world.lostRule("lost", "foreign").lostRule("first", "foreign").pool("foreign", 4);
    assertEquals(
        "still in pool lb-1/foreign (IP member, rule first, TCP)",
        world.judge().allowed().get("ns-a").get(Address.of(World.ip(4))));
  }

  @Test
  void anAdditionLosesOnlyDefaultAccess() {
    Profile access =
        Profiles.tcp()
            .access(true)
            .out("none", Strength.NONE)
            .out("snat", Strength.POSSIBLE)
            .build();
    assertTrue(access.loses("none"));
    assertEquals(false, access.loses("snat"));
    assertEquals(false, access.loses("unknown"));
    assertEquals(false, Profiles.tcp().out("none", Strength.NONE).build().loses("none"));
  }
}
