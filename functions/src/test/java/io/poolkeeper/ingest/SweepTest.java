package io.poolkeeper.ingest;

import static io.poolkeeper.testing.FakeLoadBalancers.failedRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.mapping.ScopedDocuments;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class SweepTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static void sweep(TestBed bed) {
    new Sweep(bed.ports(), bed.documents, bed.watch(), bed.settings()).run();
  }

  /** Sweeps and works every minute; minutes at which the sweep asked. */
  private static List<Integer> minutesAsked(TestBed bed, int minutes) {
    List<Integer> asked = new ArrayList<>();
    for (int minute = 1; minute <= minutes; minute++) {
      bed.later(MINUTE);
      sweep(bed);
      List<FakeWorkQueue.Sent> sent = bed.queue.takeAll();
      if (!sent.isEmpty()) {
        asked.add(minute);
      }
      sent.forEach(message -> bed.deliver(message.request(), message.insertedAt(), 1));
      bed.queue.takeAll();
    }
    return asked;
  }

  private static TestBed settled() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    bed.later(MINUTE);
    bed.tape.restart();
    return bed;
  }

  @Test
  void aQuietMinuteCostsOneListAndNoLease() {
    TestBed bed = settled();
    sweep(bed);
    assertEquals(1, bed.tape.armCalls());
    assertEquals(0, bed.tape.count(call -> call.equals("ledger.acquire")));
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void whatDiffersIsAskedForAtOnce() {
    TestBed bed = settled().pool("ns-a");
    sweep(bed);
    assertEquals(Cause.SWEEP, bed.queue.sent().get(0).request().cause());
    bed.drain(3);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void aMappingWhoseEventWasLostIsFound() {
    TestBed bed = settled().wants("a", "n1", "n2");
    sweep(bed);
    bed.drain(3);
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
  }

  @Test
  void everyLoadBalancerIsLookedAtOnceAnHour() {
    TestBed bed = settled();
    List<Integer> asked = minutesAsked(bed, 125);
    assertEquals(2, asked.size(), asked.toString());
  }

  @Test
  void holdsAreJudgedAgainEveryMinute() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a").pool("ns-a", "10.0.0.1");
    bed.run();
    assertEquals(1, bed.ledger().holds().size());
    assertEquals(3, minutesAsked(bed, 3).size());
    bed.natGateway = true;
    minutesAsked(bed, 1);
    assertEquals(List.of(), bed.members("ns-a"));
    assertEquals(List.of(), minutesAsked(bed, 5));
  }

  @Test
  void anObservedDifferenceIsNotAskedForEveryMinute() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.mode = Mode.OBSERVE;
    bed.run();
    assertEquals(List.of(10, 30), minutesAsked(bed, 35));
    bed.mode = Mode.APPLY;
    assertEquals(List.of(1), minutesAsked(bed, 2), "at once in the other mode");
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void aPausedLoadBalancerIsNotAskedForEveryMinute() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    bed.run();
    assertEquals(List.of(10), minutesAsked(bed, 20));
    bed.controls("{}");
    assertEquals(List.of(1), minutesAsked(bed, 2));
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void aRunWhoseCopyIsOnItsWayIsNotAskedForTwice() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNextRead(failedRead(ReadKind.FAILED, Optional.empty()));
    assertEquals(Outcome.FAILED, bed.outcome());
    bed.queue.takeAll();
    assertEquals(List.of(15), minutesAsked(bed, 16), "until the copy must have been lost");
  }

  @Test
  void aClosedGateStopsTheSweepsOwnCallsToo() {
    TestBed bed = settled();
    bed.gates.raise(TestBed.SUBSCRIPTION, bed.time.now().plusSeconds(90));
    bed.tape.restart();
    sweep(bed);
    assertEquals(0, bed.tape.armCalls());
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void aThrottledListClosesTheGate() {
    TestBed bed = settled();
    bed.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.of(Duration.ofSeconds(30))));
    Instant until = bed.time.now().plusSeconds(30);
    sweep(bed);
    assertEquals(Optional.of(until), bed.gates.notBefore(TestBed.SUBSCRIPTION));
  }

  @Test
  void aRefusedMappingIsReportedWithItsPathsAndNothingIsAsked() {
    TestBed bed = settled();
    bed.documents.putMapping(TestBed.CLUSTER, "{\"schema\":\"poolkeeper.mapping/v1\",\"x\":1}");
    sweep(bed);
    assertTrue(bed.queue.sent().isEmpty());
    assertTrue(bed.reports.last().fields().get("problems").toString().contains("$.x"));
    assertEquals("warning", bed.reports.last().fields().get("severity"));
  }

  @Test
  void aMappingThatIsGoodAgainIsFoundEvenIfItsEventWasLost() {
    TestBed bed = settled();
    bed.documents.putMapping(TestBed.CLUSTER, "{}");
    assertEquals(Outcome.INVALID_MAPPING, bed.outcome());
    bed.publish(5);
    assertEquals(List.of(1), minutesAsked(bed, 4));
    assertEquals(Optional.of(Outcome.UNCHANGED), bed.ledger().outcome());
  }

  @Test
  void aRequestThatNamedAClusterWithoutAMappingDelaysNobody() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.ledgers.put(TestBed.LB, Ledger.EMPTY);
    bed.run(Request.first("nowhere", TestBed.LB, Cause.OPERATOR));
    assertEquals(Optional.of(Outcome.MAPPING_UNREADABLE), bed.ledger().outcome());
    bed.queue.takeAll();
    assertEquals(List.of(1), minutesAsked(bed, 3));
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  void aClusterOfTheScopeWithoutAMappingIsAProblemThatNamesTheBlob() {
    TestBed bed = settled();
    bed.documents.deleteMapping(TestBed.CLUSTER);
    Documents documents =
        new ScopedDocuments(bed.documents, Set.of(TestBed.CLUSTER, "never-published"));
    new Sweep(bed.ports(), documents, bed.watch(), bed.settings()).run();
    var fields = bed.reports.last().fields();
    assertEquals("warning", fields.get("severity"));
    assertEquals(2, fields.get("clusters"));
    String problems = fields.get("problems").toString();
    assertTrue(problems.contains("there is no blob mappings/prod/mapping.json"), problems);
    assertTrue(problems.contains("MAPPING_UNREADABLE"), problems);
    assertTrue(problems.contains("mappings/never-published/mapping.json"), problems);
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void anotherClustersLoadBalancerIsReportedNotAskedFor() {
    TestBed bed = settled();
    bed.documents.putMapping("other", bed.mapping("other", 1));
    sweep(bed);
    assertTrue(bed.queue.sent().isEmpty());
    assertTrue(bed.reports.last().fields().get("problems").toString().contains("OWNED_ELSEWHERE"));
  }

  @Test
  void aStaleMappingIsReportedNotAskedForEveryMinute() {
    TestBed bed = settled().wants("a", "n1", "n2");
    bed.run();
    bed.wants("a", "n3").publish(1);
    sweep(bed);
    assertTrue(bed.queue.sent().isEmpty());
    assertTrue(bed.reports.last().fields().get("problems").toString().contains("STALE_MAPPING"));
  }
}
