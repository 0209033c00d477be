package io.poolkeeper.cli.chaos;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.devstack.arm.EtagMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a platform does before an update: SIGTERM to a worker that is in the middle of its work. */
class StoppedHostIT {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir private Path folder;

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void aBusyWorkerEndsBeforeItsNextWriteAndItsWorkIsNotLost() throws IOException {
    try (SmallShop shop = new SmallShop(folder, EtagMode.SHARED, 2, 1)) {
      Wish start = Wish.first(2, SmallShop.nodes());
      HeldWrites held = new HeldWrites();
      held.hold(shop.arm(), shop.azure.door(0), "lb-1");
      shop.publish(start, 1);
      assertTrue(held.came("lb-1", SOON.toSeconds()), "no write to lb-1");

      CompletableFuture<Void> stopped = CompletableFuture.runAsync(shop.worker(1)::close);
      shop.await("the worker knows", SOON, () -> logged(shop, "stopping"));
      held.letThrough("lb-1");
      stopped.join();
      long writes =
          shop.arm().writes().stream().filter(w -> w.loadBalancer().endsWith("/lb-1")).count();
      assertAll(
          () -> assertFalse(shop.worker(1).process().isAlive()),
          () -> assertEquals(1, writes, "the write that was under way, and none after it"),
          () -> assertTrue(shop.storage.leasesAreFree(), "the lease was released"),
          () -> assertFalse(shop.isAsWanted(start), "there is work left"),
          () -> assertTrue(shop.storage.messages("pool-reconcile") > 0, "and it is asked for"));

      shop.azure.relaunch(0);
      shop.await("the next worker does the rest", SOON, () -> shop.isAsWanted(start));
    }
  }

  private static boolean logged(SmallShop shop, String word) {
    try {
      return Files.readString(shop.worker(1).logFile()).contains(word);
    } catch (IOException e) {
      return false;
    }
  }
}
