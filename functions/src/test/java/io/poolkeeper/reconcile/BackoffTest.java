package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class BackoffTest {
  private static final double HALF = 0.5;

  @ParameterizedTest
  @CsvSource({"0, 2500", "1, 5000", "3, 20000", "6, 160000", "7, 300000", "100, 300000"})
  void failuresDoubleFromFiveSecondsToTenMinutes(int before, long halfMillis) {
    assertEquals(Duration.ofMillis(halfMillis), Backoff.failure(before, HALF));
  }

  @Test
  void busyWaitsLieBetweenTwoAndSixtySeconds() {
    assertEquals(Duration.ofSeconds(2), Backoff.busy(0));
    assertEquals(Duration.ofSeconds(31), Backoff.busy(HALF));
    assertEquals(59, Backoff.busy(0.999).toSeconds());
  }

  @ParameterizedTest
  @CsvSource({"0, 5", "1, 10", "5, 160", "6, 300", "60, 300"})
  void throttlingDoublesFromFiveSecondsToFiveMinutes(int before, long seconds) {
    assertEquals(Duration.ofSeconds(seconds), Backoff.throttle(before));
  }

  @ParameterizedTest
  @CsvSource({"0, 10", "1, 20", "2, 40", "3, 60", "50, 60"})
  void whatCannotSucceedIsAskedAgainAfterGrowingMinutes(int step, long minutes) {
    assertEquals(Duration.ofMinutes(minutes), Backoff.askAgain(step));
  }

  @Test
  void wakingIsSpreadOverTenSeconds() {
    assertEquals(Duration.ZERO, Backoff.waking(0));
    assertEquals(9, Backoff.waking(0.99).toSeconds());
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, 1.0, Double.NaN})
  void aRandomNumberOutsideOfTheUnitIsABug(double random) {
    assertThrows(IllegalArgumentException.class, () -> Backoff.busy(random));
  }
}
