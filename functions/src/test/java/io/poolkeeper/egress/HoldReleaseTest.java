package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HoldReleaseTest {
  private static final Map<Protocol, Strength> POSSIBLE = Map.of(Protocol.TCP, Strength.POSSIBLE);
  private static final List<String> HELD = List.of("ns-web 10.0.0.4 WOULD_STRAND_EGRESS");
  private static final List<String> REMOVED = List.of("ns-web +[] -[10.0.0.4]");

  /** Machine 4 should leave a pool whose rule was taken away. */
  private static World withoutItsRule() {
    return new World().node(4).nic(4).pool("ns-web", 4).local("web");
  }

  private static World noneSince(Duration ago) {
    Optional<Instant> since = Optional.of(World.NOW.minus(ago));
    return withoutItsRule().remembers(World.hold("ns-web", 4, POSSIBLE, since));
  }

  private static Plan.Held onlyHold(World world) {
    List<Plan.Held> held = world.plan().pools().get(0).held();
    assertEquals(1, held.size(), held.toString());
    return held.get(0);
  }

  @Test
  void aRuleThatIsTakenAwayReleasesNothingAtOnce() {
    World world = withoutItsRule();
    assertEquals(REMOVED, world.writes(), "of which nothing is remembered, goes");
    world.remembers("ns-web", 4);
    assertEquals(HELD, world.held());
    Plan.Held hold = onlyHold(world);
    assertEquals(POSSIBLE, hold.strength());
    assertEquals(Optional.of(World.NOW), hold.noneSince());
    assertEquals(Optional.of(World.NOW.minusSeconds(3600)), hold.since());
    assertTrue(hold.evidence().contains("rules may be in replacement"), hold.evidence());
  }

  @Test
  void noneWithTheMembershipTenMinutesApartReleases() {
    World early = noneSince(Duration.ofMinutes(10).minusMillis(1));
    assertEquals(HELD, early.held());
    assertEquals(
        Optional.of(World.NOW.minus(Duration.ofMinutes(10).minusMillis(1))),
        onlyHold(early).noneSince(),
        "the first of the two judgements counts");
    assertEquals(REMOVED, noneSince(Duration.ofMinutes(10)).writes());
  }

  @Test
  void aRuleThatComesBackStartsTheWaitAnew() {
    World world = noneSince(Duration.ofHours(1)).rule("ns-web", true, Protocol.TCP);
    assertEquals(HELD, world.held(), "it is the strength with the membership, not after it");
    assertEquals(Optional.empty(), onlyHold(world).noneSince());
  }

  @Test
  void aWayOutAsStrongAsTheStoredOneReleasesAtOnce() {
    World world = withoutItsRule().remembers("ns-web", 4);
    assertEquals(REMOVED, world.natGateway(true).writes());
    world = withoutItsRule().remembers("ns-web", 4).snatPool("ns-api", 4).local("api", 4);
    assertEquals(REMOVED, world.writes());
    world = withoutItsRule().remembers("ns-web", 4).snatPool("ns-api").local("api", 4);
    assertEquals(
        List.of("ns-api +[10.0.0.4] -[]", "ns-web +[] -[10.0.0.4]"),
        world.writes(),
        "one that this plan adds counts");
  }

  @Test
  void aWeakerWayOutThanTheStoredOneDoesNot() {
    World world = withoutItsRule().snatPool("ns-api", 4).local("api", 4);
    world.remembers(
        World.hold("ns-web", 4, Map.of(Protocol.TCP, Strength.CERTAIN), Optional.empty()));
    assertEquals(HELD, world.held());
    Plan.Held hold = world.plan().pool("ns-web").orElseThrow().held().get(0);
    assertEquals(Map.of(Protocol.TCP, Strength.CERTAIN), hold.strength());
    assertEquals(Optional.empty(), hold.noneSince(), "with the membership it has another way out");
  }

  @Test
  void aStrongerLossThanTheStoredOneIsRemembered() {
    World world =
        new World()
            .node(4)
            .nic(4, World.ip(4), true, World.poolId("ns-web").text())
            .snatPool("ns-web", 4)
            .local("web")
            .remembers("ns-web", 4);
    assertEquals(Map.of(Protocol.TCP, Strength.CERTAIN), onlyHold(world).strength());
  }

  @Test
  void aRouteThatDropsEverythingIsNoneLikeAnyOther() {
    World world = withoutItsRule().remembers("ns-web", 4);
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "None"));
    assertEquals(HELD, world.held());
    assertEquals(Optional.of(World.NOW), onlyHold(world).noneSince());
    world = noneSince(Duration.ofMinutes(10));
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "None"));
    assertEquals(REMOVED, world.writes());
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "VirtualAppliance"));
    assertEquals(REMOVED, world.writes());
  }

  @Test
  void whatCannotBeReadIsNotNone() {
    World world = noneSince(Duration.ofHours(1)).natGateway(false);
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(Optional.empty(), onlyHold(world).noneSince());
    assertTrue(onlyHold(world).evidence().contains("could not be read"));
  }

  @Test
  void eachProtocolIsReleasedForItself() {
    World world = withoutItsRule().rule("ns-api", true, Protocol.UDP).pool("ns-api", 4);
    world.local("api", 4);
    world.protocols = EnumSet.allOf(Protocol.class);
    Map<Protocol, Strength> both =
        Map.of(Protocol.TCP, Strength.POSSIBLE, Protocol.UDP, Strength.POSSIBLE);
    world.remembers(World.hold("ns-web", 4, both, Optional.empty()));
    Plan.Held hold = world.plan().pool("ns-web").orElseThrow().held().get(0);
    assertEquals(POSSIBLE, hold.strength(), "UDP has another way out");
    assertEquals(Optional.of(World.NOW), hold.noneSince());
  }

  @Test
  void aProtocolThatIsNotJudgedAnyMoreHoldsNothing() {
    Map<Protocol, Strength> udp = Map.of(Protocol.UDP, Strength.POSSIBLE);
    World world = withoutItsRule().remembers(World.hold("ns-web", 4, udp, Optional.empty()));
    assertEquals(REMOVED, world.writes());
  }

  @Test
  void anotherMachineBehindTheAddressIsANewCase() {
    Ledger.Hold hold = World.hold("ns-web", 4, POSSIBLE, Optional.empty());
    World world = withoutItsRule().remembers(ofMachine(hold, World.vm(9)));
    assertEquals(REMOVED, world.writes());
    Warning stranger =
        new Warning(
            Warning.Word.STRANGER,
            Map.of(
                "pool",
                "ns-web",
                "address",
                "10.0.0.4",
                "was",
                World.vm(9).text(),
                "is",
                World.vm(4).text()));
    assertEquals(List.of(stranger), world.plan().warnings());
    world.rule("ns-web", true, Protocol.TCP);
    assertEquals(HELD, world.held());
    assertEquals(Optional.empty(), onlyHold(world).since(), "a new hold");
    assertEquals(Optional.of(World.vm(4)), onlyHold(world).machine());
  }

  @Test
  void theNicOfTheMachineIsNoStrangerAndNeitherIsOneThatCannotBeSeen() {
    Ledger.Hold hold = World.hold("ns-web", 4, POSSIBLE, Optional.empty());
    ArmId nic = ArmId.of(World.NETWORK + "networkInterfaces/nic-4");
    assertEquals(HELD, withoutItsRule().remembers(ofMachine(hold, nic)).held());
    World listed = new World().node(4).pool("ns-web", 4).local("web").remembers("ns-web", 4);
    assertEquals(HELD, listed.held());
    assertEquals(Optional.of(World.vm(4)), onlyHold(listed).machine(), "the one that is known");
    listed.unreadableNics();
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), listed.held());
    assertEquals(List.of(), listed.plan().warnings());
  }

  private static Ledger.Hold ofMachine(Ledger.Hold hold, ArmId machine) {
    return new Ledger.Hold(
        hold.pool(),
        hold.address(),
        Optional.of(machine),
        hold.strength(),
        hold.reason(),
        hold.since(),
        hold.judgedAt(),
        hold.noneSince());
  }

  @Test
  void aMachineThatIsGoneHoldsNothing() {
    World world = new World().pool("ns-web", 4).local("web").remembers("ns-web", 4);
    assertEquals(REMOVED, world.writes());
  }

  @Test
  void theBrakeKeepsWhatIsRemembered() {
    int[] all = IntStream.rangeClosed(1, 12).toArray();
    World world = new World().node(all).nic(all).pool("ns-web", all).local("web");
    world.remembers(World.hold("ns-web", 4, POSSIBLE, Optional.of(World.NOW.minusSeconds(30))));
    Plan.Held hold =
        world.plan().pools().get(0).held().stream()
            .filter(h -> h.address().equals(Address.of(World.ip(4))))
            .findFirst()
            .orElseThrow();
    assertEquals(HoldReason.MASS_REMOVAL, hold.reason());
    assertEquals(POSSIBLE, hold.strength());
    assertEquals(Optional.of(World.NOW.minusSeconds(30)), hold.noneSince());
  }

  @Test
  void aHoldThatIsNeededAnywayMakesARememberedOneNeedless() {
    World world = withoutItsRule().snatPool("ns-api", 4).local("api").remembers("ns-web", 4);
    assertEquals(List.of("ns-api 10.0.0.4 WOULD_STRAND_EGRESS"), world.held());
    assertEquals(REMOVED, world.writes());
  }

  @Test
  void rightBeforeItsWriteARemovalIsJudgedByTheSameRule() {
    World world = withoutItsRule().snatPool("ns-api").local("api", 4).remembers("ns-web", 4);
    PlanInput input = world.input();
    Plan plan = world.plan();
    PoolWrite removal = plan.writes().get(1);
    assertEquals(
        Set.of(Address.of(World.ip(4))),
        GuardedPlanner.unsafeRemovals(
            input, plan, removal, world.loadBalancer(), world.inventory()),
        "what it leans on was not added");
    World released = noneSince(Duration.ofMinutes(11));
    assertEquals(
        Set.of(),
        GuardedPlanner.unsafeRemovals(
            released.input(),
            released.plan(),
            released.plan().writes().get(0),
            released.loadBalancer(),
            released.inventory()));
  }

  private static final Map<Protocol, Strength> CERTAIN = Map.of(Protocol.TCP, Strength.CERTAIN);
  private static final Map<Protocol, Strength> NOTHING = Map.of(Protocol.TCP, Strength.NONE);
  private static final Duration TEN = Duration.ofMinutes(10);

  /** Stored as CERTAIN in doubt; another pool is a possible way out, and stays. */
  private static World inDoubt(Map<Protocol, Strength> seen, Duration clearSince) {
    World world = withoutItsRule().snatPool("ns-api", 4).local("api", 4);
    return world.remembers(doubted(CERTAIN, seen, clearSince));
  }

  private static Ledger.Hold doubted(
      Map<Protocol, Strength> stored, Map<Protocol, Strength> seen, Duration clearSince) {
    Ledger.Hold hold = World.hold("ns-web", 4, stored, Optional.empty());
    return new Ledger.Hold(
        hold.pool(),
        hold.address(),
        hold.machine(),
        hold.strength(),
        hold.reason(),
        hold.since(),
        hold.judgedAt(),
        hold.noneSince(),
        new Ledger.InDoubt(seen, Optional.ofNullable(clearSince).map(World.NOW::minus)));
  }

  private static Plan.Held holdOfWeb(World world) {
    return world.plan().pool("ns-web").orElseThrow().held().get(0);
  }

  @Test
  void aStrengthThatIsStoredInDoubtIsMarked() {
    World world = new World().node(4).snatPool("ns-web", 4).local("web");
    assertEquals(POSSIBLE, onlyHold(world).strength());
    assertEquals(Ledger.InDoubt.NOTHING, onlyHold(world).inDoubt());
    world.unreadableNics();
    assertEquals(CERTAIN, onlyHold(world).strength(), "a NIC may be in the pool");
    assertEquals(new Ledger.InDoubt(NOTHING, Optional.empty()), onlyHold(world).inDoubt());
    world.remembers("ns-web", 4);
    assertEquals(CERTAIN, onlyHold(world).strength());
    assertEquals(
        new Ledger.InDoubt(POSSIBLE, Optional.empty()),
        onlyHold(world).inDoubt(),
        "what was judged clearly before is not forgotten");
  }

  @Test
  void whatIsStoredInDoubtSinksToWhatTwoClearJudgementsShow() {
    World first = inDoubt(NOTHING, null);
    assertEquals(HELD, first.held());
    assertEquals(CERTAIN, holdOfWeb(first).strength());
    assertEquals(new Ledger.InDoubt(POSSIBLE, Optional.of(World.NOW)), holdOfWeb(first).inDoubt());
    assertTrue(holdOfWeb(first).evidence().contains("judged in doubt"));
    World early = inDoubt(POSSIBLE, TEN.minusMillis(1));
    assertEquals(HELD, early.held());
    assertEquals(
        Optional.of(World.NOW.minus(TEN).plusMillis(1)),
        holdOfWeb(early).inDoubt().clearSince(),
        "the first of them counts");
    assertEquals(REMOVED, inDoubt(POSSIBLE, TEN).writes());
  }

  @Test
  void itSinksToTheHighestThatWasSeenClearly() {
    World world = withoutItsRule().remembers(doubted(CERTAIN, POSSIBLE, TEN));
    assertEquals(HELD, world.held());
    assertEquals(POSSIBLE, onlyHold(world).strength());
    assertEquals(Ledger.InDoubt.NOTHING, onlyHold(world).inDoubt());
    assertEquals(Optional.of(World.NOW), onlyHold(world).noneSince());
    assertEquals(
        REMOVED,
        withoutItsRule().remembers(doubted(CERTAIN, NOTHING, TEN)).writes(),
        "none, twice");
  }

  @Test
  void aJudgementInDoubtStartsTheWaitAnew() {
    World world = inDoubt(POSSIBLE, Duration.ofHours(1)).natGateway(false);
    assertEquals(List.of("ns-web 10.0.0.4 EGRESS_UNKNOWN"), world.held());
    assertEquals(CERTAIN, holdOfWeb(world).strength());
    assertEquals(new Ledger.InDoubt(POSSIBLE, Optional.empty()), holdOfWeb(world).inDoubt());
  }

  @Test
  void aStrengthThatIsSeenClearlyDoesNotSinkAnyMore() {
    World world = new World().node(4).nic(4).snatPool("ns-web", 4).local("web");
    world.remembers(doubted(POSSIBLE, NOTHING, TEN));
    assertEquals(POSSIBLE, onlyHold(world).strength());
    assertEquals(Ledger.InDoubt.NOTHING, onlyHold(world).inDoubt());
  }

  @Test
  void theBrakeKeepsWhatIsInDoubt() {
    int[] all = IntStream.rangeClosed(1, 12).toArray();
    World world = new World().node(all).nic(all).pool("ns-web", all).local("web");
    world.remembers(doubted(CERTAIN, POSSIBLE, Duration.ofSeconds(30)));
    assertEquals(
        List.of(new Ledger.InDoubt(POSSIBLE, Optional.of(World.NOW.minusSeconds(30)))),
        world.plan().pools().get(0).held().stream()
            .filter(held -> held.address().equals(Address.of(World.ip(4))))
            .map(Plan.Held::inDoubt)
            .toList());
  }
}
