package io.poolkeeper.app;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/** Times in binding metadata: JSON text, with or without its quotes. */
final class HostTime {
  private HostTime() {}

  static Optional<Instant> parse(String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text.replace("\"", "").strip()).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
