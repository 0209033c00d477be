package io.poolkeeper.app;

import java.time.Instant;
import java.util.Optional;

/** The reader of binding times, for tests of other packages. */
public final class HostTimes {
  private HostTimes() {}

  public static Optional<Instant> parse(String text) {
    return HostTime.parse(text);
  }
}
