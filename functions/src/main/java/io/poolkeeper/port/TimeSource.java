package io.poolkeeper.port;

import java.time.Duration;
import java.time.Instant;

/** The only clock and the only wait of the core. */
public interface TimeSource {
  /** Wall clock, for records and as one of a deadline's two clocks. */
  Instant now();

  /** Monotonic, in nanoseconds. */
  long nanos();

  /** Waits inside a run: between two polls of an ARM operation, nothing else. */
  void pause(Duration duration);
}
