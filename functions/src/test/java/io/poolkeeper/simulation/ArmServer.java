package io.poolkeeper.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import io.poolkeeper.simulation.Balancer.SimPool;
import io.poolkeeper.simulation.Truth.Etags;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What a PUT does where it lands, and the operation that it starts. */
final class ArmServer {
  /** A write that has taken effect and is still being worked on. */
  static final class Operation {
    private final Run run;
    private final Balancer balancer;
    private final SimPool pool;
    private final Set<String> sent;
    private final Map<String, JsonNode> before;
    private final JsonNode body;
    private final long until;
    private boolean superseded;

    Operation(
        Run run,
        Balancer balancer,
        SimPool pool,
        JsonNode body,
        Map<String, JsonNode> before,
        long until) {
      this.run = run;
      this.balancer = balancer;
      this.pool = pool;
      this.body = body;
      this.sent = Members.of(body);
      this.before = before;
      this.until = until;
    }
  }

  /**
   * @param written the answer, or empty with an operation to be polled
   */
  record Landed(Optional<Written> written, Optional<Operation> operation) {
    @Override
    public String toString() {
      return written.map(w -> w.kind() + " " + w.code()).orElse("an operation is running");
    }
  }

  private final Timeline time;
  private final Truth truth;
  private final Checks checks;
  private final Choices choices;
  private final Set<Mechanism> off;
  private final Consumer<ArmId> events;
  private final Map<ArmId, Operation> running = new TreeMap<>();
  private long throttledUntil;
  private int landings;
  private boolean calm;

  ArmServer(
      Timeline time,
      Truth truth,
      Checks checks,
      Choices choices,
      Set<Mechanism> off,
      Consumer<ArmId> events) {
    this.time = time;
    this.truth = truth;
    this.checks = checks;
    this.choices = choices;
    this.off = off;
    this.events = events;
  }

  void throttleFor(long millis) {
    throttledUntil = Math.max(throttledUntil, time.now() + millis);
  }

  void calm() {
    calm = true;
    throttledUntil = 0;
  }

  boolean throttled() {
    return time.now() < throttledUntil;
  }

  Optional<Duration> retryAfter() {
    long left = throttledUntil - time.now();
    return left % 2 == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(left + 1000));
  }

  Landed land(Run run, Pool pool, JsonNode body, String ifMatch) {
    if (throttled()) {
      return answer(WriteKind.THROTTLED, retryAfter());
    }
    Balancer balancer = truth.balancers.get(pool.id().root());
    SimPool target = balancer.pools.get(pool.name());
    Random random = choices.of("landing " + ++landings);
    Operation before = running.get(balancer.id);
    boolean others = truth.isBusy(balancer) && (before == null || time.now() >= before.until);
    boolean busy = before != null && time.now() < before.until;
    if (others || (busy && random.nextBoolean())) {
      return answer(WriteKind.BUSY, Optional.empty());
    }
    boolean matches = target.etag.equals(ifMatch) || truth.etags == Etags.IGNORED;
    if (!matches && !off.contains(Mechanism.IF_MATCH_AND_READ_BACK)) {
      return answer(WriteKind.STALE, Optional.empty());
    }
    if (busy) {
      supersede(before, random);
    }
    return apply(run, balancer, target, body, random);
  }

  private Landed apply(Run run, Balancer balancer, SimPool target, JsonNode body, Random random) {
    truth.changing();
    Set<String> old = new TreeSet<>(target.members.keySet());
    Map<String, JsonNode> oldEntries = new TreeMap<>(target.members);
    Map<String, Integer> strengths = truth.strengths(old);
    target.members.clear();
    body.at("/properties/loadBalancerBackendAddresses")
        .forEach(e -> target.members.put(e.at("/properties/ipAddress").asText(), e.deepCopy()));
    truth.changed(balancer, target);
    checks.landed(run, balancer, target, old, strengths);
    events.accept(ArmId.of(balancer.poolId(target.name)));
    long lasts = calm || random.nextInt(5) > 1 ? 0 : 500 + random.nextInt(25_000);
    Operation operation =
        new Operation(run, balancer, target, body, oldEntries, time.now() + lasts);
    if (lasts == 0) {
      return new Landed(Optional.of(ended(operation)), Optional.empty());
    }
    balancer.busyUntil = Math.max(balancer.busyUntil, operation.until);
    running.put(balancer.id, operation);
    return new Landed(Optional.empty(), Optional.of(operation));
  }

  /** What the earlier one did may stay or be undone. */
  private void supersede(Operation operation, Random random) {
    operation.superseded = true;
    if (random.nextInt(3) > 0) {
      return;
    }
    Set<String> lost = new TreeSet<>(operation.pool.members.keySet());
    lost.removeAll(operation.before.keySet());
    checks.othersTake(lost);
    truth.changing();
    operation.pool.members.clear();
    operation.pool.members.putAll(operation.before);
    truth.changed(operation.balancer, operation.pool);
  }

  /** Empty: it is still running. */
  Optional<Written> poll(Operation operation) {
    if (operation.superseded && !off.contains(Mechanism.IF_MATCH_AND_READ_BACK)) {
      return Optional.of(written(WriteKind.SUPERSEDED, Optional.empty(), Optional.empty()));
    }
    return time.now() < operation.until ? Optional.empty() : Optional.of(ended(operation));
  }

  private Written ended(Operation operation) {
    Balancer balancer = operation.balancer;
    LoadBalancer now = balancer.model(truth.isBusy(balancer));
    Pool result = now.pool(operation.pool.name).orElseThrow();
    operation.run.confirmed.put(operation.pool.name, time.now());
    if (Members.of(result).equals(operation.sent)) {
      return written(WriteKind.CONFIRMED, Optional.of(result), Optional.empty());
    }
    if (off.contains(Mechanism.IF_MATCH_AND_READ_BACK)) {
      Pool asSent = Members.with(result, operation.body);
      return written(WriteKind.CONFIRMED, Optional.of(asSent), Optional.empty());
    }
    return written(WriteKind.NOT_AS_SENT, Optional.of(result), Optional.empty());
  }

  private static Landed answer(WriteKind kind, Optional<Duration> retryAfter) {
    return new Landed(Optional.of(written(kind, Optional.empty(), retryAfter)), Optional.empty());
  }

  static Written written(WriteKind kind, Optional<Pool> pool, Optional<Duration> retryAfter) {
    return new Written(
        kind, pool, Optional.empty(), retryAfter, "Simulated" + kind, "simulated", "correlation");
  }
}
