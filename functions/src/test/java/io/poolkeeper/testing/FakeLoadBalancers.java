package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.arm.PoolBody;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Load balancers in memory, as ARM JSON: reads go through the product's reader, writes through its
 * body; etags in three modes; faults on demand; a log of the writes that took effect.
 */
public final class FakeLoadBalancers implements LoadBalancers {
  /** How children's etags behave. */
  public enum Etags {
    SHARED,
    OWN,
    /** Shared, and If-Match is ignored on children. */
    IGNORED
  }

  /** A write that took effect. */
  public record LoggedWrite(String pool, List<String> added, List<String> removed) {}

  private final Map<ArmId, ObjectNode> byId = new TreeMap<>();
  private final Map<String, Deque<Written>> faults = new HashMap<>();
  private final Map<String, Deque<Written>> faultsAfterEffect = new HashMap<>();
  private final Deque<Read> readFaults = new ArrayDeque<>();
  private final Map<Integer, Runnable> beforePut = new HashMap<>();
  private final List<LoggedWrite> log = new ArrayList<>();
  private final List<JsonNode> bodies = new ArrayList<>();
  private final Map<String, JsonNode> deletedRules = new HashMap<>();
  private final TimeSource time;
  private final Tape tape;
  private final Etags etags;
  private int version;
  private int puts;
  private Duration operationTime = Duration.ZERO;
  private Optional<Runnable> beforeGet = Optional.empty();
  private Optional<Runnable> afterGet = Optional.empty();
  private boolean refusesEveryWrite;
  private ArmId asked;
  private BiConsumer<LoadBalancer, LoadBalancer> watcher = (before, after) -> {};

  public FakeLoadBalancers(Etags etags, TimeSource time, Tape tape) {
    this.etags = etags;
    this.time = time;
    this.tape = tape;
  }

  public void put(JsonNode loadBalancer) {
    ObjectNode json = loadBalancer.deepCopy();
    ArmId id = ArmId.of(json.path("id").asText());
    byId.put(id, json);
    for (JsonNode pool : pools(json)) {
      ((ObjectNode) pool).put("etag", next());
    }
    touch(json, Optional.empty());
  }

  public void delete(ArmId id) {
    byId.remove(id);
  }

  /** The next PUT of the pool is answered like this, without effect. */
  public void failNext(String pool, Written written) {
    faults.computeIfAbsent(pool, key -> new ArrayDeque<>()).add(written);
  }

  /** The next PUT of the pool takes effect, and is answered like this. */
  public void failNextAfterEffect(String pool, Written written) {
    faultsAfterEffect.computeIfAbsent(pool, key -> new ArrayDeque<>()).add(written);
  }

  public void failNextRead(Read read) {
    readFaults.add(read);
  }

  /** Right before the n-th PUT of this fake (0 is the first). */
  public void beforePut(int n, Runnable action) {
    beforePut.put(n, action);
  }

  /** Once, right before the next GET. */
  public void beforeNextGet(Runnable action) {
    beforeGet = Optional.of(action);
  }

  /** Once, right after the next GET. */
  public void afterNextGet(Runnable action) {
    afterGet = Optional.of(action);
  }

  /** How long an operation runs; the heartbeat is asked every second. */
  public void operationTime(Duration duration) {
    operationTime = duration;
  }

  public void refusesEveryWrite(boolean value) {
    refusesEveryWrite = value;
  }

  /** Sees the load balancer before and after every write of ours that takes effect. */
  public void watch(BiConsumer<LoadBalancer, LoadBalancer> newWatcher) {
    watcher = newWatcher;
  }

  /** Forgets every fault that has not happened yet. */
  public void noMoreFaults() {
    faults.clear();
    faultsAfterEffect.clear();
    readFaults.clear();
    beforePut.clear();
    beforeGet = Optional.empty();
    operationTime = Duration.ZERO;
  }

  public List<LoggedWrite> log() {
    return List.copyOf(log);
  }

  /** Of the writes that took effect, as they were sent. */
  public List<JsonNode> bodies() {
    return List.copyOf(bodies);
  }

  /** The pool as it is stored, to be changed by the test. */
  public ObjectNode json(ArmId id, String pool) {
    return pool(byId.get(id), pool).orElseThrow();
  }

  public int puts() {
    return puts;
  }

  public List<String> members(ArmId id, String pool) {
    TreeSet<String> members = new TreeSet<>();
    read(id)
        .pool(pool)
        .orElseThrow()
        .entries()
        .forEach(entry -> entry.address().ifPresent(a -> members.add(a.text())));
    return List.copyOf(members);
  }

