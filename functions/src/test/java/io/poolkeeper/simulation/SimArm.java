package io.poolkeeper.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.PoolBody;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.simulation.ArmServer.Landed;
import io.poolkeeper.simulation.PortCalls.Call;
import io.poolkeeper.simulation.Truth.Shown;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** ARM as one process sees it. */
final class SimArm implements LoadBalancers, InventoryReader {
  private static final WriteKind[] REFUSALS = {
    WriteKind.THROTTLED,
    WriteKind.BUSY,
    WriteKind.STALE,
    WriteKind.LIMIT_REACHED,
    WriteKind.MEMBER_REJECTED,
    WriteKind.FORBIDDEN,
    WriteKind.REFUSED,
    WriteKind.UNKNOWN
  };

  private final PortCalls calls;
  private final ArmServer server;
  private final Truth truth;
  private final Timeline time;
  private final TimeSource clock;
  private final Checks checks;
  private final Set<Mechanism> off;

  SimArm(
      PortCalls calls,
      ArmServer server,
      Truth truth,
      Timeline time,
      TimeSource clock,
      Checks checks,
      Set<Mechanism> off) {
    this.calls = calls;
    this.server = server;
    this.truth = truth;
    this.time = time;
    this.clock = clock;
    this.checks = checks;
    this.off = off;
  }

  @Override
  public Read get(ArmId id, String requestId) {
    Run run = Actor.current().run;
    if (run != null && run.loadBalancerBefore != null && id.equals(run.loadBalancer)) {
      Read before = run.loadBalancerBefore;
      run.loadBalancerBefore = null;
      return before;
    }
    return calls.make(
        new Call<>(
            "arm.get " + id.name(),
            () -> server.throttled() ? throttled() : look(run, id, 0),
            () -> failed(ReadKind.FAILED),
            Optional.of(random -> failed(refusal(random))),
            Optional.of(millis -> look(run, id, millis))));
  }

  private Read look(Run run, ArmId id, long lag) {
    if (run != null && id.equals(run.loadBalancer)) {
      run.looked = time.now() - lag;
    }
    return read(lag == 0 ? truth.now() : truth.ago(lag), id);
  }

  private static ReadKind refusal(Random random) {
    ReadKind[] kinds = {ReadKind.FAILED, ReadKind.THROTTLED, ReadKind.FAILED, ReadKind.FORBIDDEN};
    return kinds[random.nextInt(kinds.length)];
  }

  private static Read failed(ReadKind kind) {
    return new Read(kind, Optional.empty(), Optional.empty(), "Simulated", "simulated");
  }

  private Read throttled() {
    return new Read(
        ReadKind.THROTTLED, Optional.empty(), server.retryAfter(), "TooManyRequests", "simulated");
  }

  private static Read read(Shown shown, ArmId id) {
    LoadBalancer found = shown.balancers().get(id);
    return found == null
        ? failed(ReadKind.NOT_FOUND)
        : new Read(ReadKind.FOUND, Optional.of(found), Optional.empty(), "", "");
  }

  @Override
  public Listed list(ArmId group, String requestId) {
    return calls.make(
        new Call<>(
            "arm.list",
            () -> server.throttled() ? unlisted(ReadKind.THROTTLED) : listed(truth.now()),
            () -> unlisted(ReadKind.FAILED),
            Optional.of(random -> unlisted(refusal(random))),
            Optional.of(millis -> listed(truth.ago(millis)))));
  }

  private static Listed listed(Shown shown) {
    return new Listed(
        ReadKind.FOUND, List.copyOf(shown.balancers().values()), Optional.empty(), "", "");
  }

  private Listed unlisted(ReadKind kind) {
    Optional<Duration> retryAfter =
        kind == ReadKind.THROTTLED ? server.retryAfter() : Optional.empty();
    return new Listed(kind, List.of(), retryAfter, "Simulated", "simulated");
  }

