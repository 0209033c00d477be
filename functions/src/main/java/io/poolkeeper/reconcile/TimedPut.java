package io.poolkeeper.reconcile;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.LoadBalancers.Heartbeat;
import io.poolkeeper.port.LoadBalancers.Written;
import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The time of one PUT, and its line: write and confirmation apart, at the end of its own turn, not
 * at that of the run.
 */
final class TimedPut implements Heartbeat {
  /** Constant message of the line. */
  static final String EVENT = "pool written";

  private final TimeSource time;
  private final Heartbeat heartbeat;
  private final Duration wait;
  private final long from;
  private OptionalLong answered = OptionalLong.empty();

  /** Every PUT of a run is made here; its line is out before the next one is begun. */
  static Written put(
      Ports ports,
      RunFacts facts,
      Heartbeat heartbeat,
      Pool pool,
      PoolWrite write,
      ArmId virtualNetwork,
      String ifMatch) {
    TimedPut timed = new TimedPut(ports.time(), facts.startedAt, heartbeat);
    Written written =
        ports.loadBalancers().put(pool, write, virtualNetwork, ifMatch, facts.reconcileId, timed);
    if (!written.correlationId().isEmpty()) {
      facts.correlationIds.add(written.correlationId());
    }
    ports.reports().report(EVENT, timed.line(facts, write, written));
    return written;
  }

  private TimedPut(TimeSource time, Instant runStarted, Heartbeat heartbeat) {
    this.time = time;
    this.heartbeat = heartbeat;
    this.wait = RunFacts.age(runStarted, time.now());
    this.from = time.nanos();
  }

  @Override
  public boolean beat() {
    return heartbeat.beat();
  }

  @Override
  public void answered() {
    answered = OptionalLong.of(time.nanos());
  }

  private Map<String, Object> line(RunFacts facts, PoolWrite write, Written written) {
    long end = time.nanos();
    long writeMs = Duration.ofNanos(answered.orElse(end) - from).toMillis();
    long confirmMs = Duration.ofNanos(end - answered.orElse(end)).toMillis();
    long queueMs = facts.eventLag().toMillis();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", "info");
    fields.put("reconcileId", facts.reconcileId);
    fields.put("loadBalancer", facts.request.loadBalancer().key());
    fields.put("cluster", facts.request.cluster());
    fields.put("causeOperationId", facts.traceId());
    fields.put("pool", write.pool());
    fields.put("answer", written.kind().name());
    fields.put("code", written.code());
    fields.put("detail", written.detail());
    fields.put("correlationId", written.correlationId());
    fields.put("added", write.additions().size());
    fields.put("removed", write.removals().size());
    fields.put("nodes", write.additions().values().stream().distinct().sorted().toList());
    fields.put("members", written.pool().map(pool -> pool.entries().size()).orElse(0));
    fields.put("queueMs", queueMs);
    fields.put("waitMs", wait.toMillis());
    fields.put("writeMs", writeMs);
    fields.put("confirmMs", confirmMs);
    fields.put("eventToWrittenMs", queueMs + wait.toMillis() + writeMs + confirmMs);
    return fields;
  }
}
