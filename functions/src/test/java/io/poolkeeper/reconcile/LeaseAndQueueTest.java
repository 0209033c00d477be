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
import io.poolkeeper.testing.World;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leases, coverage, messages and pauses. */
final class LeaseAndQueueTest {

  private static World wanting(String... nodes) {
    return World.standard().wants("a", nodes);
  }

  private static FakeWorkQueue.Sent onlyCopy(World world) {
    assertEquals(1, world.queue.sent().size());
    return world.queue.sent().get(0);
  }

  @Test
  void f18_busyLeaseRequeuesWithDelayAndCompletesTheOriginal() {
    World world = wanting("n1");
    world.ledgers.lease(World.LB, Duration.ofSeconds(60));
    Instant inserted = world.time.now();
    assertEquals(Outcome.LOCK_BUSY, world.deliver(world.request(), inserted, 1).outcome());
    FakeWorkQueue.Sent copy = onlyCopy(world);
    assertEquals(0, copy.request().attempt(), "it never counts as a failure");
    assertEquals(Optional.of(inserted), copy.request().busySince());
    assertEquals(Optional.of(inserted), copy.request().causedAt());
    assertTrue(copy.request().coverable());
    assertTrue(copy.delay().toSeconds() >= 2 && copy.delay().toSeconds() <= 60);
    assertEquals(0, world.tape.armCalls(), "f29: no lease, no ARM call");
  }

  @Test
  void f29_theSameRequestComesBackAndIsDone() {
    World world = wanting("n1");
    world.ledgers.lease(World.LB, Duration.ofSeconds(60));
    world.run();
    assertTrue(world.drain(40) >= 1);
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
  }

  @Test
  void lockBusyIsBoundedByAgeNotByCount() {
    World world = wanting("n1");
    world.ledgers.lease(World.LB, Duration.ofHours(2));
    world.run();
    int copies = world.drain(1000);
    assertTrue(copies > 20, "many copies");
    assertEquals("GAVE_UP", world.reports.last().fields().get("outcome"));
  }

  @Test
  void f14_withoutRoomBeforeThePutNothingIsWrittenAndTheWorkIsKept() {
    World world = wanting("n1");
    // the plan takes long; when the controls are read again, right before the PUT, it is too late
    world.documents.beforeControlsRead(2, () -> world.later(Duration.ofSeconds(61)));
    assertEquals(Outcome.LOCK_LOST, world.outcome());
    assertEquals(0, world.arm.puts());
    assertEquals(1, onlyCopy(world).request().attempt());
    assertFalse(onlyCopy(world).request().coverable());
  }

  @Test
  void f15_aWorkerThatSleptPastItsLeaseTreatsItAsLostByItsWallClock() {
    World world = wanting("n1");
    world.documents.beforeControlsRead(2, () -> world.time.stepWallClock(Duration.ofMinutes(10)));
    assertEquals(Outcome.LOCK_LOST, world.outcome());
    assertEquals(0, world.arm.puts());
    assertEquals(0, world.tape.count(call -> call.equals("ledger.renew")));
  }

  @Test
  void theLeaseIsRenewedInStepWithALongOperation() {
    World world = wanting("n1");
    world.arm.operationTime(Duration.ofSeconds(100));
    assertEquals(Outcome.UPDATED, world.outcome());
    long renewals = world.tape.count(call -> call.equals("ledger.renew"));
    assertTrue(renewals >= 4 && renewals <= 6, "" + renewals);
  }

  @Test
  void anOperationThatOutlastsTheReconcileDeadlineIsHandedOver() {
    World world = wanting("n1");
    world.arm.operationTime(Duration.ofMinutes(5));
    assertEquals(Outcome.HANDED_OVER, world.outcome());
    assertEquals(0, onlyCopy(world).request().attempt());
    assertFalse(onlyCopy(world).request().coverable(), "the write may have been made");
    world.arm.operationTime(Duration.ZERO);
    world.drain(3);
    assertEquals(Outcome.UNCHANGED, world.ledger().outcome().orElseThrow());
  }

  @Test
  void aLeaseTakenAwayDuringTheOperationEndsTheRun() {
    World world = wanting("n1").wants("c", "n2");
    world.arm.operationTime(Duration.ofSeconds(30));
    world.arm.beforePut(0, () -> world.ledgers.takeAway(World.LB));
    assertEquals(Outcome.LOCK_LOST, world.outcome());
    assertEquals(1, world.arm.puts());
    assertFalse(onlyCopy(world).request().coverable());
  }

