package io.poolkeeper.testing;

import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** A clock that only moves when told to; both of its hands together unless one is pushed. */
public final class ManualTime implements TimeSource {
  private Instant now = Instant.parse("2026-12-01T12:00:00Z");
  private long nanos = 1_000;

  @Override
  public synchronized Instant now() {
    return now;
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public void pause(Duration duration) {
    advance(duration);
  }

  public synchronized void advance(Duration duration) {
    now = now.plus(duration);
    nanos += duration.toNanos();
  }

  /** As if the machine had been suspended, or its clock set. */
  public synchronized void stepWallClock(Duration duration) {
    now = now.plus(duration);
  }
}
