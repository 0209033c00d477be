package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimerScheduleTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 * * * * *          | 2026-12-01T10:00:30Z | 2026-12-01T10:01:00Z",
        "*/5 * * * * *        | 2026-12-01T10:00:31Z | 2026-12-01T10:00:35Z",
        "0 */5 * * * *        | 2026-12-01T10:00:00Z | 2026-12-01T10:05:00Z",
        "0 30 9 * * 1-5       | 2026-12-04T10:00:00Z | 2026-12-07T09:30:00Z",
        "0 0 0 * * 0          | 2026-12-01T10:00:00Z | 2026-12-06T00:00:00Z",
        "0 0 0 * * SUN        | 2026-12-01T10:00:00Z | 2026-12-06T00:00:00Z",
        "0 0 9-17/4 * JAN MON | 2026-12-01T10:00:00Z | 2027-01-04T09:00:00Z",
        "0 0 0 29 2 *         | 2026-12-01T10:00:00Z | 2028-02-29T00:00:00Z",
        "00:00:30             | 2026-12-01T10:00:01Z | 2026-12-01T10:00:31Z",
        "1.00:00:00           | 2026-12-01T10:00:00Z | 2026-12-02T10:00:00Z",
      })
  void givesTheFirstOccurrenceAfterAMoment(String schedule, Instant moment, Instant expected) {
    assertEquals(expected, TimerSchedule.parse(schedule, "test").after(moment));
  }

  @Test
  void dayOfMonthAndDayOfWeekMustBothMatch() {
    TimerSchedule friday13 = TimerSchedule.parse("0 0 0 13 * 5", "test");
    assertEquals(
        Instant.parse("2027-08-13T00:00:00Z"),
        friday13.after(Instant.parse("2026-12-01T00:00:00Z")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "* * * * *", "60 * * * * *", "every minute", "00:00:00", "* * * * * * *"})
  void refusesWhatIsNoScheduleAndNamesThePlace(String schedule) {
    HostFailure failure =
        assertThrows(HostFailure.class, () -> TimerSchedule.parse(schedule, "Sweep schedule"));
    assertTrue(failure.getMessage().startsWith("Sweep schedule"), failure.getMessage());
  }
}
