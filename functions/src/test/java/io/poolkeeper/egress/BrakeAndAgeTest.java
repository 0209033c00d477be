package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Controls;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BrakeAndAgeTest {

  /** Machines 1 to {@code members} sit in a pool without SNAT; the first {@code leaving} leave. */
  private static World leaving(int leaving, int members) {
    int[] all = IntStream.rangeClosed(1, members).toArray();
    int[] stay = IntStream.rangeClosed(leaving + 1, members).toArray();
    return new World().nic(all).node(all).pool("ns-web", all).local("web", stay);
  }

  private static Ledger braked(int base) {
    return Ledger.EMPTY.toBuilder()
        .brake(Optional.of(new Ledger.Brake(Instant.EPOCH, base)))
        .build();
  }

  private static Controls approving(String digest, Instant until) {
    Controls.Entry entry =
        new Controls.Entry(
            Optional.empty(),
            Optional.empty(),
            Optional.of(new Controls.Approval(digest, until, "somebody")));
    return new Controls(Optional.empty(), Map.of("lb-1", entry), List.of());
  }

  @Test
  void fallsAtElevenAndMoreThanHalf() {
    Plan plan = leaving(11, 21).plan();
    assertEquals(11, plan.heldCount());
    assertEquals(List.of(), plan.writes());
    assertEquals(Optional.of(new Ledger.Brake(World.NOW, 21)), plan.brake());
    Plan.Held first = plan.pools().get(0).held().get(0);
    assertEquals(HoldReason.MASS_REMOVAL, first.reason());
    assertEquals("n1", first.node());
    assertEquals(Optional.of(World.vm(1)), first.machine());
    assertTrue(first.evidence().contains(plan.digest()), first.evidence());
    assertTrue(first.evidence().startsWith("11 of 21 members"), first.evidence());
  }

  @Test
  void doesNotFallAtTenOrAtHalf() {
    assertEquals(0, leaving(10, 10).plan().heldCount());
    assertEquals(0, leaving(11, 22).plan().heldCount());
    assertEquals(Optional.empty(), leaving(11, 22).plan().brake());
  }

  @Test
  void theBaseInTheLedgerStays() {
    World world = leaving(11, 22);
    world.ledger = braked(21);
    assertEquals(11, world.plan().heldCount());
    assertEquals(Optional.of(new Ledger.Brake(Instant.EPOCH, 21)), world.plan().brake());
  }

  @Test
  void aBaseAboveWhatIsThereLetsNothingMoreThrough() {
    World world = leaving(11, 21);
    for (int base : new int[] {22, 1_000_000_000}) {
      world.ledger = braked(base);
      assertEquals(11, world.plan().heldCount(), "base " + base);
      assertEquals(Optional.of(new Ledger.Brake(Instant.EPOCH, 21)), world.plan().brake());
    }
    world = leaving(11, 22);
    world.ledger = braked(1_000_000_000);
    assertEquals(0, world.plan().heldCount(), "half of what is there");
  }

  @Test
  void whatIsLeftOfAnApprovedPlanGoesByTheBaseThatItWasApprovedWith() {
    String digest = leaving(12, 22).plan().digest();
    World world = leaving(11, 12);
    world.ledger =
        Ledger.EMPTY.toBuilder()
            .brake(Optional.of(new Ledger.Brake(Instant.EPOCH, 22, digest)))
            .build();
    world.controls = approving(digest, World.NOW.plusSeconds(1));
    assertEquals(0, world.plan().heldCount());
    world.controls = approving(digest, World.NOW);
    assertEquals(11, world.plan().heldCount(), "the approval has run out");
    world.controls = Controls.NONE;
    assertEquals(11, world.plan().heldCount(), "nobody approved it");
  }

  @Test
  void anApprovalOfExactlyThisDigestReleasesIt() {
    World world = leaving(11, 12);
    String digest = world.plan().digest();
    world.controls = approving(digest, World.NOW.plusSeconds(1));
    assertEquals(0, world.plan().heldCount());
    assertEquals(
        Optional.of(12), world.plan().brake().map(Ledger.Brake::base), "kept for what is left");
    world.controls = approving(digest, World.NOW);
    assertEquals(11, world.plan().heldCount(), "the approval has run out");
    world.controls = approving(digest.replace(digest.charAt(0), 'x'), World.NOW.plusSeconds(1));
    assertEquals(11, world.plan().heldCount(), "another digest");
  }

  @Test
  void theDigestDependsOnTheRemovalsOfMachinesOnly() {
    String digest = leaving(3, 12).plan().digest();
    assertEquals(64, digest.length());
    assertNotEquals(digest, leaving(4, 12).plan().digest());
    World withGoneOne = leaving(3, 12);
    withGoneOne.pool("ns-x", 99).local("x");
    assertEquals(digest, withGoneOne.plan().digest());
  }

  @Test
  void aMappingThatIsTooOldHoldsRemovalsButNoAdditions() {
    World world = leaving(1, 3);
    world.maxAge = Optional.of(Duration.ofMinutes(5));
    world.pool("ns-new").local("new", 2);
    world.pool("ns-gone", 99).local("gone");
    assertEquals(List.of("ns-web 10.0.0.1 MAPPING_TOO_OLD"), world.held());
    assertEquals(List.of("ns-gone +[] -[10.0.0.99]", "ns-new +[10.0.0.2] -[]"), world.writes());
    assertTrue(
        world
            .plan()
            .pool("ns-web")
            .orElseThrow()
            .held()
            .get(0)
            .evidence()
            .contains("unknown time"));
    world.generatedAt(World.NOW.minusSeconds(300));
    assertEquals(List.of(), world.held(), "exactly the allowed age");
    world.generatedAt(World.NOW.minusSeconds(301));
    assertEquals(List.of("ns-web 10.0.0.1 MAPPING_TOO_OLD"), world.held());
  }

  @Test
  void theBrakeComesBeforeTheAge() {
    World world = leaving(11, 12);
    world.maxAge = Optional.of(Duration.ofMinutes(5));
    assertEquals(HoldReason.MASS_REMOVAL, world.plan().pools().get(0).held().get(0).reason());
  }
}
