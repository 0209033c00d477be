package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Claim;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.Fleet;
import io.poolkeeper.testing.Interleaved;
import io.poolkeeper.testing.Interleaved.Choice;
import io.poolkeeper.testing.Interleaved.Limits;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Removals that lean on other load balancers, one run at a time. */
final class ClaimStepTest {
  private static final String MACHINE = "10.0.0.1";

  private static Fleet both() {
    return Fleet.of(2, 1).pool(1, MACHINE).pool(2, MACHINE).wants(Map.of());
  }

  private static Outcome run(Fleet fleet, int i) {
    fleet.time.advance(Duration.ofSeconds(1));
    return fleet.worker("w" + i).run(Fleet.lb(i), 1).outcome();
  }

  private static Claim claim(Fleet fleet, int loadBalancer) {
    return new Claim(
        Address.of(MACHINE),
        Fleet.lb(loadBalancer),
        "NS-S" + loadBalancer,
        "another run",
        fleet.time.now().plusSeconds(300));
  }

  private static Ledger.Hold hold(Fleet fleet, int i) {
    List<Ledger.Hold> holds = fleet.ledgers.get(Fleet.lb(i)).holds();
    assertEquals(1, holds.size(), holds.toString());
    return holds.get(0);
  }

  private static long count(Fleet fleet, String prefix) {
    return fleet.tape.count(call -> call.startsWith(prefix));
  }

