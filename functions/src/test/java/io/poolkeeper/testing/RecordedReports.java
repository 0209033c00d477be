package io.poolkeeper.testing;

import io.poolkeeper.port.Reports;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The lines that were reported. */
public final class RecordedReports implements Reports {
  /** One line. */
  public record Line(String event, Map<String, Object> fields) {}

  private final List<Line> lines = new ArrayList<>();

  @Override
  public synchronized void report(String event, Map<String, Object> fields) {
    lines.add(new Line(event, fields));
  }

  public synchronized List<Line> lines() {
    return List.copyOf(lines);
  }

  public synchronized Line last() {
    return lines.get(lines.size() - 1);
  }
}
