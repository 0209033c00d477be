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
  void lockBusyIsBoundedByAgeNotByCount() {
    TestBed bed = wanting("n1");
    bed.ledgers.lease(TestBed.LB, Duration.ofHours(2));
    bed.run();
    int copies = bed.drain(1000);
    assertTrue(copies > 20, "many copies");
    assertEquals("GAVE_UP", bed.reports.last().fields().get("outcome"));
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
  void theLedgerIsNotWrittenByWhoLostTheLease() {
    TestBed bed = wanting("n1");
    bed.run();
    bed.wants("a", "n1", "n2");
    Ledger before = bed.ledger();
    bed.ledgers.before("ledger.write", () -> bed.ledgers.takeAway(TestBed.LB));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(before, bed.ledger());
    assertEquals(1, bed.arm.puts(), "startedAt could not be stored, so nothing was written");
  }

  @Test
  void aWorkerThatIsToldToStopBetweenTwoPutsHandsOver() {
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
  void whoIsAskedTwiceForTheSameLeaseIdGrantsItTwice() {
    TestBed bed = wanting("n1");
    var first = bed.ledgers.acquire(TestBed.LB, "an-id");
    var again = bed.ledgers.acquire(TestBed.LB, "an-id");
    assertEquals(first.kind(), again.kind());
    assertEquals(Outcome.LOCK_BUSY, bed.outcome(), "a run asks with a fresh id of its own");
  }
}
