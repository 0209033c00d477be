package io.poolkeeper.devstack.host;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Counts work under way; others wait until there is room, or until none is left. */
final class InFlight {
  private static final long LOOK_MILLIS = 200;
  private int count;

  synchronized void begin() {
    count++;
  }

  synchronized void end() {
    count--;
    notifyAll();
  }

  /** Waits until at most {@code limit} run; false when the host stops first. */
  boolean awaitAtMost(int limit, Stopping stopping) {
    return await(limit, stopping::isTold) && !stopping.isTold();
  }

  /** Waits until nothing runs; false when something still runs after {@code wait}. */
  boolean awaitIdle(Duration wait) {
    long deadline = System.nanoTime() + wait.toNanos();
    return await(0, () -> System.nanoTime() - deadline >= 0);
  }

  private synchronized boolean await(int limit, BooleanSupplier givenUp) {
    while (count > limit) {
      if (givenUp.getAsBoolean()) {
        return false;
      }
      try {
        TimeUnit.MILLISECONDS.timedWait(this, LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
    return true;
  }
}
