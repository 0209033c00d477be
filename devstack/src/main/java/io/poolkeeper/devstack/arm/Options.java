package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Settings of the simulator. A mutable value with fluent setters; {@link ArmSimulator#start} and
 * {@link ArmSimulator#configure} take copies. Every field that is not about starting can be changed
 * while it runs, by {@code PUT /_devstack/settings} with a JSON object of the fields to change.
 */
@JsonAutoDetect(
    fieldVisibility = JsonAutoDetect.Visibility.ANY,
    getterVisibility = JsonAutoDetect.Visibility.NONE,
    isGetterVisibility = JsonAutoDetect.Visibility.NONE,
    setterVisibility = JsonAutoDetect.Visibility.NONE)
public final class Options {
  /** What a write meets while an operation of the same load balancer runs. */
  public enum WhileBusy {
    /** The newer write cancels the running one, as Azure does as a rule. */
    SUPERSEDE,
    /** 409 AnotherOperationInProgress. */
    CONFLICT,
    /** 429 RetryableError. */
    RETRYABLE
  }

  /** How many calls a subscription may make; null or absent: no limit. */
  @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
  public static final class Throttle {
    public double capacity = 200;
    public double refillPerSecond = 10;
    public int retryAfterSeconds = 5;

    /** "READ", "WRITE" or "ALL". */
    public String kind = "ALL";
  }

  /** A subnet (lower or any case ARM id) and family whose way out ARM cannot show. */
  @JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
  public static final class DeclaredEgress {
    public String subnet = "";

    /** "IPv4" or "IPv6". */
    public String family = "IPv4";
  }

  @JsonIgnore int port;
  @JsonIgnore Path snapshot;
  @JsonIgnore Clock clock = Clock.systemUTC();
  EtagMode etagMode = EtagMode.SHARED;
  int pageSize;
  int maxPoolSize = 1000;
  int bodyLimitBytes = 8 * 1024 * 1024;
  WhileBusy whileBusy = WhileBusy.SUPERSEDE;

  /**
   * Long-running mode: polls that see InProgress before the end; 0 with the other two off: writes
   * end at once.
   */
  int operationPolls;

  /**
   * Long-running mode: the operation ends by itself after this time; with polls it is an upper
   * limit.
   */
  long operationMillis;

  /** Long-running mode: operations end only when a test completes them. */
  boolean operationManual;

  /** Retry-After of a poll that sees InProgress; 0: none. */
  int pollRetryAfterSeconds;

  /** A cancelled or failed pool write is undone (true) or stays (false). */
  boolean undoUnfinished = true;

  /** A long-running operation that ends changes the etags once more. */
  boolean etagMovesAtEnd;

  /** A PUT that names a pool without a member list leaves its members (true) or empties it. */
  boolean omittedListKeeps;

  boolean assumeDefaultOutbound;

  /** What the judge looks at: "TCP", "UDP". */
  List<String> protocols = new ArrayList<>(List.of("TCP", "UDP"));

  /**
   * A removal that makes a machine weaker fails the simulator's end; a test that wants to see one
   * switches it off.
   */
  boolean failOnStranding = Boolean.getBoolean("poolkeeper.devstack.failOnStranding");

  /** Addresses that are machines although no NIC shows them. */
  Set<String> knownAddresses = new LinkedHashSet<>();

  /** ARM ids of pools whose Updating or Deleting state throws no doubt on their members. */
  Set<String> ownedPools = new LinkedHashSet<>();

  List<DeclaredEgress> declaredEgress = new ArrayList<>();
  Throttle throttle;

  /** Namespaces of providers that the subscriptions have not registered. */
  Set<String> unregisteredProviders = new LinkedHashSet<>();

  /** Object id of who calls; empty: an owner. Only answers about permissions depend on it. */
  String caller = "";

  /** URL that gets an Event Grid event for every accepted write; null: none. */
  String eventTarget;

  /** Loopback port; 0 takes a free one. */
  public Options port(int value) {
    port = value;
    return this;
  }

  /** File to load the state from at start. */
  public Options snapshot(Path value) {
    snapshot = value;
    return this;
  }

  /** Source of every time in logs, operations and throttling. */
  public Options clock(Clock value) {
    clock = value;
    return this;
  }

  public Options etagMode(EtagMode value) {
    etagMode = value;
    return this;
  }

  /** Entries per page of a list; 0: everything on one page. */
  public Options pageSize(int value) {
    pageSize = value;
    return this;
  }

  public Options maxPoolSize(int value) {
    maxPoolSize = value;
    return this;
  }

  public Options bodyLimitBytes(int value) {
    bodyLimitBytes = value;
    return this;
  }

  public Options whileBusy(WhileBusy value) {
    whileBusy = value;
    return this;
  }

  public Options operationPolls(int value) {
    operationPolls = value;
    return this;
  }

  public Options operationMillis(long value) {
    operationMillis = value;
    return this;
  }

  public Options operationManual(boolean value) {
    operationManual = value;
    return this;
  }

  public Options pollRetryAfterSeconds(int value) {
    pollRetryAfterSeconds = value;
    return this;
  }

  public Options undoUnfinished(boolean value) {
    undoUnfinished = value;
    return this;
  }

  public Options etagMovesAtEnd(boolean value) {
    etagMovesAtEnd = value;
    return this;
  }

  public Options omittedListKeeps(boolean value) {
    omittedListKeeps = value;
    return this;
  }

  /**
   * Takes over what a conformance report says of Azure; what it does not answer stays as it is.
   *
   * @throws IllegalArgumentException if the file is no such report
   */
  public Options conformanceReport(Path report) {
    ConformanceReport.apply(report, this);
    return this;
  }

  public Options protocols(List<String> value) {
    protocols = new ArrayList<>(value);
    return this;
  }

  public Options failOnStranding(boolean value) {
    failOnStranding = value;
    return this;
  }

  public Options assumeDefaultOutbound(boolean value) {
    assumeDefaultOutbound = value;
    return this;
  }

  public Options knownAddresses(Set<String> value) {
    knownAddresses = new LinkedHashSet<>(value);
    return this;
  }

  public Options ownedPools(Set<String> value) {
    ownedPools = new LinkedHashSet<>(value);
    return this;
  }

  public Options declaredEgress(List<DeclaredEgress> value) {
    declaredEgress = new ArrayList<>(value);
    return this;
  }

  public Options throttle(Throttle value) {
    throttle = value;
    return this;
  }

  public Options unregisteredProviders(Set<String> value) {
    unregisteredProviders = new LinkedHashSet<>(value);
    return this;
  }

  public Options caller(String value) {
    caller = value;
    return this;
  }

  public Options eventTarget(String value) {
    eventTarget = value;
    return this;
  }

  Options copy() {
    return merged(Json.MAPPER.createObjectNode());
  }

  /**
   * A copy with the fields of the object replaced; a field that does not exist is an {@link
   * IllegalArgumentException}.
   */
  Options merged(JsonNode changes) {
    try {
      Options copy = Json.MAPPER.treeToValue(Json.MAPPER.valueToTree(this), Options.class);
      copy.port = port;
      copy.snapshot = snapshot;
      copy.clock = clock;
      return Json.MAPPER.readerForUpdating(copy).readValue(changes);
    } catch (IOException e) {
      throw new IllegalArgumentException("settings: " + e.getMessage(), e);
    }
  }
}
