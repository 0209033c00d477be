package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.PortException;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases, coverage, messages and pauses. */
final class LeaseAndQueueTest {

  private static TestBed wanting(String... nodes) {
    return TestBed.standard().wants("a", nodes);
  }

  private static FakeWorkQueue.Sent onlyCopy(TestBed bed) {
    assertEquals(1, bed.queue.sent().size());
    return bed.queue.sent().get(0);
  }

  @Test
  void f18_busyLeaseRequeuesWithDelayAndCompletesTheOriginal() {
    TestBed bed = wanting("n1");
    bed.ledgers.lease(TestBed.LB, Duration.ofSeconds(60));
    Instant inserted = bed.time.now();
    assertEquals(Outcome.LOCK_BUSY, bed.deliver(bed.request(), inserted, 1).outcome());
    FakeWorkQueue.Sent copy = onlyCopy(bed);
    assertEquals(0, copy.request().attempt(), "it never counts as a failure");
    assertEquals(Optional.of(inserted), copy.request().busySince());
    assertEquals(Optional.of(inserted), copy.request().causedAt());
    assertTrue(copy.request().coverable());
    assertTrue(copy.delay().toSeconds() >= 2 && copy.delay().toSeconds() <= 60);
    assertEquals(0, bed.tape.armCalls(), "f29: no lease, no ARM call");
  }

