package io.poolkeeper.port;

import java.time.Duration;
import java.time.Instant;

/**
 * The end of a right, counted from before it was asked for, on the monotonic and the wall clock;
 * whichever clock is first counts, so that a suspended process and a stepped clock are both seen.
 */
public final class Deadline {
  private final TimeSource time;
  private final long fromNanos;
  private final Instant fromWall;
  private final Duration length;

  private Deadline(TimeSource time, Duration length) {
    this.time = time;
    this.fromNanos = time.nanos();
    this.fromWall = time.now();
    this.length = length;
  }

  /** To be made before the request that grants the right is sent. */
  public static Deadline startingNow(TimeSource time, Duration length) {
    return new Deadline(time, length);
  }

  /** Time left on the clock that has gone furthest; negative when over. */
  public Duration left() {
    Duration monotonic = Duration.ofNanos(time.nanos() - fromNanos);
    Duration wall = Duration.between(fromWall, time.now());
    Duration gone = monotonic.compareTo(wall) > 0 ? monotonic : wall;
    return length.minus(gone);
  }

  public boolean leaves(Duration room) {
    return left().compareTo(room) >= 0;
  }

  public boolean over() {
    return left().isNegative() || left().isZero();
  }
}
