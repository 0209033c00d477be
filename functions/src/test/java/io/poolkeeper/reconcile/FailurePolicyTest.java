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
import io.poolkeeper.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What each answer of Azure leads to. */
final class FailurePolicyTest {

  private static World wanting(String... nodes) {
    return World.standard().wants("a", nodes);
  }

  private static FakeWorkQueue.Sent onlyCopy(World world) {
    assertEquals(1, world.queue.sent().size());
    return world.queue.sent().get(0);
  }

  @Test
  void f02_aMissingMappingIsUnknownNotEmpty() {
    World world = World.standard().pool("ns-a", "10.0.0.1");
    assertEquals(Outcome.MAPPING_UNREADABLE, world.outcome());
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
    assertEquals(1, onlyCopy(world).request().attempt(), "the work stays queued");
    assertTrue(world.ledger().holds().isEmpty());
  }

  @Test
  void f02_anUnreadableMappingWritesNothingEvenIfAnOlderOneIsKnown() {
    World world = wanting("n1");
    world.run();
    world.wants("a", "n2");
    world.documents.mappingUnreadable(true);
    assertEquals(Outcome.MAPPING_UNREADABLE, world.outcome());
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
  }

  @Test
  void anInvalidMappingIsRefusedWithItsPathsAndChangesNothing() {
    World world = wanting("n1");
    world.documents.putMapping(World.CLUSTER, "{\"schema\":\"poolkeeper.mapping/v1\",\"x\":1}");
    ReconcileReport report = world.run();
    assertEquals(Outcome.INVALID_MAPPING, report.outcome());
    assertTrue(report.reason().contains("$.x"), report.reason());
    assertEquals(0, world.arm.puts());
    assertTrue(world.queue.sent().isEmpty());
  }

