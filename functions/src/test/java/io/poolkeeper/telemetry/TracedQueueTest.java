package io.poolkeeper.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.TraceContext;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TracedQueueTest {
  private static Optional<TraceContext> trace(String id) {
    return TraceContext.of("00-" + id.repeat(32) + "-b7ad6b7169203331-01", "a=1");
  }

  @Test
  void aFirstRequestNamesTheOperationThatSendsItAndACopyKeepsIt() {
    TestBed bed = TestBed.standard();
    new TracedQueue(bed.queue, () -> trace("a")).send(bed.request(), Duration.ZERO);
    var first = bed.onlyCopy().request();
    assertEquals(trace("a"), first.trace());
    bed.queue.takeAll();
    new TracedQueue(bed.queue, () -> trace("b")).send(first, Duration.ZERO);
    assertEquals(trace("a"), bed.onlyCopy().request().trace());
  }

  @Test
  void withoutAnOperationThereIsNone() {
    TestBed bed = TestBed.standard();
    new TracedQueue(bed.queue, Optional::empty).send(bed.request(), Duration.ZERO);
    assertEquals(Optional.empty(), bed.onlyCopy().request().trace());
  }

  @Test
  void copiesThatARunMakesKeepWhatItsMessageCarries() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.refusesEveryWrite(true);
    bed.documents.mappingUnreadable(true);
    bed.run(bed.request().tracedTo(trace("c")));
    assertEquals("c".repeat(32), bed.said("causeOperationId"));
    assertEquals(trace("c"), bed.onlyCopy().request().trace());
  }
}
