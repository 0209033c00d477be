package io.poolkeeper.flow;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What mapping, controls and mode allow, and when it is asked again. */
final class MappingAndControlsTest {

  /** Sweeps and works every minute; minutes at which the sweep asked. */
  private static List<Integer> minutesAsked(TestBed bed, int minutes) {
    List<Integer> asked = new ArrayList<>();
    for (int minute = 1; minute <= minutes; minute++) {
      bed.later(Duration.ofMinutes(1));
      bed.sweep();
      List<FakeWorkQueue.Sent> sent = bed.queue.takeAll();
      if (!sent.isEmpty()) {
        asked.add(minute);
      }
      sent.forEach(message -> bed.deliver(message.request(), message.insertedAt(), 1));
      bed.queue.takeAll();
    }
    return asked;
  }

  @Test
  @DisplayName("F02 a missing or unreadable mapping is unknown, not empty")
  void aMissingMappingIsUnknown() {
    TestBed bed = TestBed.standard().pool("ns-a", "10.0.0.1");
    assertEquals(Outcome.MAPPING_UNREADABLE, bed.outcome());
    assertEquals(1, bed.queue.takeAll().get(0).request().attempt(), "the work stays queued");
    assertTrue(bed.ledger().holds().isEmpty(), "no removal is decided");
    assertTrue(bed.said("reason").contains("mappings/prod/mapping.json; publish it"));
    bed.wants("a", "n1", "n2").run();
    int puts = bed.arm.puts();
    bed.wants("a", "n2");
    bed.documents.mappingUnreadable(true);
    assertEquals(Outcome.MAPPING_UNREADABLE, bed.outcome(), "also where an older one is known");
    assertEquals(puts, bed.arm.puts());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
    bed.documents.mappingUnreadable(false);
    bed.drain(1);
    assertEquals(List.of("10.0.0.2"), bed.members("ns-a"));
  }

  @Test
  @DisplayName("F49 a pause or unreadable controls stop additions too, also between two PUTs")
  void aPauseStopsAdditionsToo() {
    TestBed before = TestBed.standard().wants("a", "n1");
    before.documents.controlsUnreadable(true);
    assertEquals(Outcome.CONTROLS_UNREADABLE, before.outcome());
    before.documents.controlsUnreadable(false);
    before.documents.putControls(TestBed.CLUSTER, "{\"schema\":");
    assertEquals(Outcome.CONTROLS_UNREADABLE, before.outcome());
    assertEquals(0, before.arm.puts());
    TestBed paused = TestBed.standard().wants("a", "n1").wants("c", "n2");
    paused.documents.beforeControlsRead(
        3, () -> paused.controls("{\"paused\":{\"by\":\"ann\",\"because\":\"incident\"}}"));
    assertEquals(Outcome.PAUSED, paused.outcome());
    assertEquals("by ann: incident", paused.said("reason"));
    assertEquals(1, paused.arm.puts());
    TestBed between = TestBed.standard().wants("a", "n1").wants("c", "n2");
    between.documents.beforeControlsRead(3, () -> between.documents.controlsUnreadable(true));
    assertEquals(Outcome.CONTROLS_UNREADABLE, between.outcome());
    assertEquals(1, between.arm.puts());
    between.documents.controlsUnreadable(false);
    between.drain(1);
    assertEquals(List.of("10.0.0.2"), between.members("ns-c"));
  }

  @Test
  @DisplayName("F50 what cannot succeed is asked again at growing distances, at once on a change")
  void whatCannotSucceedIsAskedAgain() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    for (int i = 0; i < 20; i++) {
      bed.arm.failNext("ns-a", answer(WriteKind.FORBIDDEN, "Denied"));
    }
    assertEquals(Outcome.FORBIDDEN, bed.outcome());
    assertEquals(List.of(10, 30, 70, 130, 190), minutesAsked(bed, 200));
    bed.wants("a", "n1", "n2");
    assertEquals(List.of(1), minutesAsked(bed, 3), "the mapping changed");
    bed.controls("{}");
    assertEquals(List.of(1), minutesAsked(bed, 3), "the controls changed");
    bed.pool("foreign", "10.0.0.5");
    assertEquals(List.of(1), minutesAsked(bed, 3), "the load balancer changed");
  }

  @Test
  @DisplayName("F51 in observe mode nothing is covered: apply writes without a new event")
  void inObserveModeNothingIsCovered() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.mode = Mode.OBSERVE;
    assertEquals(Outcome.OBSERVED, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertEquals(Optional.empty(), bed.ledger().coveredThrough());
    assertTrue(bed.said("pools").contains("wouldAdd"), bed.said("pools"));
    bed.mode = Mode.APPLY;
    assertEquals(List.of(1), minutesAsked(bed, 3), "without an event");
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }
}