  @Test
  void f29_theSameRequestComesBackAndIsDone() {
    TestBed bed = wanting("n1");
    bed.ledgers.lease(TestBed.LB, Duration.ofSeconds(60));
    bed.run();
    assertTrue(bed.drain(40) >= 1);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void lockBusyIsBoundedByAgeNotByCount() {
    TestBed bed = wanting("n1");
    bed.ledgers.lease(TestBed.LB, Duration.ofHours(2));
    bed.run();
    int copies = bed.drain(1000);
    assertTrue(copies > 20, "many copies");
    assertEquals("GAVE_UP", bed.reports.last().fields().get("outcome"));
  }

  @Test
  void f14_withoutRoomBeforeThePutNothingIsWrittenAndTheWorkIsKept() {
    TestBed bed = wanting("n1");
    // the plan takes long; when the controls are read again, right before the PUT, it is too late
    bed.documents.beforeControlsRead(2, () -> bed.later(Duration.ofSeconds(61)));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertEquals(1, onlyCopy(bed).request().attempt());
    assertFalse(onlyCopy(bed).request().coverable());
  }

  @Test
  void f15_aWorkerThatSleptPastItsLeaseTreatsItAsLostByItsWallClock() {
    TestBed bed = wanting("n1");
    bed.documents.beforeControlsRead(2, () -> bed.time.stepWallClock(Duration.ofMinutes(10)));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertEquals(0, bed.tape.count(call -> call.equals("ledger.renew")));
  }

  @Test
  void theLeaseIsRenewedInStepWithALongOperation() {
    TestBed bed = wanting("n1");
    bed.arm.operationTime(Duration.ofSeconds(100));
    assertEquals(Outcome.UPDATED, bed.outcome());
    long renewals = bed.tape.count(call -> call.equals("ledger.renew"));
    assertTrue(renewals >= 4 && renewals <= 6, "" + renewals);
  }

  @Test
  void anOperationThatOutlastsTheReconcileDeadlineIsHandedOver() {
    TestBed bed = wanting("n1");
    bed.arm.operationTime(Duration.ofMinutes(5));
    assertEquals(Outcome.HANDED_OVER, bed.outcome());
    assertEquals(0, onlyCopy(bed).request().attempt());
    assertFalse(onlyCopy(bed).request().coverable(), "the write may have been made");
    bed.arm.operationTime(Duration.ZERO);
    bed.drain(3);
    assertEquals(Outcome.UNCHANGED, bed.ledger().outcome().orElseThrow());
  }

  @Test
  void aLeaseTakenAwayDuringTheOperationEndsTheRun() {
    TestBed bed = wanting("n1").wants("c", "n2");
    bed.arm.operationTime(Duration.ofSeconds(30));
    bed.arm.beforePut(0, () -> bed.ledgers.takeAway(TestBed.LB));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(1, bed.arm.puts());
    assertFalse(onlyCopy(bed).request().coverable());
  }

  @Test
  void theLedgerIsNotWrittenByWhoLostTheLease() {
    TestBed bed = wanting("n1");
    bed.run();
    bed.wants("a", "n1", "n2");
    Ledger before = bed.ledger();
    bed.ledgers.beforeWrite(() -> bed.ledgers.takeAway(TestBed.LB));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(before, bed.ledger());
    assertEquals(1, bed.arm.puts(), "startedAt could not be stored, so nothing was written");
  }

  @Test
  void f17_f30_aLostReleaseNeitherFailsNorRepeatsTheWork() {
    TestBed bed = wanting("n1");
    bed.ledgers.releaseIsLost(true);
    ReconcileReport report = bed.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertTrue(bed.queue.sent().isEmpty());
    assertTrue(report.fields().get("notes").toString().contains("released"));
  }

  @Test
  void f19_aMessageDeliveredAgainAfterItsWorkWasDoneWritesNothing() {
    TestBed bed = wanting("n1");
    Instant inserted = bed.time.now();
    bed.later(Duration.ofSeconds(10));
    bed.deliver(bed.request(), inserted, 1);
    assertEquals(Outcome.UNCHANGED, bed.deliver(bed.request(), inserted, 2).outcome());
    assertEquals(1, bed.arm.puts());
  }

  @Test
  void f20_anUnreadableMessageIsSetAsideAtTheFirstTryWithItsReason() {
    TestBed bed = wanting("n1");
    Delivery noise =
        new Delivery("noise", Optional.empty(), "neither plain nor Base64", Optional.empty(), 1);
    ReconcileReport report = new Reconciler(bed.ports(), bed.settings()).handle(noise);
    assertEquals(Outcome.SET_ASIDE, report.outcome());
    assertTrue(bed.poison.kept().get(0).message().startsWith("5 characters, sha256 "));
    assertEquals("neither plain nor Base64", bed.poison.kept().get(0).reason());
    assertEquals(List.of("poison.record"), bed.tape.calls());
  }

  @Test
  void f22_theEventAboutOurOwnWriteLeadsToOneRunWithoutAWriteThenSilence() {
    TestBed bed = wanting("n1");
    bed.run();
    bed.later(Duration.ofSeconds(20));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(1, bed.arm.puts());
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void f25_aMappingThatChangedDuringTheWritesIsDoneInASecondRound() {
    TestBed bed = wanting("n1");
    bed.arm.beforePut(0, () -> bed.wants("a", "n1", "n2"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
    assertEquals(2, bed.arm.puts());
    assertEquals(2, bed.tape.count(call -> call.equals("arm.get")));
    assertEquals(2, bed.ledger().mapping().orElseThrow().revision());
  }

  @Test
  void f26_f32_aServiceThatLeftTheMappingWhileItsRequestWaitedCausesNoWrite() {
    TestBed bed = wanting("n1").pool("ns-b", "10.0.0.2");
    bed.wants("b", "n2");
    Request request = bed.request();
    bed.wants(java.util.Map.of("a", List.of("n1")));
    bed.run(request);
    assertEquals(List.of("10.0.0.2"), bed.members("ns-b"), "no longer named: untouched");
    assertEquals(1, bed.arm.puts(), "f27: the others are done as ever");
  }

  @Test
  void f31_theMappingIsReadAfterTheLockIsHeld() {
    TestBed bed = wanting("n1");
    bed.run();
    int acquire = bed.tape.calls().indexOf("ledger.acquire");
    assertTrue(bed.tape.calls().indexOf("documents.mapping") > acquire);
    assertTrue(bed.tape.calls().indexOf("arm.get") > acquire);
  }

  @Test
  void f45_aWorkerThatIsToldToStopWritesNothingAndLeavesTheWorkQueued() {
    TestBed bed = wanting("n1");
    bed.stopping = true;
    ReconcileReport report = bed.run();
    assertEquals(Outcome.HANDED_OVER, report.outcome());
    assertEquals("info", report.fields().get("severity"), "nobody is alarmed");
    assertEquals(List.of("queue.send"), bed.tape.calls(), "nothing is called");
    assertEquals(0, onlyCopy(bed).request().attempt());
  }

  @Test
  void f45_aWorkerThatIsToldToStopBetweenTwoPutsHandsOver() {
    TestBed bed = wanting("n1").wants("c", "n2");
    bed.arm.beforePut(0, () -> bed.stopping = true);
    assertEquals(Outcome.HANDED_OVER, bed.outcome());
    assertEquals(1, bed.arm.puts(), "the write that runs is brought to its end");
    assertFalse(onlyCopy(bed).request().coverable());
    bed.stopping = false;
    bed.drain(2);
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
  }

  @Test
  void f49_aPauseBetweenTwoPutsStopsTheSecond() {
    TestBed bed = wanting("n1").wants("c", "n2");
    bed.documents.beforeControlsRead(
        3, () -> bed.controls("{\"paused\":{\"by\":\"ann\",\"because\":\"incident\"}}"));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.PAUSED, report.outcome());
    assertEquals("by ann: incident", report.reason());
    assertEquals(1, bed.arm.puts());
    assertTrue(bed.queue.sent().isEmpty(), "no end is known: the sweep asks");
  }

  @Test
  void f49_unreadableControlsStopAdditionsToo() {
    TestBed bed = wanting("n1");
    bed.documents.controlsUnreadable(true);
    assertEquals(Outcome.CONTROLS_UNREADABLE, bed.outcome());
    bed.documents.controlsUnreadable(false);
    bed.documents.putControls(TestBed.CLUSTER, "{\"schema\":");
    assertEquals(Outcome.CONTROLS_UNREADABLE, bed.outcome());
    assertEquals(0, bed.arm.puts());
  }

  @Test
  void aPauseWithAnEndIsAskedAgainAtItsEnd() {
    TestBed bed = wanting("n1");
    Instant end = bed.time.now().plus(Duration.ofMinutes(30));
    bed.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\",\"until\":\"" + end + "\"}}");
    assertEquals(Outcome.PAUSED, bed.outcome());
    assertEquals(Optional.empty(), bed.ledger().coveredThrough());
    assertTrue(onlyCopy(bed).delay().compareTo(Duration.ofMinutes(30)) >= 0);
    bed.drain(1);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5})
  void requestsNearTheLockAreNotCovered(long secondsBefore) {
    TestBed bed = wanting("n1");
    Instant caused = bed.time.now();
    bed.later(Duration.ofSeconds(secondsBefore));
    bed.run();
    assertEquals(Outcome.UNCHANGED, bed.deliver(bed.request(), caused, 1).outcome());
  }

  @Test
  void aCopyAfterAPossibleWriteIsNeverCovered() {
    TestBed bed = wanting("n1");
    Instant caused = bed.time.now();
    bed.later(Duration.ofMinutes(1));
    bed.run();
    Request first = bed.request();
    Request copy =
        new Request(
            first.cluster(),
            first.loadBalancer(),
            Cause.RETRY,
            Optional.of(caused),
            1,
            Optional.empty(),
            false,
            0,
            Optional.empty());
    assertEquals(Outcome.UNCHANGED, bed.run(copy).outcome());
  }

  @Test
  void whenTheCopyCannotBeSentTheMessageIsNotAcknowledged() {
    TestBed bed = TestBed.standard();
    bed.queue.refuses(true);
    assertThrows(PortException.class, bed::run);
    assertTrue(bed.reports.last().fields().get("notSent").toString().contains("503"));
    assertFalse(bed.ledgers.isLeased(TestBed.LB));
  }

  @Test
  void unreachableStorageBecomesFailedWithACopy() {
    TestBed bed = wanting("n1");
    bed.ledgers.unreachable(true);
    ReconcileReport report = bed.run();
    assertEquals(Outcome.FAILED, report.outcome());
    assertTrue(report.reason().contains("503 ServerBusy"));
    assertEquals(1, onlyCopy(bed).request().attempt());
  }

  @Test
  void f35_theSameFailureInARowOnlyRaisesANumber() {
    TestBed bed = TestBed.standard();
    assertEquals(1, bed.run().fields().get("inARow"));
    assertEquals(2, bed.run().fields().get("inARow"));
  }

  @Test
  void f33_workThatArrivesDuringArmCallsIsNeitherLostNorBlocksItsProducer() {
    TestBed bed = wanting("n1");
    bed.arm.beforePut(
        0,
        () -> {
          bed.wants("a", "n1", "n2");
          assertEquals(Outcome.LOCK_BUSY, bed.outcome());
          bed.wants("a", "n1", "n2", "n3");
        });
    bed.run();
    bed.drain(5);
    assertEquals(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"), bed.members("ns-a"));
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void f16_whoIsAskedTwiceForTheSameLeaseIdGrantsItTwice() {
    TestBed bed = wanting("n1");
    var first = bed.ledgers.acquire(TestBed.LB, "an-id");
    var again = bed.ledgers.acquire(TestBed.LB, "an-id");
    assertEquals(first.kind(), again.kind());
    assertEquals(Outcome.LOCK_BUSY, bed.outcome(), "a run asks with a fresh id of its own");
  }
}