  public LoadBalancer read(ArmId id) {
    return ArmReader.loadBalancer(byId.get(id));
  }

  /** What the GET that is being made is about. */
  public ArmId asked() {
    return asked;
  }

  /** The version of each, for tests that compare whole worlds. */
  public String shown() {
    StringBuilder text = new StringBuilder();
    byId.forEach((id, json) -> text.append(id.name()).append(json.path("etag").asText()));
    return text.toString();
  }

  public List<JsonNode> all() {
    return List.copyOf(byId.values());
  }

  /** Somebody else's change of a pool's members. */
  public void foreignWrite(ArmId id, String pool, List<String> members) {
    ObjectNode json = byId.get(id);
    ObjectNode found = pool(json, pool).orElseThrow();
    ArrayNode entries =
        found.withObjectProperty("properties").putArray("loadBalancerBackendAddresses");
    for (String member : members) {
      ObjectNode entry = entries.addObject();
      entry.put("name", "foreign-" + member.replace('.', '-'));
      ObjectNode properties = entry.putObject("properties");
      properties.put("ipAddress", member);
      properties.putObject("virtualNetwork").put("id", TestBed.NETWORK);
    }
    touch(json, Optional.of(found));
  }

  /** Somebody deletes the load-balancing rule {@code r-POOL}, or makes it again as it was. */
  public void rule(ArmId id, String pool, boolean there) {
    ObjectNode json = byId.get(id);
    ArrayNode rules = (ArrayNode) json.path("properties").path("loadBalancingRules");
    for (int i = 0; i < rules.size() && !there; i++) {
      if (rules.get(i).path("name").asText().equals("r-" + pool)) {
        deletedRules.put(pool, rules.remove(i));
      }
    }
    JsonNode deleted = there ? deletedRules.remove(pool) : null;
    if (deleted != null) {
      rules.add(deleted);
    }
    touch(json, Optional.empty());
  }

  public boolean hasRule(String pool) {
    return !deletedRules.containsKey(pool);
  }

  public void removePool(ArmId id, String pool) {
    ObjectNode json = byId.get(id);
    ArrayNode pools = pools(json);
    for (int i = 0; i < pools.size(); i++) {
      if (pools.get(i).path("name").asText().equalsIgnoreCase(pool)) {
        pools.remove(i);
        break;
      }
    }
    touch(json, Optional.empty());
  }

  public void state(ArmId id, String provisioningState) {
    byId.get(id).withObjectProperty("properties").put("provisioningState", provisioningState);
  }

  private String next() {
    return "W/\"" + ++version + "\"";
  }

  /** The load balancer moved on; so did its children, or only the one that was written. */
  private void touch(ObjectNode json, Optional<ObjectNode> written) {
    String etag = next();
    json.put("etag", etag);
    if (etags == Etags.OWN) {
      written.ifPresent(pool -> pool.put("etag", next()));
    } else {
      pools(json).forEach(pool -> ((ObjectNode) pool).put("etag", etag));
    }
  }

  private static ArrayNode pools(ObjectNode json) {
    return (ArrayNode) json.path("properties").path("backendAddressPools");
  }

  private static Optional<ObjectNode> pool(ObjectNode json, String name) {
    for (JsonNode pool : pools(json)) {
      if (pool.path("name").asText().equalsIgnoreCase(name)) {
        return Optional.of((ObjectNode) pool);
      }
    }
    return Optional.empty();
  }

  @Override
  public Read get(ArmId id, String requestId) {
    asked = id;
    return tape.call(
        "arm.get",
        () -> {
          Optional<Runnable> action = beforeGet;
          beforeGet = Optional.empty();
          action.ifPresent(Runnable::run);
          if (!readFaults.isEmpty()) {
            return readFaults.poll();
          }
          Optional<Runnable> later = afterGet;
          afterGet = Optional.empty();
          later.ifPresent(Runnable::run);
          return byId.containsKey(id)
              ? new Read(ReadKind.FOUND, Optional.of(read(id)), Optional.empty(), "", "")
              : new Read(
                  ReadKind.NOT_FOUND,
                  Optional.empty(),
                  Optional.empty(),
                  "ResourceNotFound",
                  "not there");
        });
  }

