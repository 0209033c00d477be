package io.poolkeeper.flow;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static io.poolkeeper.testing.FakeLoadBalancers.failedRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a failure says, how often, and what it leaves to the next look. */
final class FailuresSaidTest {

  private static void sweepLater(TestBed bed, Duration later) {
    bed.later(later);
    bed.sweep();
    bed.drain(3);
  }

  private static long runsSaid(TestBed bed) {
    return bed.reports.lines().stream()
        .filter(line -> line.event().equals(ReconcileReport.EVENT))
        .count();
  }

  @Test
  @DisplayName("F21 two timer runs at once lead to at most one write for each pool")
  void twoTimerRunsAtOnce() {
    TestBed bed = TestBed.standard().wants("a", "n1").wants("c", "n2");
    bed.sweep();
    bed.sweep();
    assertEquals(2, bed.queue.sent().size());
    bed.drain(5);
    assertEquals(2, bed.arm.puts());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
  }

  @Test
  @DisplayName("F34 a read that fails for good is said once a run; the next resync finds the rest")
  void aReadThatFailsForGood() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    for (int run = 1; run <= 3; run++) {
      bed.arm.failNextRead(failedRead(ReadKind.FORBIDDEN, Optional.empty()));
      assertEquals(Outcome.FORBIDDEN, bed.outcome());
      assertEquals(run, runsSaid(bed), "one line for a run");
      assertEquals("" + run, bed.said("inARow"), "the same failure only raises a number");
    }
    sweepLater(bed, Duration.ofMinutes(11));
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(Optional.of(Outcome.UPDATED), bed.ledger().outcome());
  }

  @Test
  @DisplayName("F35 a write that fails for good is said once a run; the next resync finds the rest")
  void aWriteThatFailsForGood() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    for (int run = 1; run <= 3; run++) {
      bed.arm.failNext("ns-a", answer(WriteKind.FORBIDDEN, "ScopeLocked"));
      assertEquals(Outcome.FORBIDDEN, bed.outcome());
      assertEquals(run, runsSaid(bed), "one line for a run");
      assertEquals("" + run, bed.said("inARow"));
      assertEquals(1, bed.said("pools").split("failed=", -1).length - 1, bed.said("pools"));
    }
    sweepLater(bed, Duration.ofMinutes(11));
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  @DisplayName("F43 a failed write names every service that shares the pool, once")
  void aFailedWriteNamesItsServices() {
    TestBed bed = TestBed.standard().wants("a", "n1").wants("b", "n1");
    String shared =
        bed.mapping(TestBed.CLUSTER, 9)
            .replace("\"externalTrafficPolicy\":\"Local\"", "\"externalTrafficPolicy\":\"Cluster\"")
            .replace(",\"nodes\":[\"n1\"]", ",\"pools\":{\"IPv4\":\"ns-c\"}")
            .replace("loadBalancers/lb-1\"", "loadBalancers/lb-1\",\"nodes\":[\"n1\"]");
    bed.documents.putMapping(TestBed.CLUSTER, shared);
    bed.arm.failNext("ns-c", answer(WriteKind.UNKNOWN, "InternalServerError"));
    assertEquals(Outcome.FAILED, bed.outcome(), () -> bed.said("reason"));
    String pools = bed.said("pools");
    assertTrue(pools.contains("services=[ns/a, ns/b]"), pools);
    assertEquals(1, pools.split("ns/a", -1).length - 1, pools);
  }

  @Test
  @DisplayName("F44 a failing pool does not keep the next pool from being written")
  void aFailingPoolDoesNotStopTheNext() {
    TestBed bed = TestBed.standard().wants("a", "n1").wants("c", "n2");
    bed.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "InternalServerError"));
    assertEquals(Outcome.PARTIAL, bed.outcome());
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
    assertEquals(List.of(), bed.members("ns-a"));
    assertEquals(1, bed.onlyCopy().request().attempt());
    bed.drain(1);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }
}
