package io.poolkeeper.mapping;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The format {@code date-time} of JSON Schema: RFC 3339 with an offset, up to nanoseconds. */
final class Timestamps {
  static final String EXPECTED = "a time such as 2030-01-31T12:00:00Z";

  private static final Pattern FORMAT =
      Pattern.compile(
          "([0-9]{4}-[0-9]{2}-[0-9]{2})[Tt]([0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,9})?)"
              + "(?:[Zz]|([+-])([01][0-9]|2[0-3]):([0-5][0-9]))");

  private Timestamps() {}

  static Optional<Instant> parse(String text) {
    Matcher parts = FORMAT.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local = LocalDateTime.parse(parts.group(1) + "T" + parts.group(2));
      return Optional.of(local.minusSeconds(offsetSeconds(parts)).toInstant(ZoneOffset.UTC));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static long offsetSeconds(Matcher parts) {
    if (parts.group(3) == null) {
      return 0;
    }
    long seconds = Long.parseLong(parts.group(4)) * 3600 + Long.parseLong(parts.group(5)) * 60;
    return parts.group(3).equals("-") ? -seconds : seconds;
  }
}
