package io.poolkeeper.cli.chaos;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How long chaos goes on; everybody who makes some waits with it. */
final class Playtime {
  private final CountDownLatch over = new CountDownLatch(1);
  private final long endNanos;

  Playtime(Duration length) {
    endNanos = System.nanoTime() + length.toNanos();
  }

  /** Waits; false when it is over, at once. */
  boolean goesOnAfter(long millis) {
    long wait = Math.min(TimeUnit.MILLISECONDS.toNanos(millis), left().toNanos());
    try {
      return !over.await(Math.max(0, wait), TimeUnit.NANOSECONDS) && left().toNanos() > 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }

  void end() {
    over.countDown();
  }
}
