package io.poolkeeper.reconcile;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static io.poolkeeper.testing.FakeLoadBalancers.failedRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What each answer of Azure leads to. */
final class FailurePolicyTest {

  private static TestBed wanting(String... nodes) {
    return TestBed.standard().wants("a", nodes);
  }

  private static FakeWorkQueue.Sent onlyCopy(TestBed bed) {
    assertEquals(1, bed.queue.sent().size());
    return bed.queue.sent().get(0);
  }

  @Test
  void aMappingThatIsTooLargeIsInvalidAndWaitsForItsNextVersion() {
    TestBed bed = wanting("n1");
    bed.documents.putMapping(TestBed.CLUSTER, " ".repeat(16 * 1024 * 1024 + 1));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.INVALID_MAPPING, report.outcome());
    assertEquals(
        "$: expected at most 16777216 bytes, found 16777217; split the document up",
        report.reason());
    assertTrue(bed.queue.sent().isEmpty(), "no copy can change it");
  }

  @Test
  void aWriteWithoutACodeOfAzuresIsReportedByAWordOfOurs() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, ""));
    String pools = bed.run().fields().get("pools").toString();
    assertTrue(pools.contains("failed=FAILED, "), pools);
  }

  @Test
  void anInvalidMappingIsRefusedWithItsPathsAndChangesNothing() {
    TestBed bed = wanting("n1");
    bed.documents.putMapping(TestBed.CLUSTER, "{\"schema\":\"poolkeeper.mapping/v1\",\"x\":1}");
    ReconcileReport report = bed.run();
    assertEquals(Outcome.INVALID_MAPPING, report.outcome());
    assertTrue(report.reason().contains("$.x"), report.reason());
    assertEquals(0, bed.arm.puts());
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void anOlderRevisionIsStale() {
    TestBed bed = wanting("n1").wants("a", "n1", "n2");
    bed.run();
    bed.wants("a", "n3").publish(1);
    assertEquals(Outcome.STALE_MAPPING, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
  }

  @Test
  void threeRoundsOf412EndAsAConflictWithADelayedRequest() {
    TestBed bed = wanting("n1");
    bed.arm.refusesEveryWrite(true);
    assertEquals(Outcome.CONFLICT, bed.outcome());
    assertEquals(4, bed.arm.puts(), "the first try and three rounds");
    assertEquals(1, onlyCopy(bed).request().attempt());
    assertFalse(onlyCopy(bed).request().coverable());
  }

  @Test
  void a412CausedByOurOwnPreviousWriteDoesNotCount() {
    TestBed bed = TestBed.standard();
    bed.wants("a", "n1").wants("b", "n2").wants("c", "n3");
    for (String pool : List.of("ns-a", "ns-a", "ns-b", "ns-c", "ns-c")) {
      bed.arm.failNext(pool, answer(WriteKind.STALE, "PreconditionFailed"));
    }
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(3, bed.arm.log().size());
  }

  @Test
  void theGateOfTheSubscriptionParksALoadBalancerThatWasNotThrottledItself() {
    TestBed bed = wanting("n1");
    bed.gates.raise(TestBed.SUBSCRIPTION, bed.time.now().plusSeconds(60));
    bed.tape.restart();
    assertEquals(Outcome.PARKED, bed.outcome());
    assertEquals(0, bed.tape.armCalls());
    assertFalse(bed.ledgers.isLeased(TestBed.LB), "the lease is given back");
  }

  @Test
  void aWriteWhoseAnswerWasLostIsFoundByReadingAgain() {
    TestBed bed = wanting("n1");
    bed.arm.failNextAfterEffect("ns-a", answer(WriteKind.UNKNOWN, "timeout"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(1, bed.arm.puts());
    assertEquals(1, bed.ledger().history().get(0).added());
  }

  @Test
  void aLimitRefusesTheAdditionsAndRemovalsGoOn() {
    TestBed bed = wanting("n1", "n2").pool("ns-a", "10.0.0.2", "10.0.0.3");
    bed.arm.failNext("ns-a", answer(WriteKind.LIMIT_REACHED, "PortsExhausted"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.2"), bed.members("ns-a"));
    assertEquals("PortsExhausted", bed.ledger().rejected().get(0).code());
    assertTrue(bed.ledger().askAgain().isPresent());
    int puts = bed.arm.puts();
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(puts, bed.arm.puts(), "same body and etag are not sent again");
  }

  @Test
  void theOldPoolKeepsItsMemberWhenTheNewOneRefusesIt() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a").wants("b", "n1").pool("ns-a", "10.0.0.1");
    bed.arm.failNext("ns-b", answer(WriteKind.LIMIT_REACHED, "PortsExhausted"));
    bed.run();
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(HoldReason.WAITS_FOR_ADDITION, bed.ledger().holds().get(0).reason());
  }

  @Test
  void forbiddenIsNotRetriedHot() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", answer(WriteKind.FORBIDDEN, "LinkedAuthorizationFailed"));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.FORBIDDEN, report.outcome());
    assertTrue(report.reason().contains("LinkedAuthorizationFailed"));
    assertTrue(bed.queue.sent().isEmpty());
    assertTrue(bed.ledger().askAgain().isPresent());
  }

  @Test
  void aLoadBalancerThatIsGoneOrForbiddenIsAskedAgainBySweepOnly() {
    TestBed bed = wanting("n1");
    bed.arm.failNextRead(failedRead(ReadKind.FORBIDDEN, Optional.empty()));
    assertEquals(Outcome.FORBIDDEN, bed.outcome());
    bed.arm.failNextRead(failedRead(ReadKind.NOT_FOUND, Optional.empty()));
    assertEquals(Outcome.LB_NOT_FOUND, bed.outcome());
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void anAzureOperationThatRunsIsNotDisturbed() {
    TestBed bed = wanting("n1");
    bed.arm.state(TestBed.LB, "Updating");
    assertEquals(Outcome.LB_BUSY, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertEquals(0, onlyCopy(bed).request().attempt());
    assertTrue(onlyCopy(bed).request().busySince().isPresent());
  }

  @Test
  void aMemberThatLostItsWayOutMeanwhileIsPutBackAtOnce() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    // ns-a and the foreign pool give SNAT; removing from ns-a leans on ns-b
    bed.wants("a").wants("b", "n1").pool("ns-a", "10.0.0.1").pool("ns-b", "10.0.0.1");
    bed.arm.beforePut(0, () -> bed.arm.beforeNextGet(() -> bed.pool("ns-b", "10.0.0.6")));
    bed.run();
    bed.drain(5);
    boolean hasAWayOut =
        bed.members("ns-a").contains("10.0.0.1") || bed.members("ns-b").contains("10.0.0.1");
    assertTrue(hasAWayOut);
    assertTrue(
        bed.reports.lines().stream()
            .anyMatch(line -> ("" + line.fields().get("notes")).contains("put back")),
        bed.reports.lines().toString());
    assertTrue(
        bed.arm.log().stream().anyMatch(w -> w.pool().equals("ns-a") && w.added().size() == 1),
        bed.arm.log().toString());
  }

  @Test
  void aMemberWhoseGatewayWentDuringTheWriteIsPutBackAtOnce() {
    TestBed bed = TestBed.standard();
    bed.wants("a").pool("ns-a", "10.0.0.1");
    bed.arm.beforePut(0, () -> bed.natGateway = false);
    bed.run();
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(2, bed.arm.log().size());
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, bed.ledger().holds().get(0).reason());
  }
}
