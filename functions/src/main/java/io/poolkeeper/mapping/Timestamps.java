package io.poolkeeper.mapping;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The format {@code date-time} of JSON Schema: RFC 3339 with an offset (at most 18 hours, the JDK's
 * limit), up to nanoseconds, without leap seconds.
 */
final class Timestamps {
  static final String EXPECTED = "a time such as 2030-01-31T12:00:00Z";

  /** RFC 3339 wants seconds and a colon in the offset, and knows no signs or weeks: ISO does. */
  private static final Pattern FORMAT =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");

  private Timestamps() {}

  static Optional<Instant> parse(String text) {
    if (!FORMAT.matcher(text).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text.toUpperCase(Locale.ROOT)).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
