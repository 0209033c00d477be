package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.Tape;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A removal that was sent stays in the ledger until a look after it has confirmed it: whatever ends
 * the run in between, the next one judges it as if it were still to be made.
 */
final class OpenRemovalsTest {
  private static final String PAUSED = "{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}";
  private static final Duration LEASE_RUNS_OUT = Duration.ofSeconds(61);

  /** Machine 1 leaves ns-a, since there is a NAT gateway. */
  private static TestBed leaving(Etags etags) {
    return TestBed.with(etags).wants("a").pool("ns-a", "10.0.0.1");
  }

  private static void assertOpen(TestBed bed, int puts) {
    assertEquals(List.of(), bed.members("ns-a"), "cut off for now");
    assertEquals(puts, bed.arm.puts());
    Ledger ledger = bed.ledger();
    assertEquals(List.of("10.0.0.1"), open(ledger), "and the ledger knows it");
    assertTrue(
        ledger
            .removing()
            .get(0)
            .machine()
            .orElseThrow()
            .text()
            .endsWith("networkInterfaces/nic-1"));
    assertEquals(Optional.empty(), ledger.coveredThrough());
    assertFalse(bed.ledgers.isLeased(TestBed.LB));
  }

  private static List<String> open(Ledger ledger) {
    return ledger.removing().stream().map(one -> one.address().text()).toList();
  }

