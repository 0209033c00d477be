package io.poolkeeper.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {

  @ParameterizedTest
  @CsvSource({
    "2030-01-31T12:00:00Z, 2030-01-31T12:00:00Z",
    "2030-01-31t12:00:00.123456789z, 2030-01-31T12:00:00.123456789Z",
    "2030-01-31T00:30:00+01:00, 2030-01-30T23:30:00Z",
    "2030-01-31T12:00:00-00:30, 2030-01-31T12:30:00Z",
    "2028-02-29T12:00:00Z, 2028-02-29T12:00:00Z",
    "2030-01-31T12:00:00+18:00, 2030-01-30T18:00:00Z"
  })
  void readsRfc3339(String text, String instant) {
    assertEquals(Optional.of(Instant.parse(instant)), Timestamps.parse(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2030-01-31T12:00Z",
        "2030-01-31T12:00:00",
        "2030-01-31T12:00:00+01",
        "2030-01-31T12:00:00+0100",
        "2030-01-31T12:00:00+19:00",
        "2030-01-31T12:00:00+01:60",
        "2030-01-31T24:00:00Z",
        "2030-01-31T23:59:60Z",
        "2030-01-31T12:00:00.Z",
        "2030-01-31T12:00:00.1234567890Z",
        "2030-02-29T12:00:00Z",
        "2030-13-01T12:00:00Z",
        "12030-01-01T12:00:00Z",
        "2030-01-31T12:00:00Z ",
        "2030-01-31T12:00:00Z[UTC]"
      })
  void takesNothingElse(String text) {
    assertEquals(Optional.empty(), Timestamps.parse(text));
  }
}