  @Test
  void anOlderRevisionIsStale() {
    World world = wanting("n1").wants("a", "n1", "n2");
    world.run();
    world.wants("a", "n3").publish(1);
    assertEquals(Outcome.STALE_MAPPING, world.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), world.members("ns-a"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Etags.class,
      names = {"SHARED", "OWN"})
  void f04_f37_aForeignWriteSurfacesAs412AndItsWantedEntrySurvives(Etags etags) {
    World world = World.with(etags).wants("a", "n1", "n2");
    world.arm.beforePut(0, () -> world.pool("ns-a", "10.0.0.2", "10.0.0.5"));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), world.members("ns-a"));
    assertEquals(2, world.arm.puts());
  }

  @Test
  void f05_aSupersededWriteIsPlannedAgainAndCountsAsOneEffectiveWrite() {
    World world = wanting("n1");
    world.arm.failNext("ns-a", answer(WriteKind.SUPERSEDED, "Canceled"));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(1, world.arm.log().size());
    assertEquals(1, world.reports.last().fields().get("writes"));
  }

  @Test
  void threeRoundsOf412EndAsAConflictWithADelayedRequest() {
    World world = wanting("n1");
    world.arm.refusesEveryWrite(true);
    assertEquals(Outcome.CONFLICT, world.outcome());
    assertEquals(4, world.arm.puts(), "the first try and three rounds");
    assertEquals(1, onlyCopy(world).request().attempt());
    assertFalse(onlyCopy(world).request().coverable());
  }

  @Test
  void a412CausedByOurOwnPreviousWriteDoesNotCount() {
    World world = World.standard();
    world.wants("a", "n1").wants("b", "n2").wants("c", "n3");
    for (String pool : List.of("ns-a", "ns-a", "ns-b", "ns-c", "ns-c")) {
      world.arm.failNext(pool, answer(WriteKind.STALE, "PreconditionFailed"));
    }
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(3, world.arm.log().size());
  }

  @Test
  void f06_afterA429NoArmCallHappensBeforeItsTime() {
    World world = wanting("n1");
    world.arm.failNext("ns-a", throttled(Optional.of(Duration.ofMinutes(2))));
    Instant until = world.time.now().plus(Duration.ofMinutes(2));
    assertEquals(Outcome.THROTTLED, world.outcome());
    assertEquals(until, world.ledger().notBefore().orElseThrow());
    assertEquals(Optional.of(until), world.gates.notBefore(World.SUBSCRIPTION));
    FakeWorkQueue.Sent parked = onlyCopy(world);
    assertEquals(0, parked.request().attempt(), "no budget is used");
    assertTrue(parked.delay().compareTo(Duration.ofMinutes(2)) >= 0);
    assertTrue(parked.delay().compareTo(Duration.ofSeconds(130)) < 0);
  }

  @Test
  void f39_whileARetryAfterRunsAnotherRequestMakesNoArmCall() {
    World world = wanting("n1");
    world.arm.failNext("ns-a", throttled(Optional.of(Duration.ofMinutes(2))));
    world.run();
    world.queue.takeAll();
    world.later(Duration.ofSeconds(30));
    world.tape.restart();
    assertEquals(Outcome.PARKED, world.outcome());
    assertEquals(0, world.tape.armCalls());
    assertEquals(0, onlyCopy(world).request().attempt());
  }

  @Test
  void theGateOfTheSubscriptionParksALoadBalancerThatWasNotThrottledItself() {
    World world = wanting("n1");
    world.gates.raise(World.SUBSCRIPTION, world.time.now().plusSeconds(60));
    world.tape.restart();
    assertEquals(Outcome.PARKED, world.outcome());
    assertEquals(0, world.tape.armCalls());
    assertFalse(world.ledgers.isLeased(World.LB), "the lease is given back");
  }

  @Test
  void f40_workThatArrivesWhileParkedIsMerged() {
    World world = wanting("n1");
    world.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.of(Duration.ofMinutes(1))));
    world.run();
    world.wants("a", "n1", "n2");
    world.run();
    world.wants("a", "n3");
    world.run();
    world.drain(20);
    assertEquals(List.of("10.0.0.3"), world.members("ns-a"));
    assertEquals(1, world.arm.puts(), "only the newest wanted state is written");
  }

  @Test
  void f07_withoutRetryAfterWaitsGrowUpToALimit() {
    World world = wanting("n1");
    Duration before = Duration.ZERO;
    for (int i = 0; i < 9; i++) {
      world.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.empty()));
      Instant now = world.time.now();
      assertEquals(Outcome.THROTTLED, world.outcome());
      Duration wait = Duration.between(now, world.ledger().notBefore().orElseThrow());
      assertTrue(wait.compareTo(before) > 0 || wait.equals(Duration.ofMinutes(5)), "" + wait);
      before = wait;
      world.later(wait);
    }
    assertEquals(Duration.ofMinutes(5), before);
  }

  @Test
  void f10_anOperationThatEndsFailedIsAFailureAndIsRetried() {
    World world = wanting("n1");
    world.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "InternalServerError"));
    assertEquals(Outcome.FAILED, world.outcome());
    assertEquals(1, world.arm.puts(), "f42: no second layer of retries at once");
    assertEquals(1, onlyCopy(world).request().attempt());
    assertFalse(onlyCopy(world).request().coverable(), "it may have been applied");
    world.drain(5);
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
  }

  @Test
  void aWriteWhoseAnswerWasLostIsFoundByReadingAgain() {
    World world = wanting("n1");
    world.arm.failNextAfterEffect("ns-a", answer(WriteKind.UNKNOWN, "timeout"));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(1, world.arm.puts());
    assertEquals(1, world.ledger().history().get(0).added());
  }

  @Test
  void f11_aResultThatLacksMembersIsTriedAgain() {
    World world = wanting("n1");
    world.arm.failNext("ns-a", answer(WriteKind.NOT_AS_SENT, ""));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
    assertTrue(world.reports.last().fields().get("notes").toString().contains("NOT_AS_SENT"));
  }

  @Test
  void f12_aRejectedMemberIsLeftOutTheOthersGetIn() {
    World world = wanting("n1", "n2", "n3");
    world.arm.failNext("ns-a", memberRejected("10.0.0.2"));
    ReconcileReport report = world.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.3"), world.members("ns-a"));
    assertTrue(report.fields().get("pools").toString().contains("IpAddressNotInSubnet"));
    assertTrue(world.queue.sent().isEmpty(), "no hot loop");
    int puts = world.arm.puts();
    assertEquals(Outcome.UNCHANGED, world.outcome());
    assertEquals(puts, world.arm.puts(), "the same is not sent again");
    world.run(Request.first(World.CLUSTER, World.LB, Cause.SWEEP));
    assertEquals(puts + 1, world.arm.puts(), "the sweep tries again");
    assertEquals(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"), world.members("ns-a"));
    assertTrue(world.ledger().rejected().isEmpty());
  }

  @Test
  void aLimitRefusesTheAdditionsAndRemovalsGoOn() {
    World world = wanting("n1", "n2").pool("ns-a", "10.0.0.2", "10.0.0.3");
    world.arm.failNext("ns-a", answer(WriteKind.LIMIT_REACHED, "PortsExhausted"));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(List.of("10.0.0.2"), world.members("ns-a"));
    assertEquals("PortsExhausted", world.ledger().rejected().get(0).code());
    assertTrue(world.ledger().askAgain().isPresent());
    int puts = world.arm.puts();
    assertEquals(Outcome.UNCHANGED, world.outcome());
    assertEquals(puts, world.arm.puts(), "same body and etag are not sent again");
  }

  @Test
  void f38_aDeletedPoolIsNotBroughtBackByIfMatch() {
    World world = wanting("n1").wants("c", "n2");
    world.arm.beforePut(0, () -> world.arm.removePool(World.LB, "ns-a"));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertTrue(world.arm.read(World.LB).pool("ns-a").isEmpty());
    assertEquals(List.of("10.0.0.2"), world.members("ns-c"));
    assertTrue(world.reports.last().fields().get("pools").toString().contains("POOL_NOT_FOUND"));
  }

  @Test
  void f38_whereIfMatchIsIgnoredThePoolThatCameBackIsReportedAndLeft() {
    World world = World.with(Etags.IGNORED).wants("a", "n1").wants("c", "n2");
    world.arm.beforePut(0, () -> world.arm.removePool(World.LB, "ns-a"));
    ReconcileReport report = world.run();
    assertEquals(Outcome.PARTIAL, report.outcome());
    assertTrue(report.fields().get("warnings").toString().contains("POOL_RECREATED"));
    assertEquals("error", report.fields().get("severity"));
    assertEquals(2, world.arm.puts(), "the pool is left, the next one is written");
    assertEquals(List.of("10.0.0.2"), world.members("ns-c"));
  }

  @Test
  void f43_f44_aFailingPoolNamesItsServicesAndDoesNotKeepTheNextFromBeingWritten() {
    World world = wanting("n1").wants("c", "n2");
    world.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "InternalServerError"));
    ReconcileReport report = world.run();
    assertEquals(Outcome.PARTIAL, report.outcome());
    assertEquals(List.of("10.0.0.2"), world.members("ns-c"));
    assertTrue(report.fields().get("pools").toString().contains("services=[ns/a]"));
    assertEquals(1, onlyCopy(world).request().attempt());
  }

  @Test
  void f47_theOldPoolKeepsItsMemberWhenTheNewOneRefusesIt() {
    World world = World.standard();
    world.natGateway = false;
    world.wants("a").wants("b", "n1").pool("ns-a", "10.0.0.1");
    world.arm.failNext("ns-b", answer(WriteKind.LIMIT_REACHED, "PortsExhausted"));
    world.run();
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
    assertEquals(HoldReason.WAITS_FOR_ADDITION, world.ledger().holds().get(0).reason());
  }

  @Test
  void forbiddenIsNotRetriedHot() {
    World world = wanting("n1");
    world.arm.failNext("ns-a", answer(WriteKind.FORBIDDEN, "LinkedAuthorizationFailed"));
    ReconcileReport report = world.run();
    assertEquals(Outcome.FORBIDDEN, report.outcome());
    assertTrue(report.reason().contains("LinkedAuthorizationFailed"));
    assertTrue(world.queue.sent().isEmpty());
    assertTrue(world.ledger().askAgain().isPresent());
  }

  @Test
  void aLoadBalancerThatIsGoneOrForbiddenIsAskedAgainBySweepOnly() {
    World world = wanting("n1");
    world.arm.failNextRead(failedRead(ReadKind.FORBIDDEN, Optional.empty()));
    assertEquals(Outcome.FORBIDDEN, world.outcome());
    world.arm.failNextRead(failedRead(ReadKind.NOT_FOUND, Optional.empty()));
    assertEquals(Outcome.LB_NOT_FOUND, world.outcome());
    assertTrue(world.queue.sent().isEmpty());
  }

  @Test
  void f34_f41_theBudgetIsFiniteAndOneFailureIsReportedPerRun() {
    World world = wanting("n1");
    for (int i = 0; i < 12; i++) {
      world.arm.failNextRead(failedRead(ReadKind.FAILED, Optional.empty()));
    }
    world.run();
    assertEquals(10, world.drain(50), "ten copies");
    assertEquals(Outcome.GAVE_UP, world.ledger().outcome().orElseThrow());
    assertEquals(11, world.reports.lines().size());
    assertEquals("error", world.reports.last().fields().get("severity"));
    assertEquals(Outcome.FAILED, world.outcome(), "a new request starts anew");
  }

  @Test
  void f36_after409OneSuccessAndNoFailureIsCounted() {
    World world = wanting("n1");
    world.arm.failNext("ns-a", answer(WriteKind.BUSY, "AnotherOperationInProgress"));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(1, world.ledger().history().size());
    assertEquals(2, world.tape.count(call -> call.equals("arm.get")), "a fresh read");
  }

  @Test
  void anAzureOperationThatRunsIsNotDisturbed() {
    World world = wanting("n1");
    world.arm.state(World.LB, "Updating");
    assertEquals(Outcome.LB_BUSY, world.outcome());
    assertEquals(0, world.arm.puts());
    assertEquals(0, onlyCopy(world).request().attempt());
    assertTrue(onlyCopy(world).request().busySince().isPresent());
  }

  @Test
  void aMemberThatLostItsWayOutMeanwhileIsPutBackAtOnce() {
    World world = World.standard();
    world.natGateway = false;
    // ns-a and the foreign pool give SNAT; removing from ns-a leans on ns-b
    world.wants("a").wants("b", "n1").pool("ns-a", "10.0.0.1").pool("ns-b", "10.0.0.1");
    world.arm.beforePut(0, () -> world.arm.beforeNextGet(() -> world.pool("ns-b", "10.0.0.6")));
    world.run();
    world.drain(5);
    boolean hasAWayOut =
        world.members("ns-a").contains("10.0.0.1") || world.members("ns-b").contains("10.0.0.1");
    assertTrue(hasAWayOut);
    assertTrue(
        world.reports.lines().get(0).fields().get("notes").toString().contains("put back"),
        world.reports.lines().get(0).toString());
    assertTrue(
        world.arm.log().stream().anyMatch(w -> w.pool().equals("ns-a") && w.added().size() == 1),
        world.arm.log().toString());
  }
}