  @Test
  void theLedgerIsNotWrittenByWhoLostTheLease() {
    World world = wanting("n1");
    world.run();
    world.wants("a", "n1", "n2");
    Ledger before = world.ledger();
    world.ledgers.beforeWrite(() -> world.ledgers.takeAway(World.LB));
    assertEquals(Outcome.LOCK_LOST, world.outcome());
    assertEquals(before, world.ledger());
    assertEquals(1, world.arm.puts(), "startedAt could not be stored, so nothing was written");
  }

  @Test
  void f17_f30_aLostReleaseNeitherFailsNorRepeatsTheWork() {
    World world = wanting("n1");
    world.ledgers.releaseIsLost(true);
    ReconcileReport report = world.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertTrue(world.queue.sent().isEmpty());
    assertTrue(report.fields().get("notes").toString().contains("released"));
  }

  @Test
  void f19_aMessageDeliveredAgainAfterItsWorkWasDoneWritesNothing() {
    World world = wanting("n1");
    Instant inserted = world.time.now();
    world.later(Duration.ofSeconds(10));
    world.deliver(world.request(), inserted, 1);
    assertEquals(Outcome.UNCHANGED, world.deliver(world.request(), inserted, 2).outcome());
    assertEquals(1, world.arm.puts());
  }

  @Test
  void f20_anUnreadableMessageIsSetAsideAtTheFirstTryWithItsReason() {
    World world = wanting("n1");
    Delivery noise =
        new Delivery("noise", Optional.empty(), "neither plain nor Base64", Optional.empty(), 1);
    ReconcileReport report = new Reconciler(world.ports(), world.settings()).handle(noise);
    assertEquals(Outcome.SET_ASIDE, report.outcome());
    assertEquals("noise", world.poison.kept().get(0).message());
    assertEquals("neither plain nor Base64", world.poison.kept().get(0).reason());
    assertEquals(List.of("poison.record"), world.tape.calls());
  }

  @Test
  void f22_theEventAboutOurOwnWriteLeadsToOneRunWithoutAWriteThenSilence() {
    World world = wanting("n1");
    world.run();
    world.later(Duration.ofSeconds(20));
    assertEquals(Outcome.UNCHANGED, world.outcome());
    assertEquals(1, world.arm.puts());
    assertTrue(world.queue.sent().isEmpty());
  }

