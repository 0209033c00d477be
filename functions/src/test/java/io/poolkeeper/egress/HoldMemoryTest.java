package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.testing.World;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
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

  @Test
  void aHoldForAnotherKindOfReasonBeginsAnew() {
    assertEquals(Optional.empty(), held(heldBefore(HoldReason.MASS_REMOVAL)).since());
    assertEquals(Optional.empty(), held(heldBefore(HoldReason.WAITS_FOR_ADDITION)).since());
  }
}
