package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 * * * * *",
        "*/30 * * * * *",
        "0 0 0-23/2 1,15 jan-DEC mon-fri",
        "59 59 23 31 12 6",
        "0   5  * * * 0"
      })
  void acceptsNcrontab(String text) {
    assertTrue(Schedule.isValid(text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * * *",
        "0 * * * * * *",
        "60 * * * * *",
        "0 60 * * * *",
        "0 0 24 * * *",
        "0 0 0 0 * *",
        "0 0 0 32 * *",
        "0 0 0 1 13 *",
        "0 0 0 1 0 *",
        "0 0 0 1 1 7",
        "0 5-1 * * * *",
        "0 1-2-3 * * * *",
        "0 */0 * * * *",
        "0 */x * * * *",
        "0 1,,2 * * * *",
        "0 -1 * * * *",
        "0 * * * mon *",
        "00:01:00",
        "%OTHER%"
      })
  void refusesEverythingElse(String text) {
    assertFalse(Schedule.isValid(text));
  }
}