  @Test
  void f25_aMappingThatChangedDuringTheWritesIsDoneInASecondRound() {
    World world = wanting("n1");
    world.arm.beforePut(0, () -> world.wants("a", "n1", "n2"));
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), world.members("ns-a"));
    assertEquals(2, world.arm.puts());
    assertEquals(2, world.tape.count(call -> call.equals("arm.get")));
    assertEquals(2, world.ledger().mapping().orElseThrow().revision());
  }

  @Test
  void f26_f32_aServiceThatLeftTheMappingWhileItsRequestWaitedCausesNoWrite() {
    World world = wanting("n1").pool("ns-b", "10.0.0.2");
    world.wants("b", "n2");
    Request request = world.request();
    world.wants(java.util.Map.of("a", List.of("n1")));
    world.run(request);
    assertEquals(List.of("10.0.0.2"), world.members("ns-b"), "no longer named: untouched");
    assertEquals(1, world.arm.puts(), "f27: the others are done as ever");
  }

  @Test
  void f31_theMappingIsReadAfterTheLockIsHeld() {
    World world = wanting("n1");
    world.run();
    int acquire = world.tape.calls().indexOf("ledger.acquire");
    assertTrue(world.tape.calls().indexOf("documents.mapping") > acquire);
    assertTrue(world.tape.calls().indexOf("arm.get") > acquire);
  }

  @Test
  void f45_aWorkerThatIsToldToStopWritesNothingAndLeavesTheWorkQueued() {
    World world = wanting("n1");
    world.stopping = true;
    ReconcileReport report = world.run();
    assertEquals(Outcome.HANDED_OVER, report.outcome());
    assertEquals("info", report.fields().get("severity"), "nobody is alarmed");
    assertEquals(0, world.arm.puts());
    assertEquals(0, onlyCopy(world).request().attempt());
  }

  @Test
  void f49_aPauseBetweenTwoPutsStopsTheSecond() {
    World world = wanting("n1").wants("c", "n2");
    world.documents.beforeControlsRead(
        3, () -> world.controls("{\"paused\":{\"by\":\"ann\",\"because\":\"incident\"}}"));
    ReconcileReport report = world.run();
    assertEquals(Outcome.PAUSED, report.outcome());
    assertEquals("by ann: incident", report.reason());
    assertEquals(1, world.arm.puts());
    assertTrue(world.queue.sent().isEmpty(), "no end is known: the sweep asks");
  }

  @Test
  void f49_unreadableControlsStopAdditionsToo() {
    World world = wanting("n1");
    world.documents.controlsUnreadable(true);
    assertEquals(Outcome.CONTROLS_UNREADABLE, world.outcome());
    world.documents.controlsUnreadable(false);
    world.documents.putControls(World.CLUSTER, "{\"schema\":");
    assertEquals(Outcome.CONTROLS_UNREADABLE, world.outcome());
    assertEquals(0, world.arm.puts());
  }

  @Test
  void aPauseWithAnEndIsAskedAgainAtItsEnd() {
    World world = wanting("n1");
    Instant end = world.time.now().plus(Duration.ofMinutes(30));
    world.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\",\"until\":\"" + end + "\"}}");
    assertEquals(Outcome.PAUSED, world.outcome());
    assertEquals(Optional.empty(), world.ledger().coveredThrough());
    assertTrue(onlyCopy(world).delay().compareTo(Duration.ofMinutes(30)) >= 0);
    world.drain(1);
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 5})
  void requestsNearTheLockAreNotCovered(long secondsBefore) {
    World world = wanting("n1");
    Instant caused = world.time.now();
    world.later(Duration.ofSeconds(secondsBefore));
    world.run();
    assertEquals(Outcome.UNCHANGED, world.deliver(world.request(), caused, 1).outcome());
  }

  @Test
  void aCopyAfterAPossibleWriteIsNeverCovered() {
    World world = wanting("n1");
    Instant caused = world.time.now();
    world.later(Duration.ofMinutes(1));
    world.run();
    Request first = world.request();
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
    assertEquals(Outcome.UNCHANGED, world.run(copy).outcome());
  }

  @Test
  void whenTheCopyCannotBeSentTheMessageIsNotAcknowledged() {
    World world = World.standard();
    world.queue.refuses(true);
    assertThrows(PortException.class, world::run);
    assertTrue(world.reports.last().fields().get("notSent").toString().contains("503"));
    assertFalse(world.ledgers.isLeased(World.LB));
  }

  @Test
  void unreachableStorageBecomesFailedWithACopy() {
    World world = wanting("n1");
    world.ledgers.unreachable(true);
    ReconcileReport report = world.run();
    assertEquals(Outcome.FAILED, report.outcome());
    assertTrue(report.reason().contains("503 ServerBusy"));
    assertEquals(1, onlyCopy(world).request().attempt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "noise", "{\"format\":99}"})
  void aDamagedLedgerIsReportedCountsAsEmptyAndTheRunGoesOn(String content) {
    World world = wanting("n1");
    world.ledgers.putRaw(World.LB, content.getBytes(StandardCharsets.UTF_8));
    ReconcileReport report = world.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertTrue(report.fields().get("warnings").toString().contains("LEDGER_REPLACED"));
    assertEquals(Outcome.UPDATED, world.ledger().outcome().orElseThrow());
  }

  @Test
  void aLedgerFromTheFutureCoversNothing() {
    World world = wanting("n1");
    world.run();
    world.wants("a", "n2");
    Instant future = world.time.now().plus(Duration.ofDays(365));
    world.ledgers.put(World.LB, world.ledger().toBuilder().coveredThrough(future).build());
    assertEquals(Outcome.UPDATED, world.outcome());
  }

  @Test
  void anotherClustersLoadBalancerIsLeftAloneUntilItsMappingNoLongerNamesIt() {
    World world = wanting("n1");
    world.run();
    Ledger before = world.ledger();
    world.documents.putMapping("other", world.mapping("other", 1));
    world.scope.ifPresent(scope -> {});
    Request theirs = Request.first("other", World.LB, Cause.EVENT);
    assertEquals(Outcome.OWNED_ELSEWHERE, world.run(theirs).outcome());
    assertEquals(before, world.ledger(), "the owner's ledger is not touched");
    world.documents.deleteMapping(World.CLUSTER);
    assertEquals(Outcome.OWNED_ELSEWHERE, world.run(theirs).outcome(), "missing is not empty");
    world.documents.putMapping(
        World.CLUSTER,
        world.mapping(World.CLUSTER, 9).replace("loadBalancers/lb-1", "loadBalancers/lb-9"));
    assertEquals(Outcome.OBSERVED, world.run(theirs).outcome(), "taken over, without a scope");
    assertEquals(Optional.of("other"), world.ledger().cluster());
  }

  @Test
  void aLoadBalancerThatNobodyMappedIsLeftAlone() {
    World world = wanting("n1");
    world.documents.putMapping(
        World.CLUSTER,
        world.mapping(World.CLUSTER, 9).replace("loadBalancers/lb-1", "loadBalancers/lb-9"));
    assertEquals(Outcome.NOT_MAPPED, world.outcome());
    assertEquals(0, world.arm.puts());
    assertTrue(world.queue.sent().isEmpty());
  }
}
