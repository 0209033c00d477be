package io.poolkeeper.opentelemetry;

import java.util.List;

/**
 * One number of a line that is measured; {@code docs/telemetry.md} lists them all. Names of load
 * balancers and machines are no attributes: each value of one is a time series of its own.
 *
 * @param line constant message of the line
 * @param field of the line; empty where lines themselves are counted
 * @param attributes fields of the line
 */
record Metric(
    String name, Kind kind, String unit, String line, String field, List<String> attributes) {

  /** What is done with a field. No gauges: see decision 13. */
  enum Kind {
    /** A sum. */
    COUNTER,
    /** A distribution. */
    HISTOGRAM,
    /** A distribution; 0 means that nothing is known. */
    HISTOGRAM_IF_KNOWN
  }

  private static final String SECONDS = "s";
  private static final String RUN = "reconcile finished";
  private static final String PUT = "pool written";
  private static final String EVENTS = "events ingested";
  private static final String SWEEP = "sweep finished";
  private static final List<String> BY_OUTCOME = List.of("outcome", "cluster");
  private static final List<String> BY_ANSWER = List.of("answer", "cluster");

  static final List<Metric> ALL =
      List.of(
          counter("poolkeeper.reconciles", "{run}", RUN, "", BY_OUTCOME),
          histogram("poolkeeper.reconcile.duration", SECONDS, RUN, "totalMs", BY_OUTCOME),
          known("poolkeeper.reconcile.event_lag", RUN, "eventLagMs", BY_OUTCOME),
          counter("poolkeeper.pool.writes", "{put}", PUT, "", BY_ANSWER),
          histogram("poolkeeper.pool.queue", SECONDS, PUT, "queueMs", BY_ANSWER),
          histogram("poolkeeper.pool.wait", SECONDS, PUT, "waitMs", BY_ANSWER),
          histogram("poolkeeper.pool.write", SECONDS, PUT, "writeMs", BY_ANSWER),
          histogram("poolkeeper.pool.confirm", SECONDS, PUT, "confirmMs", BY_ANSWER),
          histogram(
              "poolkeeper.pool.event_to_written", SECONDS, PUT, "eventToWrittenMs", BY_ANSWER),
          counter("poolkeeper.events", "{event}", EVENTS, "events", List.of()),
          known("poolkeeper.event.lag", EVENTS, "eventLagMs", List.of()),
          counter("poolkeeper.sweeps", "{sweep}", SWEEP, "", List.of()),
          ofSweep("poolkeeper.holds", "{hold}", "holds"),
          ofSweep("poolkeeper.holds.oldest", SECONDS, "holdOldestSeconds"),
          ofSweep("poolkeeper.diverged", "{loadbalancer}", "diverged"),
          ofSweep("poolkeeper.diverged.oldest", SECONDS, "divergedOldestSeconds"),
          ofSweep("poolkeeper.work.messages", "{message}", "workMessages"),
          ofSweep("poolkeeper.work.oldest", SECONDS, "workOldestSeconds"),
          counter("poolkeeper.arm.calls", "{request}", RUN, "armCalls", List.of()),
          counter("poolkeeper.arm.calls", "{request}", SWEEP, "armCalls", List.of()),
          counter("poolkeeper.arm.throttled", "{request}", RUN, "armThrottled", List.of()),
          counter("poolkeeper.arm.throttled", "{request}", SWEEP, "armThrottled", List.of()),
          counter("poolkeeper.poisoned", "{message}", "message poisoned", "", List.of()));

  private static Metric counter(
      String name, String unit, String line, String field, List<String> attributes) {
    return new Metric(name, Kind.COUNTER, unit, line, field, attributes);
  }

  private static Metric histogram(
      String name, String unit, String line, String field, List<String> attributes) {
    return new Metric(name, Kind.HISTOGRAM, unit, line, field, attributes);
  }

  private static Metric known(String name, String line, String field, List<String> attributes) {
    return new Metric(name, Kind.HISTOGRAM_IF_KNOWN, SECONDS, line, field, attributes);
  }

  private static Metric ofSweep(String name, String unit, String field) {
    return histogram(name, unit, SWEEP, field, List.of());
  }
}
