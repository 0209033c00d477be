package io.poolkeeper.app;

import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/** The clocks of the machine: the only place that reads them. */
public final class SystemTime implements TimeSource {

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  /** Ends early when the thread is interrupted; the interrupt stays set for whoever looks next. */
  @Override
  public void pause(Duration duration) {
    long end = nanos() + duration.toNanos();
    long left = duration.toNanos();
    while (left > 0 && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(left);
      left = end - nanos();
    }
  }
}
