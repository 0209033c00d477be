package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * One raw answer of ARM, or that none came.
 *
 * @param status 0 if no answer came
 * @param failure why no answer came, or why an answer could not be used
 */
record Answer(int status, HttpHeaders headers, byte[] body, Optional<String> failure) {
  static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();
  private static final HttpHeaderName CORRELATION =
      HttpHeaderName.fromString("x-ms-correlation-request-id");
  private static final HttpHeaderName OPERATION = HttpHeaderName.fromString("Azure-AsyncOperation");
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofDays(1);

  static Answer none(String why) {
    return new Answer(0, new HttpHeaders(), new byte[0], Optional.of(why));
  }

  boolean ok() {
    return status == 200 && failure.isEmpty();
  }

  /** A missing node if the body is no JSON. */
  JsonNode json() {
    try {
      JsonNode node = MAPPER.readTree(body);
      return node == null ? MissingNode.getInstance() : node;
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  String correlationId() {
    String id = headers.getValue(CORRELATION);
    return id == null ? "" : id;
  }

  Optional<String> operationUrl() {
    return Optional.ofNullable(headers.getValue(OPERATION)).filter(url -> !url.isBlank());
  }

  /**
   * Retry-After in seconds, or as an HTTP date, which counts from the answer's own Date so that a
   * skewed local clock does no harm.
   */
  Optional<Duration> retryAfter(Instant now) {
    String text = headers.getValue(HttpHeaderName.RETRY_AFTER);
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    if (text.strip().chars().allMatch(c -> c >= '0' && c <= '9')) {
      String digits = text.strip();
      return Optional.of(
          digits.length() > 6
              ? LONGEST_RETRY_AFTER
              : bounded(Duration.ofSeconds(Long.parseLong(digits))));
    }
    Instant from = date(headers.getValue(HttpHeaderName.DATE)).orElse(now);
    return date(text).map(until -> bounded(Duration.between(from, until)));
  }

  private static Duration bounded(Duration duration) {
    if (duration.isNegative()) {
      return Duration.ZERO;
    }
    return duration.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : duration;
  }

  private static Optional<Instant> date(String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          ZonedDateTime.parse(text.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /** Requests left before throttling, as ARM's headers say, or empty text. */
  String remaining() {
    return headers.stream()
        .filter(
            h ->
                h.getName()
                    .toLowerCase(java.util.Locale.ROOT)
                    .startsWith("x-ms-ratelimit-remaining-"))
        .map(h -> h.getName().substring("x-ms-ratelimit-remaining-".length()) + "=" + h.getValue())
        .sorted()
        .reduce((a, b) -> a + ", " + b)
        .orElse("");
  }
}
