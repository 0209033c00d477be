package io.poolkeeper.cli.chaos;

import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Sighting;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Waits for a worker's next pool write: a worker that is hit between two writes, or while it waits
 * for work, shows little. What is done on arrival is done before the simulator carries the write
 * out.
 */
final class Ambushes {
  private record Ambush(Consumer<Sighting> onArrival, CompletableFuture<Sighting> seen) {}

  private final Map<String, Ambush> byDoor = new ConcurrentHashMap<>();

  Ambushes(ArmSimulator arm) {
    arm.watch(this::look);
  }

  private void look(Sighting sighting) {
    if (!sighting.method().equals("PUT") || !sighting.path().contains("/backendAddressPools/")) {
      return;
    }
    Ambush ambush = byDoor.remove(sighting.door());
    if (ambush != null) {
      try {
        ambush.onArrival().accept(sighting);
        ambush.seen().complete(sighting);
      } catch (RuntimeException e) {
        ambush.seen().completeExceptionally(e);
      }
    }
  }

  /** The write that came; empty when none came in time, and then none is waited for any more. */
  Optional<Sighting> next(URI door, Consumer<Sighting> onArrival, long millis) {
    Ambush ambush = new Ambush(onArrival, new CompletableFuture<>());
    byDoor.put(door.toString(), ambush);
    try {
      return Optional.of(ambush.seen().get(millis, TimeUnit.MILLISECONDS));
    } catch (TimeoutException e) {
      return byDoor.remove(door.toString(), ambush)
          ? Optional.empty()
          : Optional.of(ambush.seen().join());
    } catch (ExecutionException e) {
      throw new IllegalStateException("what was to be done on a write failed", e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      byDoor.remove(door.toString(), ambush);
      return Optional.empty();
    }
  }
}
