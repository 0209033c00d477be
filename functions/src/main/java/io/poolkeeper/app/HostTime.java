package io.poolkeeper.app;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Times in binding metadata: JSON text, with or without its quotes. One that no queue can have told
 * counts as none: milliseconds since then must fit a number.
 */
final class HostTime {
  private static final Instant EARLIEST = Instant.EPOCH;
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private HostTime() {}

  static Optional<Instant> parse(String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text.replace("\"", "").strip()).toInstant())
          .filter(time -> !time.isBefore(EARLIEST) && !time.isAfter(LATEST));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
