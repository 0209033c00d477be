package io.poolkeeper.devstack.host;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The time span notation of host.json: {@code [d.]hh:mm:ss[.fff]}. */
final class TimeSpan {
  private static final Pattern FORM =
      Pattern.compile("(?:(\\d+)\\.)?(\\d{1,2}):(\\d{1,2}):(\\d{1,2})(?:\\.(\\d{1,7}))?");

  private TimeSpan() {}

  static Optional<Duration> tryParse(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Duration whole =
        Duration.ofDays(matcher.group(1) == null ? 0 : Long.parseLong(matcher.group(1)))
            .plusHours(Long.parseLong(matcher.group(2)))
            .plusMinutes(Long.parseLong(matcher.group(3)))
            .plusSeconds(Long.parseLong(matcher.group(4)));
    String fraction = matcher.group(5);
    return Optional.of(
        fraction == null
            ? whole
            : whole.plusNanos(Long.parseLong((fraction + "00000000").substring(0, 9))));
  }

  static Duration parse(String text, String where) {
    return tryParse(text)
        .orElseThrow(
            () ->
                new HostFailure(
                    where + ": a time span such as 00:00:10 was expected, found '" + text + "'"));
  }
}