  @Test
  void theFirstDropsItTheSecondKeepsItAndNoClaimIsLeft() {
    Fleet fleet = both();
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertEquals(List.of(), fleet.members(1));
    assertEquals(List.of(), fleet.claims.live(Fleet.NETWORK), "its outcome is known");
    assertEquals(Outcome.UNCHANGED, run(fleet, 2));
    assertEquals(List.of(MACHINE), fleet.members(2));
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, hold(fleet, 2).reason());
    assertFalse(fleet.claims.isLeased(Fleet.NETWORK));
  }

  @Test
  void theClaimIsThereBeforeThePut() {
    Fleet fleet = both();
    fleet.arm.beforePut(
        0,
        () -> {
          Claim claim = fleet.claims.live(Fleet.NETWORK).get(0);
          assertEquals(MACHINE, claim.address().text());
          assertEquals(Fleet.lb(1), claim.loadBalancer());
          assertEquals("ns-s1", claim.pool());
          assertEquals(fleet.time.now().plusSeconds(600), claim.until());
          assertFalse(fleet.claims.isLeased(Fleet.NETWORK), "the lease is not held over the write");
        });
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertEquals(1, fleet.arm.puts());
  }

  @Test
  void aMembershipThatAnotherRunClaimsCarriesNothing() {
    Fleet fleet = both();
    fleet.claims.put(Fleet.NETWORK, claim(fleet, 2));
    assertEquals(Outcome.PARTIAL, run(fleet, 1));
    assertEquals(0, fleet.arm.puts());
    assertEquals(HoldReason.EGRESS_UNKNOWN, hold(fleet, 1).reason());
    String waits = fleet.reports.last().fields().toString();
    assertTrue(waits.contains("another run") && waits.contains("lb-2/ns-s2"), waits);
    assertEquals(1, retries(fleet).size(), "it is asked for again");
    fleet.time.advance(Duration.ofMinutes(6));
    assertEquals(Outcome.UPDATED, run(fleet, 1), "the claim has run out");
  }

  @Test
  void anUnclaimedOneElsewhereIsEnough() {
    Fleet fleet = Fleet.of(3, 1).pool(1, MACHINE).pool(2, MACHINE).pool(3, MACHINE).wants(Map.of());
    fleet.claims.put(Fleet.NETWORK, claim(fleet, 2));
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertEquals(List.of(), fleet.members(1));
  }

  @Test
  void whileTheAnswerIsUnknownTheClaimStays() {
    Fleet fleet = both();
    fleet.arm.failNextAfterEffect("ns-s1", FakeLoadBalancers.answer(WriteKind.UNKNOWN, "timeout"));
    run(fleet, 1);
    assertEquals(List.of(), fleet.members(1));
    assertEquals(1, fleet.claims.live(Fleet.NETWORK).size());
    assertEquals(Outcome.UNCHANGED, run(fleet, 2));
    assertEquals(List.of(MACHINE), fleet.members(2));
  }

  @Test
  void aRefusedPutLeavesNoClaim() {
    Fleet fleet = both();
    fleet.arm.failNext("ns-s1", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "no"));
    run(fleet, 1);
    assertEquals(List.of(), fleet.claims.live(Fleet.NETWORK));
    assertEquals(Outcome.UPDATED, run(fleet, 2));
  }

  @Test
  void aBusyLeaseDelaysTheRemovalAfterAFewTriesAndNothingElse() {
    Fleet fleet = Fleet.of(2, 2).pool(1, MACHINE).pool(2, MACHINE).wants(Map.of(1, List.of("n2")));
    fleet.claims.lease(Fleet.NETWORK, Duration.ofMinutes(2));
    assertEquals(Outcome.PARTIAL, run(fleet, 1));
    assertEquals(List.of(MACHINE, "10.0.0.2"), fleet.members(1), "the addition goes ahead");
    assertEquals(HoldReason.WAITS_FOR_ADDITION, hold(fleet, 1).reason());
    assertTrue(count(fleet, "claims.acquire") <= 6);
    assertEquals(1, retries(fleet).size());
    assertEquals(1, retries(fleet).get(0).attempt());
    fleet.time.advance(Duration.ofMinutes(3));
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertEquals(List.of("10.0.0.2"), fleet.members(1));
  }

  @Test
  void claimsThatCannotBeReadKeepEverythingUntilTheyMustHaveRunOut() {
    Fleet fleet = both();
    fleet.claims.putRaw(Fleet.NETWORK, "noise".getBytes(StandardCharsets.UTF_8));
    assertEquals(Outcome.PARTIAL, run(fleet, 1));
    assertEquals(0, fleet.arm.puts());
    fleet.time.advance(Duration.ofMinutes(11));
    assertEquals(Outcome.UPDATED, run(fleet, 1));
  }

  @Test
  void whatItLeansOnIsReadAgainAndUnknownIsNotSafe() {
    Fleet fleet = both();
    fleet.arm.afterNextGet(
        () ->
            fleet.arm.failNextRead(
                FakeLoadBalancers.failedRead(ReadKind.FORBIDDEN, Optional.empty())));
    assertEquals(Outcome.UNCHANGED, run(fleet, 1));
    assertEquals(0, fleet.arm.puts());
    assertEquals(HoldReason.EGRESS_UNKNOWN, hold(fleet, 1).reason());
    assertTrue(fleet.reports.last().fields().toString().contains("FORBIDDEN"));
  }

  /** All PUTs are on their way at once; whoever asked for the lease would end the test. */
  @Test
  void aHundredThatLeanOnAPoolThatNobodyHereWritesTakeNoLeaseAndGoSideBySide() {
    Fleet fleet = Fleet.of(100, 1).outbound(MACHINE);
    List<ArmId> all = new ArrayList<>();
    for (int i = 1; i <= 100; i++) {
      fleet.pool(i, MACHINE);
      all.add(Fleet.lb(i));
    }
    fleet.wants(Map.of());
    fleet.parsed = Optional.of(new DocumentCache(fleet.documents));
    fleet.claimsPort =
        (network, leaseId) -> {
          throw new AssertionError("the egress lease of " + network + " was asked for");
        };
    Limits nothingGoesWrong = new Limits(0, 0, 0, Duration.ZERO, false);
    try (Interleaved life = new Interleaved(fleet, nothingGoesWrong, all)) {
      Optional<Choice> step = anyStep(life);
      while (step.isPresent()) {
        life.take(step.get());
        step = anyStep(life);
      }
      assertEquals(100, life.choices().size(), "PUTs on their way at once");
      while (!life.choices().isEmpty()) {
        life.take(life.choices().get(0));
      }
    }
    assertEquals(1, fleet.memberships(MACHINE), "in the outbound pool alone");
    assertEquals(List.of(), fleet.stranded);
  }

  private static Optional<Choice> anyStep(Interleaved life) {
    return life.choices().stream()
        .filter(choice -> choice.kind() == Interleaved.Kind.STEP)
        .findFirst();
  }

  /** Itself and one other, before and after the write. */
  @Test
  void ofManyThatCarryItOneIsReadAndCountedOn() {
    Fleet fleet = Fleet.of(6, 1).wants(Map.of());
    for (int i = 1; i <= 6; i++) {
      fleet.pool(i, MACHINE);
    }
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertEquals(4, count(fleet, "arm.get"));
    assertEquals(0, count(fleet, "arm.list"));
  }

  /** The first that carries it loses it before it is read again. */
  @Test
  void ifTheOneIsNotEnoughAllThatCarryItAreRead() {
    Fleet fleet = Fleet.of(4, 1).wants(Map.of());
    for (int i = 1; i <= 4; i++) {
      fleet.pool(i, MACHINE);
    }
    fleet.arm.afterNextGet(() -> fleet.arm.beforeNextGet(() -> fleet.pool(2)));
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertEquals(List.of(), fleet.members(1));
    assertEquals(List.of(), fleet.stranded);
  }

  @Test
  void anyPoolOfALoadBalancerThatAMappingNamedBeforeMayBeWritten() {
    Fleet fleet = Fleet.of(1, 1).pool(1, MACHINE).outbound(MACHINE).wants(Map.of());
    fleet.ledgers.put(
        Fleet.OUTBOUND,
        Ledger.EMPTY.toBuilder()
            .mapping(new Ledger.MappingSeen(0, 1, "", "", List.of("another")))
            .build());
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertTrue(count(fleet, "claims.write") > 0);
  }

  @Test
  void whileTheMappingOfAnyClusterIsUnknownEveryPoolMayBeWritten() {
    Fleet fleet = Fleet.of(1, 1).pool(1, MACHINE).outbound(MACHINE).wants(Map.of());
    fleet.documents.putMapping("other", "{}");
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertTrue(count(fleet, "claims.write") > 0);
  }

  @Test
  void theSecondLookPutsItBackWhenWhatItLeanedOnIsGone() {
    Fleet fleet = Fleet.of(1, 1).pool(1, MACHINE).outbound(MACHINE).wants(Map.of());
    fleet.arm.beforePut(0, fleet::outbound);
    run(fleet, 1);
    assertEquals(List.of(MACHINE), fleet.members(1));
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, hold(fleet, 1).reason());
  }

  /** Without the second look that every new hold asks for. */
  private static List<Request> retries(Fleet fleet) {
    return fleet.queue.sent().stream()
        .map(sent -> sent.request())
        .filter(request -> request.cause() == Cause.RETRY)
        .toList();
  }

  /** Only lb-1 gives it SNAT; without any pool it would have default outbound access. */
  private static Fleet leaningOnAbsence() {
    Fleet fleet = Fleet.of(2, 1).pool(1, MACHINE).withoutSnat(2).wants(Map.of());
    fleet.defaultOutbound = true;
    return fleet;
  }

  @Test
  void whoLeansOnBeingInNoOtherPoolClaimsToo() {
    Fleet fleet = leaningOnAbsence();
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertTrue(count(fleet, "claims.write") > 0);
  }

  @Test
  void whoIsWantedOnAnotherLoadBalancerIsNotCountedOnBeingInNoneThere() {
    Fleet fleet = leaningOnAbsence().wants(Map.of(2, List.of("n1")));
    assertEquals(Outcome.UNCHANGED, run(fleet, 1));
    assertEquals(List.of(MACHINE), fleet.members(1), "a run may be adding it to lb-2 right now");
    assertTrue(fleet.reports.last().toString().contains("it may join a pool"));
    run(fleet, 2);
    fleet.time.advance(Duration.ofMinutes(11));
    run(fleet, 1);
    assertEquals(List.of(MACHINE), fleet.members(1), "lb-2 gives it nothing");
    assertEquals(List.of(MACHINE), fleet.members(2));
    assertEquals(
        HoldReason.WOULD_STRAND_EGRESS, fleet.ledgers.get(Fleet.lb(1)).holds().get(0).reason());
    assertEquals(List.of(), fleet.stranded);
  }

  @Test
  void aMembershipThatIsPerhapsStillThereBlocksDefaultOutbound() {
    Fleet fleet = leaningOnAbsence();
    fleet.claims.put(Fleet.NETWORK, claim(fleet, 2));
    assertEquals(Outcome.PARTIAL, run(fleet, 1));
    assertEquals(List.of(MACHINE), fleet.members(1));
    assertEquals(HoldReason.EGRESS_UNKNOWN, hold(fleet, 1).reason());
  }

  @Test
  void theSecondLookSeesThatItWasAddedElsewhere() {
    Fleet fleet = leaningOnAbsence();
    fleet.arm.beforePut(0, () -> fleet.pool(2, MACHINE));
    run(fleet, 1);
    assertEquals(List.of(MACHINE), fleet.members(1));
  }
}
