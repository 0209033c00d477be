package io.poolkeeper.reconcile;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static io.poolkeeper.testing.FakeLoadBalancers.failedRead;
import static io.poolkeeper.testing.FakeLoadBalancers.memberRejected;
import static io.poolkeeper.testing.FakeLoadBalancers.throttled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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
  void f02_aMissingMappingIsUnknownNotEmpty() {
    TestBed bed = TestBed.standard().pool("ns-a", "10.0.0.1");
    assertEquals(Outcome.MAPPING_UNREADABLE, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(1, onlyCopy(bed).request().attempt(), "the work stays queued");
    assertTrue(bed.ledger().holds().isEmpty());
    String reason = bed.reports.last().fields().get("reason").toString();
    assertTrue(reason.contains("mappings/prod/mapping.json; publish it"), reason);
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
  void f02_anUnreadableMappingWritesNothingEvenIfAnOlderOneIsKnown() {
    TestBed bed = wanting("n1");
    bed.run();
    bed.wants("a", "n2");
    bed.documents.mappingUnreadable(true);
    assertEquals(Outcome.MAPPING_UNREADABLE, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
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

  @ParameterizedTest
  @EnumSource(
      value = Etags.class,
      names = {"SHARED", "OWN"})
  void f04_f37_aForeignWriteSurfacesAs412AndItsWantedEntrySurvives(Etags etags) {
    TestBed bed = TestBed.with(etags).wants("a", "n1", "n2");
    bed.arm.beforePut(0, () -> bed.pool("ns-a", "10.0.0.2", "10.0.0.5"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
    assertEquals(2, bed.arm.puts());
  }

  @Test
  void f05_aSupersededWriteIsPlannedAgainAndCountsAsOneEffectiveWrite() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", answer(WriteKind.SUPERSEDED, "Canceled"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(1, bed.arm.log().size());
    assertEquals(1, bed.reports.last().fields().get("writes"));
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
  void f06_afterA429NoArmCallHappensBeforeItsTime() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", throttled(Optional.of(Duration.ofMinutes(2))));
    Instant until = bed.time.now().plus(Duration.ofMinutes(2));
    assertEquals(Outcome.THROTTLED, bed.outcome());
    assertEquals(until, bed.ledger().notBefore().orElseThrow());
    assertEquals(Optional.of(until), bed.gates.notBefore(TestBed.SUBSCRIPTION));
    FakeWorkQueue.Sent parked = onlyCopy(bed);
    assertEquals(0, parked.request().attempt(), "no budget is used");
    assertTrue(parked.delay().compareTo(Duration.ofMinutes(2)) >= 0);
    assertTrue(parked.delay().compareTo(Duration.ofSeconds(130)) < 0);
  }

  @Test
  void f39_whileARetryAfterRunsAnotherRequestMakesNoArmCall() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", throttled(Optional.of(Duration.ofMinutes(2))));
    bed.run();
    bed.queue.takeAll();
    bed.later(Duration.ofSeconds(30));
    bed.tape.restart();
    assertEquals(Outcome.PARKED, bed.outcome());
    assertEquals(0, bed.tape.armCalls());
    assertEquals(0, onlyCopy(bed).request().attempt());
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
  void f40_workThatArrivesWhileParkedIsMerged() {
    TestBed bed = wanting("n1");
    bed.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.of(Duration.ofMinutes(1))));
    bed.run();
    bed.wants("a", "n1", "n2");
    bed.run();
    bed.wants("a", "n3");
    bed.run();
    bed.drain(20);
    assertEquals(List.of("10.0.0.3"), bed.members("ns-a"));
    assertEquals(1, bed.arm.puts(), "only the newest wanted state is written");
  }

  @Test
  void f07_withoutRetryAfterWaitsGrowUpToALimit() {
    TestBed bed = wanting("n1");
    Duration before = Duration.ZERO;
    for (int i = 0; i < 9; i++) {
      bed.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.empty()));
      Instant now = bed.time.now();
      assertEquals(Outcome.THROTTLED, bed.outcome());
      Duration wait = Duration.between(now, bed.ledger().notBefore().orElseThrow());
      assertTrue(wait.compareTo(before) > 0 || wait.equals(Duration.ofMinutes(5)), "" + wait);
      before = wait;
      bed.later(wait);
    }
    assertEquals(Duration.ofMinutes(5), before);
  }

  @Test
  void f10_anOperationThatEndsFailedIsAFailureAndIsRetried() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "InternalServerError"));
    assertEquals(Outcome.FAILED, bed.outcome());
    assertEquals(1, bed.arm.puts(), "f42: no second layer of retries at once");
    assertEquals(1, onlyCopy(bed).request().attempt());
    assertFalse(onlyCopy(bed).request().coverable(), "it may have been applied");
    bed.drain(5);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
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
  void f11_aResultThatLacksMembersIsTriedAgain() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", answer(WriteKind.NOT_AS_SENT, ""));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertTrue(bed.reports.last().fields().get("notes").toString().contains("NOT_AS_SENT"));
  }

  @Test
  void f12_aRejectedMemberIsLeftOutTheOthersGetIn() {
    TestBed bed = wanting("n1", "n2", "n3");
    bed.arm.failNext("ns-a", memberRejected("10.0.0.2"));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.3"), bed.members("ns-a"));
    assertTrue(report.fields().get("pools").toString().contains("IpAddressNotInSubnet"));
    assertTrue(bed.queue.sent().isEmpty(), "no hot loop");
    int puts = bed.arm.puts();
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(puts, bed.arm.puts(), "the same is not sent again");
    bed.run(Request.first(TestBed.CLUSTER, TestBed.LB, Cause.SWEEP));
    assertEquals(puts + 1, bed.arm.puts(), "the sweep tries again");
    assertEquals(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"), bed.members("ns-a"));
    assertTrue(bed.ledger().rejected().isEmpty());
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
  void f38_aDeletedPoolIsNotBroughtBackByIfMatch() {
    TestBed bed = wanting("n1").wants("c", "n2");
    bed.arm.beforePut(0, () -> bed.arm.removePool(TestBed.LB, "ns-a"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertTrue(bed.arm.read(TestBed.LB).pool("ns-a").isEmpty());
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
    assertTrue(bed.reports.last().fields().get("pools").toString().contains("POOL_NOT_FOUND"));
  }

  @Test
  void f38_whereIfMatchIsIgnoredThePoolThatCameBackIsReportedAndLeft() {
    TestBed bed = TestBed.with(Etags.IGNORED).wants("a", "n1").wants("c", "n2");
    bed.arm.beforePut(0, () -> bed.arm.removePool(TestBed.LB, "ns-a"));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.PARTIAL, report.outcome());
    assertTrue(report.fields().get("warnings").toString().contains("POOL_RECREATED"));
    assertEquals("error", report.fields().get("severity"));
    assertEquals(2, bed.arm.puts(), "the pool is left, the next one is written");
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
  }

  @Test
  void f43_f44_aFailingPoolNamesItsServicesAndDoesNotKeepTheNextFromBeingWritten() {
    TestBed bed = wanting("n1").wants("c", "n2");
    bed.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "InternalServerError"));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.PARTIAL, report.outcome());
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
    assertTrue(report.fields().get("pools").toString().contains("services=[ns/a]"));
    assertEquals(1, onlyCopy(bed).request().attempt());
  }

  @Test
  void f47_theOldPoolKeepsItsMemberWhenTheNewOneRefusesIt() {
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
  void f34_f41_theBudgetIsFiniteAndOneFailureIsReportedPerRun() {
    TestBed bed = wanting("n1");
    for (int i = 0; i < 12; i++) {
      bed.arm.failNextRead(failedRead(ReadKind.FAILED, Optional.empty()));
    }
    bed.run();
    assertEquals(10, bed.drain(50), "ten copies");
    assertEquals(Outcome.GAVE_UP, bed.ledger().outcome().orElseThrow());
    assertEquals(11, bed.reports.lines().size());
    assertEquals("error", bed.reports.last().fields().get("severity"));
    assertEquals(Outcome.FAILED, bed.outcome(), "a new request starts anew");
  }

  @Test
  void f36_after409OneSuccessAndNoFailureIsCounted() {
    TestBed bed = wanting("n1");
    bed.arm.failNext("ns-a", answer(WriteKind.BUSY, "AnotherOperationInProgress"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(1, bed.ledger().history().size());
    assertEquals(2, bed.tape.count(call -> call.equals("arm.get")), "a fresh read");
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
        bed.reports.lines().get(0).fields().get("notes").toString().contains("put back"),
        bed.reports.lines().get(0).toString());
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
