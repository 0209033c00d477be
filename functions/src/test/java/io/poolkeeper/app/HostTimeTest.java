package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

final class HostTimeTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-12-01T12:00:00+00:00",
        "\"2026-12-01T12:00:00+00:00\"",
        "2026-12-01T12:00:00Z",
        " 2026-12-01T13:00:00+01:00 "
      })
  void timesAreReadAsTheHostWritesThem(String text) {
    assertEquals(Optional.of(Instant.parse("2026-12-01T12:00:00Z")), HostTime.parse(text));
  }

  @ParameterizedTest
  @NullAndEmptySource
  @ValueSource(strings = {"yesterday", "2026-13-01T00:00:00Z"})
  void whatIsNoTimeIsUnknown(String text) {
    assertEquals(Optional.empty(), HostTime.parse(text));
  }

  @Test
  void theMachinesClocksMoveForwardWhileItPauses() {
    SystemTime time = new SystemTime();
    long before = time.nanos();
    time.pause(java.time.Duration.ofMillis(2));
    assertEquals(true, time.nanos() - before >= 2_000_000);
  }
}
