package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.RecordedReports;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ReportedTimesTest {
  private static List<Map<String, Object>> puts(TestBed bed) {
    return bed.reports.lines().stream()
        .filter(line -> line.event().equals("pool written"))
        .map(RecordedReports.Line::fields)
        .toList();
  }

  @Test
  void eachPoolsTimesEndWithItsOwnTurn() {
    TestBed bed = TestBed.standard().wants(Map.of("a", List.of("n1"), "b", List.of("n2")));
    bed.arm.operationTime(Duration.ofSeconds(3));
    Instant insertedAt = bed.time.now();
    bed.later(Duration.ofSeconds(7));
    bed.deliver(bed.request(), insertedAt, 1);
    List<Map<String, Object>> puts = puts(bed);
    assertEquals(List.of("ns-a", "ns-b"), puts.stream().map(put -> put.get("pool")).toList());
    for (Map<String, Object> put : puts) {
      assertEquals(7000L, put.get("queueMs"));
      assertEquals(0L, put.get("writeMs"), "the fake answers a PUT at once");
      assertEquals(3000L, put.get("confirmMs"));
      assertEquals(
          7000L + (long) put.get("waitMs") + 3000L, put.get("eventToWrittenMs"), put::toString);
    }
    assertEquals(0L, puts.get(0).get("waitMs"));
    assertEquals(3000L, puts.get(1).get("waitMs"), "it waited for the first");
    assertEquals("7000", bed.said("queueAgeMs"));
    assertEquals("7000", bed.said("eventLagMs"));
  }

  @Test
  void aPutThatFailedHasItsLineToo() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "Denied"));
    bed.run();
    assertEquals("FORBIDDEN", puts(bed).get(0).get("answer"));
    assertEquals("Denied", puts(bed).get(0).get("code"));
    assertEquals(0, puts(bed).get(0).get("members"));
  }

  @Test
  void aLoadBalancerIsDivergedFromTheFirstRunThatLeavesADifferenceToTheOneThatEndsIt() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    for (int i = 0; i < 2; i++) {
      bed.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "Denied"));
      bed.run();
      bed.later(Duration.ofMinutes(10));
    }
    assertEquals("600", bed.said("divergedSeconds"));
    bed.sweep();
    assertEquals("1", bed.said("diverged"));
    assertEquals("1200", bed.said("divergedOldestSeconds"));
    assertEquals("1", bed.said("divergedOverAge"));
    bed.run();
    assertEquals("", bed.said("divergedSince"));
  }

  @Test
  void aPauseIsCountedFromTheFirstRunThatMetItForHoweverLong() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    for (int day = 0; day < 60; day++) {
      assertEquals(Outcome.PAUSED, bed.outcome());
      bed.later(Duration.ofDays(1));
    }
    bed.sweep();
    assertEquals("1", bed.said("paused"));
    assertEquals("" + Duration.ofDays(60).toSeconds(), bed.said("pausedOldestSeconds"));
    bed.documents.deleteControls(TestBed.CLUSTER);
    bed.run();
    assertEquals("0", bed.said("pausedSeconds"));
    bed.sweep();
    assertEquals("0", bed.said("paused"));
  }
}