  @Override
  public Listed list(ArmId group, String requestId) {
    return tape.call(
        "arm.list",
        () -> {
          if (!readFaults.isEmpty()) {
            Read fault = readFaults.poll();
            return new Listed(
                fault.kind(), List.of(), fault.retryAfter(), fault.code(), fault.detail());
          }
          List<LoadBalancer> found = new ArrayList<>();
          for (Map.Entry<ArmId, ObjectNode> entry : byId.entrySet()) {
            if (entry.getKey().resourceGroupId().equals(group)) {
              found.add(ArmReader.loadBalancer(entry.getValue()));
            }
          }
          return new Listed(ReadKind.FOUND, found, Optional.empty(), "", "");
        });
  }

  @Override
  public Written put(
      Pool pool,
      PoolWrite write,
      ArmId network,
      String ifMatch,
      String requestId,
      Heartbeat heartbeat) {
    return tape.call(
        "arm.put " + pool.name(),
        () -> {
          Runnable action = beforePut.remove(puts);
          puts++;
          if (action != null) {
            action.run();
          }
          return answer(pool, write, network, ifMatch, heartbeat);
        });
  }

  private Written answer(
      Pool pool, PoolWrite write, ArmId network, String ifMatch, Heartbeat heartbeat) {
    Deque<Written> fault = faults.getOrDefault(pool.name(), new ArrayDeque<>());
    if (!fault.isEmpty()) {
      return fault.poll();
    }
    if (refusesEveryWrite) {
      return answer(WriteKind.STALE, "PreconditionFailed");
    }
    ObjectNode json = byId.get(pool.id().root());
    if (json == null) {
      return answer(WriteKind.LB_NOT_FOUND, "ResourceNotFound");
    }
    Optional<ObjectNode> found = pool(json, pool.name());
    boolean matches = found.filter(p -> p.path("etag").asText().equals(ifMatch)).isPresent();
    if (!matches && etags != Etags.IGNORED) {
      return answer(WriteKind.STALE, "PreconditionFailed");
    }
    JsonNode body = PoolBody.of(pool, write, network);
    bodies.add(body);
    LoadBalancer before = read(pool.id().root());
    ObjectNode target = found.orElseGet(() -> pools(json).addObject());
    apply(target, pool, body);
    touch(json, Optional.of(target));
    watcher.accept(before, read(pool.id().root()));
    log.add(
        new LoggedWrite(
            pool.name(),
            write.additions().keySet().stream().map(Address::text).toList(),
            write.removals().stream().map(Address::text).toList()));
    heartbeat.answered();
    if (!running(heartbeat)) {
      return answer(WriteKind.ABANDONED, "");
    }
    Deque<Written> after = faultsAfterEffect.getOrDefault(pool.name(), new ArrayDeque<>());
    if (!after.isEmpty()) {
      return after.poll();
    }
    if (found.isEmpty()) {
      return answer(WriteKind.RECREATED, "");
    }
    Pool result = read(pool.id().root()).pool(pool.name()).orElseThrow();
    return new Written(
        WriteKind.CONFIRMED,
        Optional.of(result),
        Optional.empty(),
        Optional.empty(),
        "",
        "",
        "correlation-" + puts);
  }

  private boolean running(Heartbeat heartbeat) {
    for (long second = 0; second < operationTime.toSeconds(); second++) {
      time.pause(Duration.ofSeconds(1));
      if (!heartbeat.beat()) {
        return false;
      }
    }
    return true;
  }

  private static void apply(ObjectNode target, Pool pool, JsonNode body) {
    target.put("name", pool.name());
    target.put("id", pool.id().text());
    ObjectNode properties = target.withObjectProperty("properties");
    properties.put("provisioningState", "Succeeded");
    properties.set(
        "loadBalancerBackendAddresses",
        body.path("properties").path("loadBalancerBackendAddresses").deepCopy());
  }

  public static Written answer(WriteKind kind, String code) {
    return new Written(
        kind, Optional.empty(), Optional.empty(), Optional.empty(), code, "as the test says", "");
  }

  public static Written throttled(Optional<Duration> retryAfter) {
    return new Written(
        WriteKind.THROTTLED,
        Optional.empty(),
        Optional.empty(),
        retryAfter,
        "TooManyRequests",
        "as the test says",
        "");
  }

  public static Written memberRejected(String address) {
    return new Written(
        WriteKind.MEMBER_REJECTED,
        Optional.empty(),
        Optional.of(address),
        Optional.empty(),
        "IpAddressNotInSubnet",
        "as the test says",
        "");
  }

  public static Read failedRead(ReadKind kind, Optional<Duration> retryAfter) {
    return new Read(kind, Optional.empty(), retryAfter, kind.name(), "as the test says");
  }
}
