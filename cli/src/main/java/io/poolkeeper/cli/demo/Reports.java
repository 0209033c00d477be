package io.poolkeeper.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Reading one report line. */
final class Reports {
  private Reports() {}

  /** Last segment of the load balancer's id. */
  static String name(JsonNode report) {
    String id = report.path("loadBalancer").asText();
    return id.substring(id.lastIndexOf('/') + 1);
  }

  static String brief(JsonNode report) {
    return "%s %s (revision %d) %s"
        .formatted(
            name(report),
            report.path("outcome").asText(),
            report.path("revision").asLong(),
            report.path("reason").asText());
  }

  static Predicate<JsonNode> of(String loadBalancer, long revision, String outcome) {
    return report ->
        name(report).equals(loadBalancer)
            && report.path("revision").asLong() == revision
            && report.path("outcome").asText().equals(outcome);
  }

  /** {@code shop-api +10.0.0.4 +10.0.0.5} for each pool that has one of the two lists. */
  static List<String> changes(JsonNode report, String added, String removed) {
    List<String> lines = new ArrayList<>();
    for (JsonNode pool : report.path("pools")) {
      StringBuilder line = new StringBuilder();
      pool.path(added).forEach(address -> line.append("  +").append(address.asText()));
      pool.path(removed).forEach(address -> line.append("  -").append(address.asText()));
      if (line.length() > 0) {
        lines.add(name(report) + "/" + pool.path("pool").asText() + line);
      }
    }
    return lines;
  }

  static List<String> held(JsonNode report) {
    List<String> lines = new ArrayList<>();
    for (JsonNode pool : report.path("pools")) {
      for (JsonNode held : pool.path("held")) {
        lines.add(
            "%s/%s  =%s (%s), %s: %s"
                .formatted(
                    name(report),
                    pool.path("pool").asText(),
                    held.path("address").asText(),
                    held.path("node").asText(),
                    held.path("reason").asText(),
                    held.path("evidence").asText()));
      }
    }
    return lines;
  }

  static List<String> warnings(JsonNode report) {
    List<String> lines = new ArrayList<>();
    for (JsonNode warning : report.path("warnings")) {
      StringBuilder line = new StringBuilder(warning.path("word").asText()).append(":");
      warning
          .properties()
          .forEach(
              detail -> {
                if (!detail.getKey().equals("word")) {
                  line.append(' ').append(detail.getKey()).append(' ');
                  line.append(detail.getValue().asText());
                }
              });
      lines.add(line.toString());
    }
    return lines;
  }
}
