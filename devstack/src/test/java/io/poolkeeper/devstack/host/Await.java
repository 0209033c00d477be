package io.poolkeeper.devstack.host;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Bounded polling: looks every 25 ms until a condition holds, fails with what was last seen. */
final class Await {
  private static final Duration LOOK = Duration.ofMillis(25);

  private Await() {}

  static void until(String what, Duration limit, Callable<Boolean> condition) throws Exception {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!condition.call()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new AssertionError("not within " + limit + ": " + what);
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }
}
