package io.poolkeeper.cli.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** The app's report lines, read from its log as they are written. */
final class ReportLog {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One line per run of a load balancer. */
  static final String RECONCILED = "reconcile finished";

  /** One line per delivery of events. */
  static final String INGESTED = "events ingested";

  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path log;

  ReportLog(Path log) {
    this.log = log;
  }

  /** All lines with this constant message so far, oldest first. */
  List<JsonNode> all(String message) throws IOException {
    List<JsonNode> reports = new ArrayList<>();
    if (!Files.exists(log)) {
      return reports;
    }
    for (String line : Files.readAllLines(log)) {
      int start = line.indexOf('{');
      if (start >= 0 && line.contains(message)) {
        parse(line.substring(start), message).ifPresent(reports::add);
      }
    }
    return reports;
  }

  /** Half a line, still being written, is not there yet. */
  private static Optional<JsonNode> parse(String text, String message) {
    try {
      JsonNode report = JSON.readTree(text);
      return report.path("message").asText().equals(message)
          ? Optional.of(report)
          : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * Waits for a report after the first {@code seen} ones.
   *
   * @param expected in words, for the failure
   */
  JsonNode await(
      String message, int seen, Predicate<JsonNode> wanted, String expected, Duration bound)
      throws IOException, StoryFailure {
    long end = System.nanoTime() + bound.toNanos();
    List<JsonNode> later = List.of();
    while (System.nanoTime() - end < 0) {
      List<JsonNode> all = all(message);
      later = all.subList(Math.min(seen, all.size()), all.size());
      Optional<JsonNode> found = later.stream().filter(wanted).findFirst();
      if (found.isPresent()) {
        return found.get();
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
    throw new StoryFailure(
        expected + " within " + bound.toSeconds() + " s",
        later.isEmpty() ? "no report at all" : brief(later));
  }

  private static String brief(List<JsonNode> reports) {
    List<String> lines = new ArrayList<>();
    for (JsonNode report : reports) {
      lines.add(report.has("outcome") ? Reports.brief(report) : report.toString());
    }
    return String.join("; ", lines);
  }
}
