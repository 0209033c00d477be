package io.poolkeeper.alerts;

import io.poolkeeper.alerts.AlertRules.Rule;
import io.poolkeeper.kql.Query;
import io.poolkeeper.telemetry.JsonLineReports;
import io.poolkeeper.testing.RecordedReports;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The table of lines that the app wrote, and what a rule finds in it at a time. Each line is there
 * twice, as where both the host and the agent file it.
 */
public final class AlertLog {
  private static final Map<String, Rule> RULES = AlertRules.all();

  private final List<Map<String, Object>> rows = new ArrayList<>();
  private int taken;

  public AlertLog() {
    add(Instant.parse("2026-12-01T00:00:00Z"), "Executing 'Functions.Sweep' (Reason='sweep')");
  }

  /** The lines reported since the last time, written by the app's own writer, as of now. */
  public AlertLog take(TestBed bed) {
    List<RecordedReports.Line> lines = bed.reports.lines();
    JsonLineReports writer =
        new JsonLineReports((level, line) -> add(bed.time.now(), line), false, Optional::empty);
    lines.subList(taken, lines.size()).forEach(line -> writer.report(line.event(), line.fields()));
    taken = lines.size();
    return this;
  }

  /** One line of the log. */
  public void add(Instant at, String message) {
    for (int copy = 0; copy < 2; copy++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("TimeGenerated", at.plusMillis(copy * 40L));
      row.put("Message", message);
      rows.add(row);
    }
  }

  /** What the rule of this name finds; it fires if that is anything. */
  public List<Map<String, Object>> found(String name, Instant now) {
    return found(name, now, RULES.get(name).window());
  }

  /** The same with a window given. */
  List<Map<String, Object>> found(String name, Instant now, Duration window) {
    Instant from = now.minus(window);
    List<Map<String, Object>> seen =
        rows.stream()
            .filter(row -> ((Instant) row.get("TimeGenerated")).isAfter(from))
            .filter(row -> !((Instant) row.get("TimeGenerated")).isAfter(now.plusSeconds(1)))
            .toList();
    return new Query(RULES.get(name).query()).over("AppTraces", seen);
  }

  /** Distinct values of a column of what was found. */
  public List<Object> distinct(String name, Instant now, String column) {
    return found(name, now).stream().map(row -> row.get(column)).distinct().toList();
  }
}
