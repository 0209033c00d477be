package io.poolkeeper.azure.arm;

import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A clock that only pauses move. */
final class ManualTime implements TimeSource {
  static final Instant START = Instant.parse("2026-12-01T12:00:00Z");

  final List<Duration> pauses = new ArrayList<>();
  private Duration gone = Duration.ZERO;

  @Override
  public Instant now() {
    return START.plus(gone);
  }

  @Override
  public long nanos() {
    return gone.toNanos();
  }

  @Override
  public void pause(Duration duration) {
    pauses.add(duration);
    gone = gone.plus(duration);
  }
}
