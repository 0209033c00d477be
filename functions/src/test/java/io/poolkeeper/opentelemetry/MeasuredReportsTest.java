package io.poolkeeper.opentelemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.testing.exporter.InMemoryMetricReader;
import io.poolkeeper.telemetry.LinesOfFlows;
import io.poolkeeper.testing.RecordedReports;
import io.poolkeeper.testing.RecordedReports.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What an SDK, as the agent brings one, collects of the lines that the app writes. */
final class MeasuredReportsTest {
  private final InMemoryMetricReader reader = InMemoryMetricReader.create();
  private final RecordedReports written = new RecordedReports();
  private final MeasuredReports reports = new MeasuredReports(written, sdk(reader));

  private static OpenTelemetry sdk(InMemoryMetricReader reader) {
    return OpenTelemetrySdk.builder()
        .setMeterProvider(SdkMeterProvider.builder().registerMetricReader(reader).build())
        .build();
  }

  private Map<String, MetricData> collected() {
    Map<String, MetricData> byName = new TreeMap<>();
    reader.collectAllMetrics().forEach(metric -> byName.put(metric.getName(), metric));
    return byName;
  }

  private static Attributes with(String name, String value) {
    return Attributes.of(
        AttributeKey.stringKey(name), value, AttributeKey.stringKey("cluster"), "shop");
  }

  private long count(String name, Attributes attributes) {
    return collected().get(name).getLongSumData().getPoints().stream()
        .filter(point -> point.getAttributes().equals(attributes))
        .mapToLong(point -> point.getValue())
        .sum();
  }

  private HistogramPointData histogram(String name) {
    var points = collected().get(name).getHistogramData().getPoints();
    assertEquals(1, points.size(), name);
    return points.iterator().next();
  }

  @Test
  void everyMetricIsCollectedFromLinesThatTheAppWrites() {
    List<Line> lines = LinesOfFlows.reported();
    lines.forEach(line -> reports.report(line.event(), line.fields()));
    TreeSet<String> expected = new TreeSet<>();
    Metric.ALL.forEach(metric -> expected.add(metric.name()));
    assertEquals(expected, collected().keySet());
    assertEquals(lines, written.lines(), "each line goes out as it is");
    for (Metric metric : Metric.ALL) {
      List<Line> own = lines.stream().filter(line -> line.event().equals(metric.line())).toList();
      for (String name : metric.attributes()) {
        assertTrue(own.stream().anyMatch(line -> line.fields().containsKey(name)), metric.name());
      }
      if (!metric.field().isEmpty()) {
        assertTrue(
            own.stream().anyMatch(line -> line.fields().get(metric.field()) instanceof Number),
            metric.name());
      }
    }
  }

  @Test
  void runsAreCountedByOutcomeAndTimesAreInSeconds() {
    run("UPDATED", 1500);
    run("UPDATED", 500);
    run("THROTTLED", 100);
    assertEquals(2, count("poolkeeper.reconciles", with("outcome", "UPDATED")));
    assertEquals(1, count("poolkeeper.reconciles", with("outcome", "THROTTLED")));
    var durations = collected().get("poolkeeper.reconcile.duration").getHistogramData().getPoints();
    assertEquals(2, durations.size());
    for (HistogramPointData point : durations) {
      boolean updated = point.getAttributes().equals(with("outcome", "UPDATED"));
      assertEquals(updated ? 2.0 : 0.1, point.getSum(), 1e-9);
    }
    assertEquals(6, count("poolkeeper.arm.throttled", Attributes.empty()));
  }

  private void run(String outcome, int totalMs) {
    reports.report(
        "reconcile finished",
        Map.of(
            "outcome", outcome, "cluster", "shop", "totalMs", totalMs, "armThrottled", 2, "x", 9));
  }

  @Test
  void queueWriteAndConfirmationAreMeasuredApart() {
    Map<String, Object> fields = new HashMap<>(Map.of("answer", "CONFIRMED", "cluster", "shop"));
    fields.putAll(Map.of("queueMs", 4000L, "waitMs", 3000L, "writeMs", 2000L, "confirmMs", 1000L));
    fields.put("eventToWrittenMs", 10_000L);
    reports.report("pool written", fields);
    List<Double> sums = new ArrayList<>();
    for (String part : List.of("queue", "wait", "write", "confirm", "event_to_written")) {
      HistogramPointData point = histogram("poolkeeper.pool." + part);
      assertEquals(with("answer", "CONFIRMED"), point.getAttributes());
      sums.add(point.getSum());
    }
    assertEquals(List.of(4.0, 3.0, 2.0, 1.0, 10.0), sums);
  }

  @Test
  void anUnknownLagIsNotMeasuredAsNone() {
    reports.report("events ingested", Map.of("events", 3, "eventLagMs", 0, "failure", ""));
    assertEquals(List.of("poolkeeper.events"), List.copyOf(collected().keySet()));
    reports.report("events ingested", Map.of("events", 1, "eventLagMs", 2500, "failure", ""));
    assertEquals(2.5, histogram("poolkeeper.event.lag").getSum());
    assertEquals(1, histogram("poolkeeper.event.lag").getCount());
  }

  @Test
  void aSweepThatFailedMeasuresNothing() {
    reports.report("sweep finished", Map.of("holds", 0, "failure", "no storage"));
    assertEquals(List.of(), List.copyOf(collected().keySet()));
    reports.report("sweep finished", Map.of("holds", 4, "failure", ""));
    assertEquals(4.0, histogram("poolkeeper.holds").getMax());
    assertEquals(1, histogram("poolkeeper.holds").getCount());
  }

  @Test
  void withoutAnAgentLinesGoOutAsEver() {
    RecordedReports plain = new RecordedReports();
    MeasuredReports.ofThisProcess(plain).report("sweep finished", Map.of("holds", 1));
    assertEquals(Map.of("holds", 1), plain.last().fields());
  }

  @Test
  void theDocumentListsEveryMetric() throws IOException {
    String text = Files.readString(Path.of("..", "docs", "telemetry.md"));
    List<String> listed =
        text.substring(text.indexOf("\n# Metrics"))
            .lines()
            .filter(l -> l.startsWith("| pool"))
            .toList();
    List<String> expected = new ArrayList<>();
    for (Metric metric : Metric.ALL) {
      String kind = metric.kind() == Metric.Kind.COUNTER ? "counter" : "histogram";
      String field = metric.field().isEmpty() ? "each line" : metric.field();
      expected.add(
          String.join(
                  " | ",
                  "| " + metric.name(),
                  kind,
                  metric.unit(),
                  metric.line(),
                  field,
                  metric.attributes().isEmpty() ? "" : String.join(", ", metric.attributes()))
              + " |");
    }
    assertEquals(expected, listed);
  }
}
