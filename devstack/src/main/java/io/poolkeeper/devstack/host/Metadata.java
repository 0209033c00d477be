package io.poolkeeper.devstack.host;

import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Writes trigger metadata in the shapes that the real host sends to its worker. */
final class Metadata {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx");

  private Metadata() {}

  /**
   * Only strings travel as strings; a time travels as JSON, so that a String parameter sees {@code
   * "2026-01-31T10:00:00+00:00"} with the quotes.
   */
  static String time(OffsetDateTime value) {
    return '"' + value.withOffsetSameInstant(ZoneOffset.UTC).format(TIME) + '"';
  }
}
