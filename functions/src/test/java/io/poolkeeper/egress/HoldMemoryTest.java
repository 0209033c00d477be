package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.testing.World;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Since when a removal is held: as long as the kind of reason stays the same. */
class HoldMemoryTest {
  private static final Instant BEFORE = World.NOW.minusSeconds(3600);

  /** Machine 1 is to leave its only way out, and was held there before for a reason. */
  private static World heldBefore(HoldReason reason) {
    Ledger.Hold known =
        World.hold("ns-a", 1, Map.of(Protocol.TCP, Strength.POSSIBLE), Optional.empty());
    return new World()
        .node(1, 2)
        .nic(1, 2)
        .snatPool("ns-a", 1, 2)
        .local("a", 2)
        .remembers(
            new Ledger.Hold(
                known.pool(),
                known.address(),
                known.machine(),
                reason == HoldReason.MASS_REMOVAL ? Map.of() : known.strength(),
                reason,
                known.since(),
                known.judgedAt(),
                known.noneSince()));
  }

  private static Plan.Held held(World world) {
    return world.plan().pool("ns-a").orElseThrow().held().get(0);
  }

  @Test
  void certainAndDoubtfulHoldsAreOfOneKind() {
    Plan.Held same = held(heldBefore(HoldReason.WOULD_STRAND_EGRESS));
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, same.reason());
    assertEquals(Optional.of(BEFORE), same.since());
    Plan.Held doubtful = held(heldBefore(HoldReason.WOULD_STRAND_EGRESS).natGateway(false));
    assertEquals(HoldReason.EGRESS_UNKNOWN, doubtful.reason());
    assertEquals(Optional.of(BEFORE), doubtful.since());
    Plan.Held certain = held(heldBefore(HoldReason.EGRESS_UNKNOWN));
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, certain.reason());
    assertEquals(Optional.of(BEFORE), certain.since());
  }

  /** There are holds of ways out up to POSSIBLE that the ledger has no room for. */
  private static World unlisted(World world) {
    world.ledger =
        world.ledger.toBuilder()
            .unlisted(
                Optional.of(new Ledger.Unlisted(Map.of(Protocol.TCP, Strength.POSSIBLE), BEFORE)))
            .build();
    return world;
  }

  @Test
  void aMemberThatIsNotListedMayBeHeldAsStronglyAsAnyThatIsNot() {
    World world = new World().node(1, 2).nic(1, 2).pool("ns-a", 1, 2).local("a", 2);
    assertEquals(List.of("ns-a +[] -[10.0.0.1]"), world.writes(), "its rule is gone just now");
    Plan.Held held = held(unlisted(world));
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, held.reason());
    assertEquals(Map.of(Protocol.TCP, Strength.POSSIBLE), held.strength());
    assertEquals(Optional.of(BEFORE), held.since());
    assertEquals(Optional.of(World.vm(1)), held.machine());
    assertEquals(
        List.of("ns-a +[] -[10.0.0.1]"), world.natGateway(true).writes(), "as strong elsewhere");
  }

  @Test
  void itsNameAndItsMachineDoNotDependOnHowFarTheNetworkWasRead() {
    World world = unlisted(new World().node(1).nic(1).pool("ns-a", 1).local("a"));
    world.routes = List.of(new Network.Route("all", "0.0.0.0/0", "None"));
    Draft draft = Planner.draft(world.input());
    assertEquals(
        Set.of(Address.parse("10.0.0.1").orElseThrow()),
        GuardedPlanner.open(draft, world.inventory()));
  }

  @Test
  void theBrakeForgetsNothingOfWhatIsNotListed() {
    int[] all = IntStream.rangeClosed(1, 12).toArray();
    World world = unlisted(new World().node(all).nic(all).pool("ns-a", all).local("a"));
    assertEquals(HoldReason.MASS_REMOVAL, held(world).reason());
    assertEquals(Map.of(Protocol.TCP, Strength.POSSIBLE), held(world).strength());
  }

  @Test
  void aListedHoldGoesByWhatItRemembersItself() {
    World world = new World().node(1).nic(1).pool("ns-a", 1).local("a");
    world.remembers(World.hold("ns-a", 1, Map.of(Protocol.TCP, Strength.NONE), Optional.empty()));
    assertEquals(List.of("ns-a +[] -[10.0.0.1]"), unlisted(world).writes());
  }

  @Test
  void aHoldForAnotherKindOfReasonBeginsAnew() {
    assertEquals(Optional.empty(), held(heldBefore(HoldReason.MASS_REMOVAL)).since());
    assertEquals(Optional.empty(), held(heldBefore(HoldReason.WAITS_FOR_ADDITION)).since());
  }
}
