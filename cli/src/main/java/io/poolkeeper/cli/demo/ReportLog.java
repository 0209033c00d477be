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

/** The app's report lines, read from its log as they are written: one per reconcile. */
final class ReportLog {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EVENT = "reconcile finished";
  private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Path log;

  ReportLog(Path log) {
    this.log = log;
  }

  /** All so far, oldest first. */
  List<JsonNode> all() throws IOException {
    List<JsonNode> reports = new ArrayList<>();
    if (!Files.exists(log)) {
      return reports;
    }
    for (String line : Files.readAllLines(log)) {
      int start = line.indexOf('{');
      if (start >= 0 && line.contains(EVENT)) {
        parse(line.substring(start)).ifPresent(reports::add);
      }
    }
    return reports;
  }

  /** Half a line, still being written, is not there yet. */
  private static Optional<JsonNode> parse(String text) {
    try {
      JsonNode report = JSON.readTree(text);
      return report.hasNonNull("outcome") ? Optional.of(report) : Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /**
   * Waits for a report after the first {@code seen} ones.
   *
   * @param expected in words, for the failure
   */
  JsonNode await(int seen, Predicate<JsonNode> wanted, String expected, Duration bound)
      throws IOException, StoryFailure {
    long end = System.nanoTime() + bound.toNanos();
    List<JsonNode> later = List.of();
    while (System.nanoTime() - end < 0) {
      List<JsonNode> all = all();
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
      lines.add(
          "%s %s (revision %d) %s"
              .formatted(
                  Reports.name(report),
                  report.path("outcome").asText(),
                  report.path("revision").asLong(),
                  report.path("reason").asText()));
    }
    return String.join("; ", lines);
  }
}
