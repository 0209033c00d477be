package io.poolkeeper.devstack.host;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The host's own log: one line per entry on standard output, stack traces after it. */
final class HostLog {
  private HostLog() {}

  static void info(String message) {
    line("INFO", message);
  }

  static void warn(String message) {
    line("WARN", message);
  }

  static void warn(String message, Throwable cause) {
    line("WARN", message + System.lineSeparator() + trace(cause));
  }

  static void line(String level, String message) {
    System.out.println(Instant.now().truncatedTo(ChronoUnit.MILLIS) + " " + level + " " + message);
  }

  static String trace(Throwable cause) {
    StringWriter text = new StringWriter();
    cause.printStackTrace(new PrintWriter(text));
    return text.toString().stripTrailing();
  }
}
