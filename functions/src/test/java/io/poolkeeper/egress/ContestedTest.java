package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ContestedTest {
  private static final List<String> RESTORED = List.of("ns-web +[10.0.0.4] -[]");

  /** The ledger holds machine 4 in a pool that somebody else has emptied. */
  private static World emptied() {
    return new World().node(4).nic(4).snatPool("ns-web").local("web").remembers("ns-web", 4);
  }

  private static World restoredAlready(World world, Duration... ago) {
    List<Instant> restores = Arrays.stream(ago).map(World.NOW::minus).toList();
    world.ledger = world.ledger.toBuilder().restores(restores).build();
    return world;
  }

  @Test
  void aHeldMemberThatSomebodyElseTookOutIsPutBackAndStaysHeld() {
    World world = emptied();
    assertTrue(Planner.draft(world.input()).differs());
    assertEquals(RESTORED, world.writes());
    assertEquals("n4", world.plan().writes().get(0).additions().get(Address.of(World.ip(4))));
    assertEquals(List.of("ns-web 10.0.0.4 WOULD_STRAND_EGRESS"), world.held());
    Plan.PoolPlan pool = world.plan().pools().get(0);
    assertEquals(List.of(Address.of(World.ip(4))), pool.restored());
    assertEquals(List.of(Address.of(World.ip(4))), pool.after());
    assertEquals(Map.of(Protocol.TCP, Strength.POSSIBLE), pool.held().get(0).strength());
    assertEquals(List.of(), world.plan().warnings());
  }

  @Test
  void aMachineOutOfTheMappingIsNamedAfterItsAddress() {
    World world = new World().nic(4).snatPool("ns-web").local("web").remembers("ns-web", 4);
    assertEquals(
        "ip-10-0-0-4", world.plan().writes().get(0).additions().get(Address.of(World.ip(4))));
  }

  @Test
  void whatWouldNotBeHeldAnyMoreIsLeftOut() {
    assertEquals(List.of(), emptied().natGateway(true).writes());
    assertEquals(List.of(), emptied().natGateway(true).held());
    World elsewhere = emptied().snatPool("ns-api", 4).local("api", 4);
    assertEquals(List.of(), elsewhere.writes());
    World joins = emptied().snatPool("ns-api").local("api", 4);
    assertEquals(List.of("ns-api +[10.0.0.4] -[]"), joins.writes());
  }

  @Test
  void aMachineThatIsGoneOrAnotherOneIsNotPutBack() {
    World gone = new World().snatPool("ns-web").local("web").remembers("ns-web", 4);
    assertEquals(List.of(), gone.writes());
    World another = new World().node(4).nic(9, World.ip(4), true).snatPool("ns-web").local("web");
    assertEquals(List.of(), another.remembers("ns-web", 4).writes());
  }

  @Test
  void aMemberThatTheMappingWantsBackIsAnOrdinaryAddition() {
    World world = new World().node(4).nic(4).snatPool("ns-web").local("web", 4);
    world.remembers("ns-web", 4);
    assertEquals(RESTORED, world.writes());
    assertEquals(List.of(), world.held());
  }

  @Test
  void aRemovalOfOursThatWasKilledBeforeTheLedgerWasWrittenIsNotUndone() {
    World world = new World().node(4).nic(4).pool("ns-web").local("web");
    Optional<Instant> since = Optional.of(World.NOW.minus(Duration.ofMinutes(20)));
    world.remembers(World.hold("ns-web", 4, Map.of(Protocol.TCP, Strength.POSSIBLE), since));
    assertEquals(List.of(), world.writes(), "released by NONE twice, and so is not put back");
  }

  @Test
  void aPoolThatItIsStillInIsHeldInsteadOfFightingOverTheOther() {
    World world = emptied().outboundRule("ns-web", Protocol.TCP).snatPool("ns-zzz", 4).local("zzz");
    assertEquals(List.of("ns-zzz 10.0.0.4 WOULD_STRAND_EGRESS"), world.held());
    assertEquals(List.of(), world.writes());
  }

  @Test
  void itIsPutBackBeforeARemovalThatLeansOnIt() {
    World world =
        new World()
            .node(4)
            .nic(4, World.ip(4), true, World.poolId("ns-web").text())
            .snatPool("ns-web", 5)
            .local("web", 5)
            .snatPool("ns-zzz", 4)
            .local("zzz")
            .node(5);
    world.remembers(
        World.hold("ns-web", 4, Map.of(Protocol.TCP, Strength.CERTAIN), Optional.empty()));
    assertEquals(
        List.of("ns-web +[10.0.0.4] -[]", "ns-zzz +[] -[10.0.0.4]"),
        world.writes(),
        "a certain way out, which the other pool is not");
  }

  @Test
  void afterThreeRestoresInAnHourItIsReportedAndNotPutBack() {
    Duration[] twice = {Duration.ofMinutes(59), Duration.ofMinutes(1)};
    assertEquals(RESTORED, restoredAlready(emptied(), twice).writes());
    Duration[] thrice = {Duration.ofMinutes(59), Duration.ofMinutes(2), Duration.ofMinutes(1)};
    World world = restoredAlready(emptied(), thrice);
    assertEquals(List.of(), world.writes());
    assertEquals(List.of("ns-web 10.0.0.4 WOULD_STRAND_EGRESS"), world.held(), "not forgotten");
    Warning warning = world.plan().warnings().get(0);
    assertEquals(Warning.Word.CONTESTED, warning.word());
    assertEquals("10.0.0.4", warning.details().get("addresses"));
    assertTrue(warning.details().get("remedies").contains("loadBalancerClass"));
    assertTrue(warning.details().get("remedies").contains("separate pool with an outbound rule"));
    Duration[] old = {Duration.ofMinutes(60), Duration.ofMinutes(2), Duration.ofMinutes(1)};
    assertEquals(RESTORED, restoredAlready(emptied(), old).writes(), "an hour later again");
  }

  @Test
  void whatTheScopeForbidsIsNotPutBack() {
    World world = emptied();
    world.scope =
        Optional.of(
            new Scope(
                Optional.of(List.of(World.LB)),
                Optional.of(
                    List.of(
                        io.poolkeeper.model.ArmId.of(
                            World.NETWORK + "virtualNetworks/other/subnets/s")))));
    assertEquals(List.of(), world.writes());
    assertEquals(1, world.plan().pools().get(0).refused().size());
  }

  @Test
  void aHoldWithoutStrengthIsNothingToPutBack() {
    World world = new World().node(4).nic(4).snatPool("ns-web").local("web");
    world.remembers(World.hold("ns-web", 4, Map.of(), Optional.empty()));
    assertEquals(List.of(), world.writes());
    assertEquals(Ledger.EMPTY.restores(), world.ledger.restores());
  }
}
