package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.Tape;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;

/** From the first hold to its release: ledger, requests, restores, report. */
final class HeldRemovalsTest {
  private static final ArmId OTHER = ArmId.of(TestBed.LB.text().replace("lb-1", "lb-2"));

  /** Machine 3 is held in ns-a. */
  private static TestBed holding() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a", "n1").pool("ns-a", "10.0.0.1", "10.0.0.3");
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(1, bed.ledger().holds().size());
    return bed;
  }

  private static List<Object> fields(TestBed bed, String... names) {
    return java.util.Arrays.stream(names).map(bed.reports.last().fields()::get).toList();
  }

  private static String warnings(TestBed bed) {
    return bed.reports.last().fields().get("warnings").toString();
  }

  @Test
  void theLedgerStoresMachineAndStrength() {
    Ledger.Hold hold = holding().ledger().holds().get(0);
    assertTrue(hold.machine().orElseThrow().text().endsWith("networkInterfaces/nic-3"));
    assertEquals(Map.of(Protocol.TCP, Strength.POSSIBLE), hold.strength());
    assertEquals(Optional.empty(), hold.noneSince());
  }

  @Test
  void aRuleReplacedInTwoStepsReleasesNothing() {
    TestBed bed = holding();
    bed.arm.rule(TestBed.LB, "ns-a", false);
    for (int minute = 0; minute < 9; minute++) {
      bed.later(Duration.ofMinutes(1));
      assertEquals(Outcome.UNCHANGED, bed.outcome());
    }
    assertEquals(List.of("10.0.0.1", "10.0.0.3"), bed.members("ns-a"));
    assertTrue(bed.ledger().holds().get(0).noneSince().isPresent());
    bed.arm.rule(TestBed.LB, "ns-a", true);
    bed.later(Duration.ofMinutes(1));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(Optional.empty(), bed.ledger().holds().get(0).noneSince());
    assertEquals(0, bed.arm.puts());
  }

  @Test
  void aRuleThatStaysAwayReleasesAfterTenMinutes() {
    TestBed bed = holding();
    bed.arm.rule(TestBed.LB, "ns-a", false);
    bed.later(Duration.ofMinutes(1));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    bed.later(Duration.ofMinutes(10));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(List.of(), bed.ledger().holds());
  }

  @Test
  void whatWasStoredInDoubtIsReleasedAfterTwoClearJudgementsTenMinutesApart() {
    TestBed bed = holding();
    Ledger.Hold hold = bed.ledger().holds().get(0);
    Ledger.Hold inDoubt =
        new Ledger.Hold(
            hold.pool(),
            hold.address(),
            hold.machine(),
            Map.of(Protocol.TCP, Strength.CERTAIN),
            HoldReason.EGRESS_UNKNOWN,
            hold.since(),
            hold.judgedAt(),
            hold.noneSince(),
            new Ledger.InDoubt(Map.of(Protocol.TCP, Strength.NONE), Optional.empty()));
    bed.ledgers.put(TestBed.LB, bed.ledger().toBuilder().holds(List.of(inDoubt)).build());
    bed.wants("b", "n3").pool("ns-b", "10.0.0.3");
    bed.later(Duration.ofMinutes(1));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    Ledger.InDoubt first = bed.ledger().holds().get(0).inDoubt();
    assertEquals(Map.of(Protocol.TCP, Strength.POSSIBLE), first.seen());
    bed.later(Duration.ofMinutes(9));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(first, bed.ledger().holds().get(0).inDoubt());
    bed.later(Duration.ofMinutes(1));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(List.of(), bed.ledger().holds());
  }

  @Test
  void aReleaseThatDidNotComeAboutKeepsTheHold() {
    TestBed bed = holding();
    Ledger.Hold hold = bed.ledger().holds().get(0);
    bed.natGateway = true;
    bed.later(Duration.ofMinutes(1));
    bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "Denied"));
    assertEquals(Outcome.FORBIDDEN, bed.outcome());
    assertEquals(hold.strength(), bed.ledger().holds().get(0).strength());
    assertEquals(hold.since(), bed.ledger().holds().get(0).since());
    bed.natGateway = false;
    bed.arm.rule(TestBed.LB, "ns-a", false);
    bed.later(Duration.ofMinutes(1));
    assertEquals(Outcome.UNCHANGED, bed.outcome(), "and it is honoured");
  }

  /** The ledger had no room for the hold. */
  private static void unlist(TestBed bed) {
    Ledger.Hold hold = bed.ledger().holds().get(0);
    Ledger.Unlisted unlisted = new Ledger.Unlisted(hold.strength(), hold.since());
    bed.ledgers.put(
        TestBed.LB,
        bed.ledger().toBuilder().holds(List.of()).unlisted(Optional.of(unlisted)).build());
    bed.queue.takeAll();
    bed.later(Duration.ofMinutes(1));
  }

  @Test
  void aHoldWithoutRoomInTheLedgerHoldsAndIsListedAgainWhenThereIsRoom() {
    TestBed bed = holding();
    Ledger.Hold hold = bed.ledger().holds().get(0);
    unlist(bed);
    bed.arm.rule(TestBed.LB, "ns-a", false);
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.3"), bed.members("ns-a"));
    Ledger.Hold listed = bed.ledger().holds().get(0);
    assertEquals(hold.strength(), listed.strength());
    assertEquals(hold.machine(), listed.machine());
    assertEquals(hold.since(), listed.since());
    assertEquals(Optional.empty(), bed.ledger().unlisted(), "all are listed");
    assertEquals(List.of(), bed.queue.sent(), "it is no new hold");
    assertTrue(bed.said("notes").contains("no room"), bed.said("notes"));
  }

  @Test
  void aReleaseThatDidNotComeAboutKeepsWhatIsNotListed() {
    TestBed bed = holding();
    unlist(bed);
    bed.natGateway = true;
    bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "Denied"));
    assertEquals(Outcome.FORBIDDEN, bed.outcome());
    assertTrue(bed.ledger().unlisted().isPresent());
    bed.natGateway = false;
    bed.arm.rule(TestBed.LB, "ns-a", false);
    bed.later(Duration.ofMinutes(1));
    assertEquals(Outcome.UNCHANGED, bed.outcome(), "and it is honoured");
    bed.natGateway = true;
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void onlyAMissingPoolKeepsNothingUnlisted() {
    TestBed bed = holding();
    unlist(bed);
    bed.arm.rule(TestBed.LB, "ns-a", false);
    bed.wants(Map.of("a", List.of("n1"), "b", List.of()));
    bed.arm.removePool(TestBed.LB, "ns-b");
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(Optional.empty(), bed.ledger().unlisted());
  }

  @Test
  void aNewHoldAsksForOneSecondLookAndNotForMore() {
    TestBed bed = holding();
    FakeWorkQueue.Sent look = bed.queue.takeAll().get(0);
    assertEquals(Cause.HOLD, look.request().cause());
    assertEquals(Duration.ofMinutes(2), look.delay());
    assertFalse(look.request().coverable(), "a run in between does not stand for it");
    bed.later(Duration.ofMinutes(2));
    assertEquals(Outcome.UNCHANGED, bed.deliver(look.request(), look.insertedAt(), 1).outcome());
    bed.later(Duration.ofMinutes(5));
    bed.run();
    assertEquals(List.of(), bed.queue.sent());
    bed.pool("ns-a", "10.0.0.1", "10.0.0.3", "10.0.0.4");
    bed.run();
    assertEquals(1, bed.queue.takeAll().size(), "another one is new");
  }

  @Test
  void whatIsOnlyObservedAsksForNoSecondLook() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.mode = Mode.OBSERVE;
    bed.wants("a").pool("ns-a", "10.0.0.3");
    assertEquals(Outcome.OBSERVED, bed.outcome());
    assertEquals(1, bed.ledger().holds().size());
    assertEquals(List.of(), bed.queue.sent());
  }

  @Test
  void aConfirmedAdditionAsksTheLoadBalancersThatHoldTheAddress() {
    TestBed bed = TestBed.standard();
    bed.wants("a", "n1");
    String mapping =
        bed.mapping(TestBed.CLUSTER, 9)
            .replace(
                "\"loadBalancers\":{",
                "\"loadBalancers\":{\"lb-2\":{\"id\":\"" + OTHER.text() + "\"},");
    bed.documents.putMapping(TestBed.CLUSTER, mapping);
    bed.ledgers.put(OTHER, Ledger.EMPTY.toBuilder().holds(List.of(hold("10.0.0.1"))).build());
    assertEquals(Outcome.UPDATED, bed.outcome());
    List<FakeWorkQueue.Sent> sent = bed.queue.takeAll();
    assertEquals(1, sent.size());
    assertEquals(OTHER, sent.get(0).request().loadBalancer());
    assertEquals(Cause.HOLD, sent.get(0).request().cause());
    bed.later(Duration.ofMinutes(1));
    bed.run();
    assertEquals(List.of(), bed.queue.sent(), "nothing was added");
    bed.pool("ns-a");
    bed.ledgers.put(OTHER, Ledger.EMPTY.toBuilder().holds(List.of(hold("10.0.0.2"))).build());
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of(), bed.queue.sent(), "it holds another address");
  }

  private static Ledger.Hold hold(String address) {
    Instant at = Instant.parse("2026-12-01T10:00:00Z");
    return new Ledger.Hold(
        "ns-x",
        Address.of(address),
        Optional.empty(),
        Map.of(Protocol.TCP, Strength.POSSIBLE),
        HoldReason.WOULD_STRAND_EGRESS,
        at,
        at,
        Optional.empty());
  }

  @Test
  void theReportCountsHoldsWithTheOldestAgeAndThoseOverAge() {
    TestBed bed = holding();
    assertEquals(List.of(1, 0L, 0), fields(bed, "held", "heldOldestSeconds", "heldOverAge"));
    bed.later(Duration.ofMinutes(61));
    bed.run();
    assertEquals(List.of(1, 3660L, 1), fields(bed, "held", "heldOldestSeconds", "heldOverAge"));
  }

  @Test
  void aHeldMemberThatSomebodyTakesOutIsPutBackThreeTimesAnHourAndThenReported() {
    TestBed bed = holding();
    for (int time = 1; time <= 3; time++) {
      bed.pool("ns-a", "10.0.0.1");
      bed.later(Duration.ofMinutes(5));
      assertEquals(Outcome.UPDATED, bed.outcome());
      assertEquals(List.of("10.0.0.1", "10.0.0.3"), bed.members("ns-a"));
      assertEquals(time, bed.ledger().restores().size());
      assertEquals(1, bed.reports.last().fields().get("restored"));
      assertFalse(warnings(bed).contains("CONTESTED"));
      assertEquals(Outcome.UNCHANGED, bed.outcome(), "it is held as before");
    }
    bed.pool("ns-a", "10.0.0.1");
    bed.later(Duration.ofMinutes(5));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertTrue(warnings(bed).contains("CONTESTED"), warnings(bed));
    assertEquals("warning", bed.reports.last().fields().get("severity"));
    assertEquals(1, bed.ledger().warnings().size(), "the status shows it too");
    bed.later(Duration.ofMinutes(50));
    assertEquals(Outcome.UPDATED, bed.outcome(), "an hour after the first it is tried again");
  }

  @Test
  void aRestoreIsCountedBeforeItsWriteSoThatNoCrashHidesIt() {
    TestBed bed = holding();
    bed.pool("ns-a", "10.0.0.1");
    bed.arm.beforePut(
        0,
        () -> {
          assertEquals(1, bed.ledger().restores().size());
          bed.tape.killAfter(bed.tape.calls().size());
        });
    Assertions.assertThrows(Tape.Killed.class, bed::run);
    bed.newProcess();
    bed.later(Duration.ofMinutes(2));
    assertEquals(1, bed.ledger().restores().size());
    bed.run();
    assertEquals(List.of("10.0.0.1", "10.0.0.3"), bed.members("ns-a"));
  }

  @Test
  void nothingIsPutBackWhileObservingOrPaused() {
    TestBed paused = holding();
    paused.pool("ns-a", "10.0.0.1");
    paused.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    assertEquals(Outcome.PAUSED, paused.outcome());
    assertEquals(0, paused.arm.puts());
    assertEquals(1, paused.ledger().holds().size(), "nothing is forgotten either");
    paused.controls("{}");
    assertEquals(Outcome.UPDATED, paused.outcome());

    TestBed observing = holding();
    observing.later(Duration.ofMinutes(1));
    observing.mode = Mode.OBSERVE;
    observing.pool("ns-a", "10.0.0.1");
    assertEquals(Outcome.OBSERVED, observing.outcome());
    assertEquals(0, observing.arm.puts());
    assertEquals(List.of(), observing.ledger().restores());
    assertEquals(1, observing.ledger().holds().size(), "held before, and not released by a mode");
    observing.outcome();
    observing.mode = Mode.APPLY;
    assertEquals(Outcome.UPDATED, observing.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.3"), observing.members("ns-a"));
  }

  @Test
  void whatWasNeverHeldButInWordsIsForgottenWhenItIsGone() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.mode = Mode.OBSERVE;
    bed.wants("a", "n1").pool("ns-a", "10.0.0.1", "10.0.0.3");
    bed.outcome();
    bed.later(Duration.ofMinutes(1));
    bed.outcome();
    assertEquals(1, bed.ledger().holds().size());
    bed.pool("ns-a", "10.0.0.1");
    bed.outcome();
    assertEquals(List.of(), bed.ledger().holds(), "nobody's removal is ours to undo");
    bed.mode = Mode.APPLY;
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void aConfirmedAdditionAsksThoseOfOtherClustersInTheSameNetworkToo() {
    TestBed bed = TestBed.standard();
    bed.wants("a", "n1");
    String others =
        bed.mapping("test", 1).replace(TestBed.LB.text(), OTHER.text()).replace("lb-1", "lb-x");
    bed.ledgers.put(OTHER, Ledger.EMPTY.toBuilder().holds(List.of(hold("10.0.0.1"))).build());
    bed.documents.putMapping("test", others.replace("virtualNetworks/vnet", "virtualNetworks/v2"));
    bed.outcome();
    assertEquals(List.of(), bed.queue.takeAll(), "the same address elsewhere");
    bed.documents.putMapping("test", others);
    bed.pool("ns-a");
    assertEquals(Outcome.UPDATED, bed.outcome());
    List<FakeWorkQueue.Sent> sent = bed.queue.takeAll();
    assertEquals(1, sent.size());
    assertEquals(OTHER, sent.get(0).request().loadBalancer());
    assertEquals("test", sent.get(0).request().cluster());
  }

  @Test
  void aRestoreThatAzureRefusesIsCountedAndTheHoldStays() {
    TestBed bed = holding();
    bed.pool("ns-a", "10.0.0.1");
    bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.LIMIT_REACHED, "PoolFull"));
    bed.run();
    assertEquals(1, bed.ledger().restores().size());
    assertEquals(1, bed.ledger().holds().size());
    assertEquals(0, bed.reports.last().fields().get("restored"));
  }

  @Test
  void holdsOfAPoolThatIsSkippedForNowAreKept() {
    TestBed bed = holding();
    String mapping =
        bed.mapping(TestBed.CLUSTER, 9)
            .replace(
                "\"services\":{",
                "\"services\":{\"ns/z\":{\"loadBalancer\":\"lb-1\","
                    + "\"externalTrafficPolicy\":\"Local\",\"ipFamilies\":[\"IPv4\"],"
                    + "\"nodes\":[],\"pools\":{\"IPv4\":\"ns-a\"}},");
    bed.documents.putMapping(TestBed.CLUSTER, mapping);
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(1, bed.reports.last().fields().get("skipped"));
    assertEquals(1, bed.ledger().holds().size());
  }
}
