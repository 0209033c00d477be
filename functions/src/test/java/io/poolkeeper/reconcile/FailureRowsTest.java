package io.poolkeeper.reconcile;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static io.poolkeeper.testing.FakeLoadBalancers.throttled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers.LoggedWrite;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.Fleet;
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

/** Rows of {@code docs/failures.md} that span several runs, writes or instances. */
final class FailureRowsTest {

  private static int first(List<String> calls, String start) {
    return IntStream.range(0, calls.size())
        .filter(i -> calls.get(i).startsWith(start))
        .findFirst()
        .orElse(-1);
  }

  @Test
  void everyRunReadsTheGateBeforeItsFirstArmCall() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    for (int process = 0; process < 3; process++) {
      bed.newProcess();
      bed.run();
      List<String> calls = bed.tape.calls();
      assertTrue(first(calls, "gate.read") >= 0, calls.toString());
      assertTrue(first(calls, "gate.read") < first(calls, "arm."), calls.toString());
      bed.newProcess();
      bed.sweep();
      calls = bed.tape.calls();
      assertTrue(first(calls, "gate.read") < first(calls, "arm."), calls.toString());
    }
  }

  @Test
  void whatOneInstanceWasToldTheOthersKeepTo() {
    Fleet fleet = Fleet.of(2, 2).wants(Map.of(1, List.of("n1"), 2, List.of("n2")));
    fleet.arm.failNext("ns-s1", throttled(Optional.of(Duration.ofMinutes(3))));
    assertEquals(Outcome.THROTTLED, fleet.worker("one").run(Fleet.lb(1), 1).outcome());
    fleet.tape.restart();
    for (int minute = 0; minute < 3; minute++) {
      assertEquals(Outcome.PARKED, fleet.worker("two").run(Fleet.lb(2), 1).outcome());
      fleet.sweep();
      fleet.time.advance(Duration.ofMinutes(1));
    }
    assertEquals(0, fleet.tape.armCalls());
    assertEquals(Outcome.UPDATED, fleet.worker("two").run(Fleet.lb(2), 1).outcome());
  }

  @Test
  void throttledWhileReadingTheNetworkNothingIsPlannedAndTheGateCloses() {
    TestBed bed = TestBed.standard().wants("a", "n1").pool("ns-a", "10.0.0.2");
    bed.networkThrottled =
        Optional.of(new InventoryReader.Throttled(Optional.of(Duration.ofMinutes(2)), "429 x"));
    assertEquals(Outcome.THROTTLED, bed.outcome());
    assertEquals("429 x", bed.said("reason"));
    assertEquals(0, bed.arm.puts());
    assertEquals(List.of(), bed.ledger().holds(), "a hold would say that it was judged");
    Instant until = bed.time.now().plus(Duration.ofMinutes(2));
    assertEquals(Optional.of(until), bed.gates.notBefore(TestBed.SUBSCRIPTION));
    bed.drain(1);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void throttledAtTheSecondLookTheRunEndsWhenWhatItDidIsSafe() {
    TestBed bed = TestBed.standard().wants("a").pool("ns-a", "10.0.0.1");
    bed.arm.beforePut(
        0,
        () -> {
          bed.natGateway = false;
          bed.networkThrottled =
              Optional.of(new InventoryReader.Throttled(Optional.empty(), "429 x"));
        });
    assertEquals(Outcome.THROTTLED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "put back first");
    assertTrue(bed.gates.notBefore(TestBed.SUBSCRIPTION).isPresent());
    bed.drain(2);
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, bed.ledger().holds().get(0).reason());
  }

  @Test
  void onePoolWrittenAndTheNextThrottledGoesOnLaterWithoutRepeatingTheFirst() {
    TestBed bed = TestBed.standard().wants("a", "n1").wants("c", "n2");
    bed.arm.failNext("ns-c", throttled(Optional.of(Duration.ofMinutes(2))));
    assertEquals(Outcome.THROTTLED, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals("1", bed.said("added"), "what was done is said");
    assertEquals(Optional.empty(), bed.ledger().coveredThrough(), "and is not everything");
    FakeWorkQueue.Sent parked = bed.onlyCopy();
    assertFalse(parked.request().coverable());
    assertEquals(0, parked.request().attempt());
    bed.drain(3);
    assertEquals(List.of("ns-a", "ns-c"), bed.arm.log().stream().map(LoggedWrite::pool).toList());
    assertEquals(3, bed.arm.puts(), "one of them was throttled");
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
  }

  /** Refusals for good are answers: what is left of the same write may follow at once. */
  @ParameterizedTest
  @EnumSource(
      value = WriteKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"CONFIRMED", "MEMBER_REJECTED", "LIMIT_REACHED", "REFUSED"})
  void noPutOfAPoolIsRepeatedWithoutReadingFirst(WriteKind kind) {
    for (boolean landed : List.of(true, false)) {
      TestBed bed = TestBed.standard().wants("a", "n1").wants("c", "n2");
      for (String pool : List.of("ns-a", "ns-a", "ns-c")) {
        if (landed) {
          bed.arm.failNextAfterEffect(pool, answer(kind, "x"));
        } else {
          bed.arm.failNext(pool, answer(kind, "x"));
        }
      }
      bed.run();
      bed.drain(12);
      boolean read = false;
      String last = "";
      for (String call : bed.tape.calls()) {
        boolean put = call.startsWith("arm.put");
        assertFalse(put && call.equals(last) && !read, kind + ": " + bed.tape.calls());
        read = !put && (read || call.equals("arm.get"));
        last = put ? call : last;
      }
    }
  }

  /** 22 members, of which 15 are to go, and three more come. */
  @Test
  void theBrakeKeepsItsBaseFromRunToRun() {
    TestBed bed = TestBed.standard();
    bed.machines = 30;
    String[] all = IntStream.rangeClosed(1, 22).mapToObj(i -> "10.0.0." + i).toArray(String[]::new);
    bed.wants("c", nodes(16, 22)).pool("ns-c", all);
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(22, bed.ledger().brake().orElseThrow().base());
    for (int round = 0; round < 3; round++) {
      bed.later(Duration.ofMinutes(5));
      bed.wants("c", nodes(16, 23 + round));
      bed.run();
      Ledger.Brake brake = bed.ledger().brake().orElseThrow();
      assertEquals(22, brake.base(), "additions go ahead and do not move it");
      assertEquals(15, bed.ledger().holds().size());
      assertEquals(HoldReason.MASS_REMOVAL, bed.ledger().holds().get(0).reason());
    }
    bed.wants("c", nodes(12, 25));
    bed.run();
    assertEquals(Optional.empty(), bed.ledger().brake(), "11 of 22 is not more than half");
    assertEquals(14, bed.members("ns-c").size());
  }

  private static String[] nodes(int from, int to) {
    return IntStream.rangeClosed(from, to).mapToObj(i -> "n" + i).toArray(String[]::new);
  }

  @Test
  void toldToStopDuringAnOperationItIsFinishedAndTheLeaseGivenBack() {
    TestBed bed = TestBed.standard().wants("a", "n1").wants("c", "n2");
    bed.arm.operationTime(Duration.ofSeconds(30));
    bed.arm.beforePut(0, () -> bed.stopping = true);
    assertEquals(Outcome.HANDED_OVER, bed.outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "finished");
    assertEquals(1, bed.arm.puts(), "and no other begun");
    assertFalse(bed.ledgers.isLeased(TestBed.LB), "the next worker need not wait");
    assertEquals(0, bed.onlyCopy().request().attempt());
    assertEquals("info", bed.said("severity"));
    bed.stopping = false;
    bed.arm.operationTime(Duration.ZERO);
    bed.drain(2);
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
    assertEquals(2, bed.arm.puts());
  }
}
