package io.poolkeeper.opentelemetry;

import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.DoubleHistogram;
import io.opentelemetry.api.metrics.LongCounter;
import io.opentelemetry.api.metrics.Meter;
import io.poolkeeper.port.Reports;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ObjDoubleConsumer;

/**
 * Reports each line as it is, then measures its numbers. Without an agent in the process the
 * measuring does nothing, and the lines say all. A line with a {@code failure} counts what never
 * came about as 0, so it is not measured.
 */
public final class MeasuredReports implements Reports {
  private static final String SCOPE = "io.poolkeeper";

  private static final double MILLIS = 1000;

  /** From a fast answer of ARM to the longest run, then as long as alerts take. */
  private static final List<Double> BOUNDS_OF_SECONDS =
      List.of(0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 120.0, 300.0, 900.0, 3600.0);

  private final Reports reports;
  private final Map<String, List<Measured>> byLine = new HashMap<>();

  private record Measured(Metric metric, ObjDoubleConsumer<Attributes> instrument) {}

  /**
   * @param telemetry takes the metrics
   */
  MeasuredReports(Reports reports, OpenTelemetry telemetry) {
    this.reports = reports;
    Meter meter = telemetry.getMeter(SCOPE);
    Map<String, ObjDoubleConsumer<Attributes>> instruments = new HashMap<>();
    for (Metric metric : Metric.ALL) {
      byLine
          .computeIfAbsent(metric.line(), line -> new ArrayList<>())
          .add(
              new Measured(
                  metric,
                  instruments.computeIfAbsent(metric.name(), name -> instrument(meter, metric))));
    }
  }

  /** Into what the agent of this process registered, if there is one. */
  public static MeasuredReports ofThisProcess(Reports reports) {
    return new MeasuredReports(reports, GlobalOpenTelemetry.get());
  }

  private static ObjDoubleConsumer<Attributes> instrument(Meter meter, Metric metric) {
    if (metric.kind() == Metric.Kind.COUNTER) {
      LongCounter counter = meter.counterBuilder(metric.name()).setUnit(metric.unit()).build();
      return (attributes, value) -> counter.add((long) value, attributes);
    }
    var builder = meter.histogramBuilder(metric.name()).setUnit(metric.unit());
    if (metric.unit().equals("s")) {
      builder.setExplicitBucketBoundariesAdvice(BOUNDS_OF_SECONDS);
    }
    DoubleHistogram histogram = builder.build();
    return (attributes, value) -> histogram.record(value, attributes);
  }

  @Override
  public void report(String event, Map<String, Object> fields) {
    reports.report(event, fields);
    if (String.valueOf(fields.getOrDefault("failure", "")).isEmpty()) {
      for (Measured one : byLine.getOrDefault(event, List.of())) {
        value(one.metric(), fields)
            .ifPresent(value -> one.instrument().accept(attributes(one.metric(), fields), value));
      }
    }
  }

  private static Optional<Double> value(Metric metric, Map<String, Object> fields) {
    if (metric.field().isEmpty()) {
      return Optional.of(1.0);
    }
    if (!(fields.get(metric.field()) instanceof Number number)) {
      return Optional.empty();
    }
    double value = number.doubleValue();
    if (metric.kind() == Metric.Kind.HISTOGRAM_IF_KNOWN && value == 0) {
      return Optional.empty();
    }
    return Optional.of(metric.field().endsWith("Ms") ? value / MILLIS : value);
  }

  private static Attributes attributes(Metric metric, Map<String, Object> fields) {
    AttributesBuilder attributes = Attributes.builder();
    for (String name : metric.attributes()) {
      if (fields.get(name) instanceof String text) {
        attributes.put(name, text);
      }
    }
    return attributes.build();
  }
}
