package io.poolkeeper.testing;

import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** A clock that only moves when told to; both of its hands together unless one is pushed. */
public final class ManualTime implements TimeSource {
  private Instant now = Instant.parse("2026-12-01T12:00:00Z");
  private long nanos = 1_000;
  private Duration wrong = Duration.ZERO;

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

  /** Somebody sets this machine's clock; no time goes by. */
  public synchronized void setWallClock(Duration by) {
    now = now.plus(by);
    wrong = wrong.plus(by);
  }

  /** The same time on a clock that nobody sets. */
  public TimeSource unset() {
    return new TimeSource() {
      @Override
      public Instant now() {
        synchronized (ManualTime.this) {
          return now.minus(wrong);
        }
      }

      @Override
      public long nanos() {
        return ManualTime.this.nanos();
      }

      @Override
      public void pause(Duration duration) {
        advance(duration);
      }
    };
  }

  /** As if the machine had been suspended: its monotonic clock stands. */
  public synchronized void stepWallClock(Duration duration) {
    now = now.plus(duration);
  }
}
