package io.poolkeeper.devstack.host;

import com.cronutils.model.definition.CronDefinition;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;

/**
 * When a timer fires: a six-field NCRONTAB expression (second, minute, hour, day, month, day of
 * week; in UTC; day of month and day of week must both match) or a time span between runs.
 */
interface TimerSchedule {

  /** The first occurrence after {@code moment}. */
  Instant after(Instant moment);

  static TimerSchedule parse(String text, String where) {
    return TimeSpan.tryParse(text)
        .<TimerSchedule>map(span -> everySpan(span, where))
        .orElseGet(() -> cron(text, where));
  }

  private static TimerSchedule everySpan(Duration span, String where) {
    if (span.isZero()) {
      throw new HostFailure(where + ": a schedule's time span must be longer than zero");
    }
    return moment -> moment.plus(span);
  }

  private static TimerSchedule cron(String text, String where) {
    ExecutionTime times;
    try {
      times = ExecutionTime.forCron(new CronParser(sixFields()).parse(text).validate());
    } catch (IllegalArgumentException e) {
      throw new HostFailure(
          "%s: '%s' is neither a six-field NCRONTAB expression nor a time span: %s"
              .formatted(where, text, e.getMessage()),
          e);
    }
    return moment ->
        times
            .nextExecution(ZonedDateTime.ofInstant(moment, ZoneOffset.UTC))
            .map(ZonedDateTime::toInstant)
            .orElseThrow(() -> new HostFailure(where + ": '" + text + "' never fires again"));
  }

  private static CronDefinition sixFields() {
    return CronDefinitionBuilder.defineCron()
        .withSeconds()
        .and()
        .withMinutes()
        .and()
        .withHours()
        .and()
        .withDayOfMonth()
        .and()
        .withMonth()
        .and()
        .withDayOfWeek()
        .withValidRange(0, 7)
        .withMondayDoWValue(1)
        .withIntMapping(7, 0)
        .and()
        .matchDayOfWeekAndDayOfMonth()
        .instance();
  }
}
