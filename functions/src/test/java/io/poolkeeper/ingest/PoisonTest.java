package io.poolkeeper.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.testing.World;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class PoisonTest {
  private static boolean accept(World world, Optional<Request> request) {
    return new Poison(world.poison, world.queue, world.time, world.reports)
        .accept("the message", request, request.isPresent() ? "" : "not JSON");
  }

  @Test
  void theFirstTimeItIsRecordedReportedAndAskedForOnceMore() {
    World world = World.standard();
    assertTrue(accept(world, Optional.of(world.request())));
    Request again = world.queue.sent().get(0).request();
    assertEquals(1, again.poisoned());
    assertEquals(Cause.POISON, again.cause());
    assertFalse(again.coverable());
    assertEquals("the message", world.poison.kept().get(0).message());
    assertEquals("error", world.reports.last().fields().get("severity"));
  }

  @Test
  void theSecondTimeItIsSetAside() {
    World world = World.standard();
    accept(world, Optional.of(world.request()));
    assertFalse(accept(world, Optional.of(world.queue.takeAll().get(0).request())));
    assertTrue(world.queue.sent().isEmpty());
    assertEquals("SET_ASIDE", world.reports.last().fields().get("outcome"));
  }

  @Test
  void anUnreadableOneIsSetAsideWithItsReason() {
    World world = World.standard();
    assertFalse(accept(world, Optional.empty()));
    assertEquals("unreadable: not JSON", world.poison.kept().get(0).reason());
    assertTrue(world.queue.sent().isEmpty());
  }
}
