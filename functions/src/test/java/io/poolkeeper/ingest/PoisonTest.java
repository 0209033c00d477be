package io.poolkeeper.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.testing.TestBed;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PoisonTest {
  private static boolean accept(TestBed bed, Optional<Request> request) {
    return new Poison(bed.poison, bed.queue, bed.time, bed.reports)
        .accept("the message", request, request.isPresent() ? "" : "not JSON");
  }

  @Test
  void theFirstTimeItIsRecordedReportedAndAskedForOnceMore() {
    TestBed bed = TestBed.standard();
    assertTrue(accept(bed, Optional.of(bed.request())));
    Request again = bed.queue.sent().get(0).request();
    assertEquals(1, again.poisoned());
    assertEquals(Cause.POISON, again.cause());
    assertFalse(again.coverable());
    assertTrue(bed.poison.kept().get(0).message().startsWith("11 characters, sha256 "));
    assertEquals("error", bed.reports.last().fields().get("severity"));
  }

  @Test
  void theSecondTimeItIsSetAside() {
    TestBed bed = TestBed.standard();
    accept(bed, Optional.of(bed.request()));
    assertFalse(accept(bed, Optional.of(bed.queue.takeAll().get(0).request())));
    assertTrue(bed.queue.sent().isEmpty());
    assertEquals("SET_ASIDE", bed.reports.last().fields().get("outcome"));
  }

  @Test
  void anUnreadableOneIsSetAsideWithItsReason() {
    TestBed bed = TestBed.standard();
    assertFalse(accept(bed, Optional.empty()));
    assertEquals("unreadable: not JSON", bed.poison.kept().get(0).reason());
    assertTrue(bed.queue.sent().isEmpty());
  }
}
