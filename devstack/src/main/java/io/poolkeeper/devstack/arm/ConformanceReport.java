package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What the report of {@code poolkeeper conformance} says of Azure, as modes of the simulator. Only
 * answers count: a check that did not run or failed changes nothing.
 */
final class ConformanceReport {
  private ConformanceReport() {}

  static void apply(Path report, Options options) {
    Map<String, String> answers = answers(report);
    etags(answers, options);
    String overlap = answers.getOrDefault("updating-overlap", "");
    switch (overlap) {
      case "SUPERSEDED" -> options.whileBusy = Options.WhileBusy.SUPERSEDE;
      case "CONFLICT_409" -> options.whileBusy = Options.WhileBusy.CONFLICT;
      case "RETRYABLE_429" -> options.whileBusy = Options.WhileBusy.RETRYABLE;
      default -> {
        // Both succeeded, or unknown: nothing to choose.
      }
    }
    String moves = answers.getOrDefault("etag-after-operation", "");
    if (!moves.isEmpty()) {
      options.etagMovesAtEnd = moves.equals("MOVES");
    }
    String omitted = answers.getOrDefault("omitted-list", "");
    if (!omitted.isEmpty()) {
      options.omittedListKeeps = omitted.equals("KEPT");
    }
    if (answers.getOrDefault("pool-size", "").equals("MORE_THAN_1000")) {
      options.maxPoolSize = Math.max(options.maxPoolSize, 5000);
    }
  }

  /** A pool's If-Match that is not looked at outweighs whose etag it is. */
  private static void etags(Map<String, String> answers, Options options) {
    String relation = answers.getOrDefault("etag-relation", "");
    if (answers.getOrDefault("pool-if-match", "").equals("IGNORED")) {
      options.etagMode = EtagMode.IGNORED;
    } else if (relation.equals("OWN")) {
      options.etagMode = EtagMode.OWN;
    } else if (relation.equals("SHARED")) {
      options.etagMode = EtagMode.SHARED;
    }
  }

  private static Map<String, String> answers(Path report) {
    try {
      JsonNode json = Json.MAPPER.readTree(Files.readAllBytes(report));
      if (json.path("format").asInt() != 1 || !json.path("checks").isArray()) {
        throw new IllegalArgumentException(
            report + ": expected a conformance report of format 1, found " + json.path("format"));
      }
      Map<String, String> answers = new HashMap<>();
      for (JsonNode check : json.path("checks")) {
        if (Json.text(check, "status").equals("ANSWERED")) {
          answers.put(Json.text(check, "name"), Json.text(check, "answer"));
        }
      }
      return answers;
    } catch (IOException e) {
      throw new IllegalArgumentException(report + ": " + e.getMessage(), e);
    }
  }
}
