package io.poolkeeper.alerts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.kql.Query;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.telemetry.JsonLineReports;
import io.poolkeeper.telemetry.LinesOfFlows;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.RecordedReports.Line;
import io.poolkeeper.testing.TestBed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every query of the workbook, run over lines that the app wrote. */
final class WorkbookTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final String OF_LINES = "microsoft.operationalinsights/workspaces";

  /** A query with the tab that shows it. */
  private record Shown(String tab, String title, String query) {}

  private static List<Shown> queries() throws IOException {
    List<Shown> queries = new ArrayList<>();
    JsonNode workbook =
        new ObjectMapper()
            .readTree(Files.readString(Path.of("..", "infra", "modules", "workbook.json")));
    for (JsonNode tab : workbook.path("items")) {
      for (JsonNode item : tab.at("/content/items")) {
        JsonNode content = item.path("content");
        if (content.path("resourceType").asText().equals(OF_LINES) && content.has("query")) {
          queries.add(
              new Shown(
                  tab.at("/conditionalVisibility/value").asText(),
                  content.path("title").asText(),
                  content.path("query").asText()));
        }
      }
    }
    return queries;
  }

  private static List<Line> throttledAndBusy() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNextRead(
        FakeLoadBalancers.failedRead(ReadKind.THROTTLED, Optional.of(Duration.ofSeconds(10))));
    bed.run();
    bed.later(Duration.ofMinutes(1));
    bed.ledgers.acquire(TestBed.LB, "other");
    bed.run();
    return bed.reports.lines();
  }

  private static List<Map<String, Object>> rows(List<Line> lines) {
    List<Map<String, Object>> rows = new ArrayList<>();
    JsonLineReports writer =
        new JsonLineReports(
            (level, text) -> {
              Map<String, Object> row = new HashMap<>();
              row.put("TimeGenerated", NOON.plusSeconds(rows.size()));
              row.put("Message", text);
              rows.add(row);
            },
            false,
            Optional::empty);
    lines.forEach(line -> writer.report(line.event(), line.fields()));
    return rows;
  }

  @Test
  void everyQueryShowsSomethingOfWhatTheAppWrites() throws IOException {
    List<List<Line>> worlds = new ArrayList<>(LinesOfFlows.worlds());
    worlds.add(throttledAndBusy());
    Map<String, Integer> shown = new TreeMap<>();
    TreeSet<String> tabs = new TreeSet<>();
    for (Shown one : queries()) {
      Query query = new Query(one.query());
      int found = 0;
      for (List<Line> world : worlds) {
        found += query.over("AppTraces", rows(world)).size();
      }
      shown.put(one.tab() + ": " + one.title(), found);
      tabs.add(one.tab());
    }
    assertTrue(shown.size() > 20, shown::toString);
    assertEquals(6, tabs.size(), tabs::toString);
    shown.values().removeIf(count -> count > 0);
    assertEquals(Map.of(), shown, "queries that show nothing");
  }

  @Test
  void theLastRunOfALoadBalancerIsShownByItsName() throws IOException {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    String query =
        queries().stream()
            .filter(one -> one.title().equals("Last run of each load balancer"))
            .findFirst()
            .orElseThrow()
            .query();
    List<Map<String, Object>> found = new Query(query).over("AppTraces", rows(bed.reports.lines()));
    assertEquals(1, found.size());
    assertEquals(
        TestBed.LB.name().toLowerCase(java.util.Locale.ROOT), found.get(0).get("LoadBalancer"));
    assertEquals("UPDATED", found.get(0).get("Outcome"));
    assertEquals("apply", found.get(0).get("Mode"));
  }
}