  private static void assertBackAndHeld(TestBed bed) {
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "back");
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, bed.ledger().holds().get(0).reason());
    assertTrue(bed.ledger().holds().get(0).remembersEgress());
    assertEquals(List.of(), bed.ledger().removing(), "now it is a hold");
    assertTrue(bed.ledger().coveredThrough().isPresent());
  }

  @Test
  void itIsStoredBeforeTheWriteAndGoneAfterTheLook() {
    TestBed bed = leaving(Etags.SHARED);
    bed.arm.beforePut(0, () -> assertEquals(List.of("10.0.0.1"), open(bed.ledger())));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of(), bed.ledger().removing());
    assertEquals("0", bed.said("removing"));
    assertTrue(bed.ledger().coveredThrough().isPresent());
    assertEquals(2, bed.tape.count(call -> call.equals("ledger.write")), "no write more for it");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void toldToStopTheLookIsLeftToTheNextRun(Etags etags) {
    TestBed bed = leaving(etags);
    bed.arm.beforePut(
        0,
        () -> {
          bed.natGateway = false;
          bed.stopping = true;
        });
    assertEquals(Outcome.HANDED_OVER, bed.outcome());
    assertOpen(bed, 1);
    assertEquals("1", bed.said("removing"));
    bed.stopping = false;
    bed.drain(1);
    assertBackAndHeld(bed);
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void atTheReconcileDeadlineItIsPutBackInTheSameRun(Etags etags) {
    TestBed bed = leaving(etags);
    bed.arm.operationTime(Duration.ofSeconds(228));
    bed.arm.beforePut(0, () -> bed.natGateway = false);
    bed.arm.beforePut(1, () -> bed.arm.operationTime(Duration.ofSeconds(30)));
    assertEquals(Outcome.HANDED_OVER, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "back");
    assertEquals(2, bed.arm.puts());
    assertFalse(bed.ledgers.isLeased(TestBed.LB));
    bed.arm.operationTime(Duration.ZERO);
    bed.drain(1);
    assertEquals(2, bed.arm.puts());
    assertBackAndHeld(bed);
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void anOperationThatOutlastsTheDeadlineIsLookedAtByTheNextRun(Etags etags) {
    TestBed bed = leaving(etags);
    bed.arm.operationTime(Duration.ofMinutes(5));
    bed.arm.beforePut(0, () -> bed.natGateway = false);
    assertEquals(Outcome.HANDED_OVER, bed.outcome());
    bed.arm.operationTime(Duration.ZERO);
    bed.drain(2);
    assertBackAndHeld(bed);
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void pausedBetweenTwoWritesNothingIsWrittenUntilThePauseEnds(Etags etags) {
    TestBed bed = leaving(etags).wants("b").pool("ns-b", "10.0.0.2");
    bed.arm.beforePut(
        0,
        () -> {
          bed.natGateway = false;
          bed.controls(PAUSED);
        });
    assertEquals(Outcome.PAUSED, bed.outcome());
    assertOpen(bed, 1);
    bed.later(Duration.ofMinutes(61));
    bed.sweep();
    bed.drain(2);
    assertOpen(bed, 1);
    bed.controls("{}");
    bed.later(Duration.ofMinutes(2));
    bed.sweep();
    assertEquals(1, bed.drain(1), "the sweep sees that the pause is over");
    assertBackAndHeld(bed);
    assertEquals(List.of("10.0.0.2"), bed.members("ns-b"), "judged anew as well");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void pausedRightAfterTheOnlyWriteItWaitsForThePausesEnd(Etags etags) {
    TestBed bed = leaving(etags);
    Instant end = bed.time.now().plus(Duration.ofMinutes(30));
    bed.arm.beforePut(
        0,
        () -> {
          bed.natGateway = false;
          bed.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\",\"until\":\"" + end + "\"}}");
        });
    assertEquals(Outcome.PAUSED, bed.outcome());
    assertOpen(bed, 1);
    bed.drain(1);
    assertBackAndHeld(bed);
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void ifTheLookCannotReadTheNextRunLooks(Etags etags) {
    TestBed bed = leaving(etags);
    bed.arm.beforePut(
        0,
        () -> {
          bed.natGateway = false;
          bed.arm.failNextRead(FakeLoadBalancers.failedRead(ReadKind.FAILED, Optional.empty()));
        });
    assertEquals(Outcome.PARTIAL, bed.outcome());
    assertOpen(bed, 1);
    bed.drain(1);
    assertBackAndHeld(bed);
  }

  private static TestBed killedAfterItsPut(Etags etags, boolean gatewayGoes) {
    TestBed whole = leaving(etags);
    whole.run();
    int put = whole.tape.calls().indexOf("arm.put ns-a");
    assertTrue(put > 0, whole.tape.calls().toString());
    TestBed bed = leaving(etags);
    bed.tape.killAfter(put);
    bed.arm.beforePut(0, () -> bed.natGateway = !gatewayGoes);
    assertThrows(Tape.Killed.class, bed::run);
    bed.newProcess();
    bed.later(LEASE_RUNS_OUT);
    return bed;
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void killedAfterThePutWasAcceptedTheSweepFindsIt(Etags etags) {
    TestBed bed = killedAfterItsPut(etags, true);
    assertOpen(bed, 1);
    bed.sweep();
    bed.drain(1);
    assertBackAndHeld(bed);
  }

  @Test
  void whatIsStillSafeIsForgotten() {
    TestBed bed = killedAfterItsPut(Etags.SHARED, false);
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(List.of(), bed.members("ns-a"));
    assertEquals(List.of(), bed.ledger().removing());
    assertEquals(List.of(), bed.ledger().holds());
    bed.natGateway = false;
    bed.run();
    assertEquals(List.of(), bed.members("ns-a"), "what happens later is not the removal's doing");
  }

  @Test
  void anotherMachineBehindTheAddressIsNotPutIn() {
    TestBed bed = killedAfterItsPut(Etags.SHARED, true);
    bed.machines = 0;
    bed.wants(Map.of("a", List.of()));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(List.of(), bed.members("ns-a"));
    assertEquals(List.of(), bed.ledger().removing());
  }

  @Test
  void whatWasNeverSentIsNotOpen() {
    TestBed bed = leaving(Etags.SHARED);
    bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "LinkedAuthorization"));
    assertEquals(Outcome.FORBIDDEN, bed.outcome());
    assertEquals(List.of(), bed.ledger().removing());
  }

  @Test
  void whatMayStillBeInFlightStaysOpenForAsLongAsAClaim() {
    TestBed bed = leaving(Etags.SHARED);
    bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.UNKNOWN, "Timeout"));
    bed.arm.beforePut(0, () -> bed.controls(PAUSED));
    bed.run();
    assertEquals(List.of("10.0.0.1"), open(bed.ledger()), "it may land");
    bed.pool("ns-a");
    bed.natGateway = false;
    bed.controls("{}");
    bed.run();
    assertBackAndHeld(bed);
  }

  /** Eleven of twelve members: the brake holds them, and says nothing of a way out. */
  @Test
  void whileAnyIsOpenNoRequestIsCovered() {
    TestBed bed = TestBed.standard();
    bed.machines = 12;
    bed.wants("a", "n1");
    bed.pool(
        "ns-a", IntStream.rangeClosed(1, 12).mapToObj(i -> "10.0.0." + i).toArray(String[]::new));
    Ledger.Hold open =
        new Ledger.Hold(
            "ns-a",
            Address.of("10.0.0.2"),
            Optional.empty(),
            Map.of(),
            HoldReason.WOULD_STRAND_EGRESS,
            bed.time.now(),
            bed.time.now(),
            Optional.empty());
    bed.ledgers.put(TestBed.LB, Ledger.EMPTY.toBuilder().removing(List.of(open)).build());
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(List.of("10.0.0.2"), open(bed.ledger()), "its PUT may be in flight");
    assertEquals(Optional.empty(), bed.ledger().coveredThrough());
    bed.later(Duration.ofMinutes(10));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(List.of(), open(bed.ledger()), "no PUT is on its way for so long");
    assertTrue(bed.ledger().coveredThrough().isPresent());
  }

  /** A machine that we cut off ourselves comes back, however often others were fought over. */
  @Test
  void whatOurOwnRemovalCutOffComesBackAlsoWhereRestoresAreUsedUp() {
    TestBed bed = killedAfterItsPut(Etags.SHARED, true);
    Instant now = bed.time.now();
    bed.ledgers.put(TestBed.LB, bed.ledger().toBuilder().restores(List.of(now, now, now)).build());
    bed.run();
    assertBackAndHeld(bed);
  }

  @Test
  void whileOnlyObservingItStaysOpen() {
    TestBed bed = killedAfterItsPut(Etags.SHARED, true);
    bed.mode = Mode.OBSERVE;
    assertEquals(Outcome.OBSERVED, bed.outcome());
    assertEquals(Outcome.OBSERVED, bed.outcome());
    assertEquals(1, bed.arm.puts());
    bed.mode = Mode.APPLY;
    bed.run();
    assertBackAndHeld(bed);
  }

  /** The gateway goes at any call up to the last look at the network, and the worker later. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void wheneverTheGatewayGoesAndWheneverTheWorkerIsKilledThereIsAWayOut(Etags etags) {
    TestBed whole = bothLeaving(etags);
    assertEquals(Outcome.UPDATED, whole.outcome());
    List<String> calls = whole.tape.calls();
    int lastLook = calls.lastIndexOf("arm.inventory");
    assertTrue(lastLook > calls.lastIndexOf("arm.put ns-b") && lastLook > 12, calls.toString());
    int cutOff = 0;
    for (int gone = 0; gone <= lastLook; gone++) {
      for (int kill = 2 * gone; kill < 2 * calls.size(); kill++) {
        cutOff += goneAndKilled(etags, gone, kill, kill % 3 == 0) ? 1 : 0;
      }
    }
    assertTrue(cutOff > 20, "removals were made before the gateway went: " + cutOff);
  }

  /** Machine 1 leaves two pools that give it a way out. */
  private static TestBed bothLeaving(Etags etags) {
    TestBed bed = TestBed.with(etags).wants(Map.of("a", List.of(), "b", List.of("n2")));
    return bed.pool("ns-a", "10.0.0.1").pool("ns-b", "10.0.0.1", "10.0.0.2");
  }

  /** Whether it was cut off for a while. */
  private static boolean goneAndKilled(Etags etags, int gone, int kill, boolean messageIsLost) {
    String at = etags + ": gone at " + gone + ", killed at " + kill / 2.0;
    TestBed bed = bothLeaving(etags);
    Instant inserted = bed.time.now();
    bed.tape.at(gone, () -> bed.natGateway = false);
    if (kill % 2 == 0) {
      bed.tape.killBefore(kill / 2);
    } else {
      bed.tape.killAfter(kill / 2);
    }
    try {
      bed.deliver(bed.request(), inserted, 1);
    } catch (Tape.Killed killed) {
      assertTrue(bed.tape.dead(), at);
    }
    boolean cutOff = bed.members("ns-a").isEmpty() && bed.members("ns-b").size() == 1;
    bed.newProcess();
    bed.natGateway = false;
    bed.later(LEASE_RUNS_OUT);
    if (messageIsLost) {
      bed.sweep();
    } else {
      bed.deliver(bed.request(), inserted, 2);
    }
    bed.drain(5);
    assertTrue(
        bed.members("ns-a").contains("10.0.0.1") || bed.members("ns-b").contains("10.0.0.1"), at);
    assertEquals(List.of(), bed.ledger().removing(), at);
    return cutOff;
  }
}
