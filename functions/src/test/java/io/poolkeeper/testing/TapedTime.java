package io.poolkeeper.testing;

import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.time.Instant;

/** A clock that all workers share; a pause of one of them is a call like any other. */
record TapedTime(ManualTime time, Tape tape) implements TimeSource {
  @Override
  public Instant now() {
    return time.now();
  }

  @Override
  public long nanos() {
    return time.nanos();
  }

  @Override
  public void pause(Duration duration) {
    tape.call(
        "pause",
        () -> {
          time.advance(duration);
          return true;
        });
  }
}