  @Override
  public Inventory read(Mapping mapping, LoadBalancer actual, Scope scope, String requestId) {
    Seen seen =
        calls.make(
            new Call<>(
                "arm.inventory",
                () -> seen(truth.now(), actual, 0, 0),
                () -> seen(truth.now(), actual, 0, 1),
                Optional.of(random -> seen(truth.now(), actual, 0, 1 + random.nextInt(3))),
                Optional.of(millis -> seen(truth.ago(millis), actual, millis, 0))));
    Run run = Actor.current().run;
    if (run != null) {
      run.networkAsOf = seen.asOf();
    }
    return seen.inventory();
  }

  /**
   * @param asOf the moment that it shows
   */
  private record Seen(Inventory inventory, long asOf) {
    @Override
    public String toString() {
      return "the network";
    }
  }

  /**
   * @param lost which part cannot be read: 0 none
   */
  private Seen seen(Shown shown, LoadBalancer actual, long lag, int lost) {
    Inventory all = shown.facts().inventory(shown.balancers().values(), lost);
    return new Seen(all.with(actual), time.now() - lag);
  }

  @Override
  public Written put(
      Pool pool,
      PoolWrite write,
      ArmId network,
      String ifMatch,
      String requestId,
      Heartbeat heartbeat) {
    Run run = Actor.current().run;
    JsonNode body = PoolBody.of(pool, write, network);
    checks.sending(run, pool);
    if (off.contains(Mechanism.ORDERED_WRITES)) {
      if (write.removals().isEmpty()) {
        run.putOff.add(() -> send(run, pool, write, body, ifMatch, heartbeat));
        return ArmServer.written(
            WriteKind.CONFIRMED, Optional.of(Members.with(pool, body)), Optional.empty());
      }
      Written written = send(run, pool, write, body, ifMatch, heartbeat);
      catchUp(run);
      return written;
    }
    return send(run, pool, write, body, ifMatch, heartbeat);
  }

  /** Makes the writes that were put off. */
  static void catchUp(Run run) {
    List<Runnable> putOff = List.copyOf(run.putOff);
    run.putOff.clear();
    putOff.forEach(Runnable::run);
  }

  private Written send(
      Run run, Pool pool, PoolWrite write, JsonNode body, String ifMatch, Heartbeat heartbeat) {
    Landed unknown =
        new Landed(
            Optional.of(ArmServer.written(WriteKind.UNKNOWN, Optional.empty(), Optional.empty())),
            Optional.empty());
    String tag = off.contains(Mechanism.ORDERED_WRITES) ? truth.newestEtag(pool) : ifMatch;
    Landed landed =
        calls.make(
            new Call<>(
                "arm.put " + pool.id().root().name() + "/" + pool.name() + " " + Members.of(body),
                () -> server.land(run, pool, body, tag),
                () -> unknown,
                Optional.of(random -> refused(random, write)),
                Optional.empty()));
    while (landed.written().isEmpty()) {
      clock.pause(Duration.ofSeconds(1));
      if (!heartbeat.beat()) {
        return ArmServer.written(WriteKind.ABANDONED, Optional.empty(), Optional.empty());
      }
      ArmServer.Operation operation = landed.operation().orElseThrow();
      Optional<Written> polled =
          calls.make(
              new Call<>(
                  "arm.poll",
                  () -> server.poll(operation),
                  Optional::empty,
                  Optional.empty(),
                  Optional.empty()));
      landed = new Landed(polled, Optional.of(operation));
    }
    return landed.written().get();
  }

  private Landed refused(Random random, PoolWrite write) {
    WriteKind kind = REFUSALS[random.nextInt(REFUSALS.length)];
    Optional<String> member =
        kind == WriteKind.MEMBER_REJECTED
            ? write.additions().keySet().stream().findFirst().map(Address::text)
            : Optional.empty();
    checks.refused(kind, write);
    Written plain = ArmServer.written(kind, Optional.empty(), Optional.empty());
    return new Landed(
        Optional.of(
            new Written(kind, plain.pool(), member, plain.retryAfter(), plain.code(), "no", "")),
        Optional.empty());
  }
}
