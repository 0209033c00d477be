package io.poolkeeper.devstack.host;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Told once that the host stops; loops wait on it instead of sleeping. */
final class Stopping {
  private final CountDownLatch told = new CountDownLatch(1);

  void tell() {
    told.countDown();
  }

  boolean isTold() {
    return told.getCount() == 0;
  }

  /** Waits, and answers whether the host stops. */
  boolean within(Duration wait) {
    try {
      return told.await(Math.max(0, wait.toNanos()), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
