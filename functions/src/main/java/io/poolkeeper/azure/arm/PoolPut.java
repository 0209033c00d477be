package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.arm.PoolBody;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.LoadBalancers.Heartbeat;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** One write of a pool: the PUT, the operation behind it, and the look at what came of it. */
final class PoolPut {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(15);
  private static final int FAILED_POLLS = 3;

  private final ArmClient arm;
  private final TimeSource time;
  private final Duration limit;
  private final Pool pool;
  private final PoolWrite write;
  private final String requestId;
  private final Heartbeat heartbeat;
  private Deadline deadline;
  private String correlationId = "";
  private Map<Address, String> sent = Map.of();

  PoolPut(
      ArmClient arm,
      TimeSource time,
      Duration limit,
      Pool pool,
      PoolWrite write,
      String requestId,
      Heartbeat heartbeat) {
    this.arm = arm;
    this.time = time;
    this.limit = limit;
    this.pool = pool;
    this.write = write;
    this.requestId = requestId;
    this.heartbeat = heartbeat;
  }

  Written run(ArmId virtualNetwork, String ifMatch) {
    JsonNode body = PoolBody.of(pool, write, virtualNetwork);
    sent = members(body);
    deadline = Deadline.startingNow(time, limit);
    Answer answer = arm.put(pool.id(), body, ifMatch, requestId);
    correlationId = answer.correlationId();
    if (answer.status() < 200 || answer.status() > 202) {
      return refused(answer);
    }
    Written end = settle(answer);
    return answer.status() == 201 ? recreated(end) : end;
  }

  /** If-Match was ignored and the pool is back: that stays so whatever else happened. */
  private static Written recreated(Written end) {
    String detail = "201 for a pool that was there before; then " + end.kind() + " " + end.detail();
    return new Written(
        WriteKind.RECREATED,
        end.pool(),
        end.rejected(),
        end.retryAfter(),
        end.code(),
        detail.strip(),
        end.correlationId());
  }

  private Written settle(Answer answer) {
    JsonNode json = answer.json();
    String state = state(json);
    boolean done = state.equalsIgnoreCase("Succeeded");
    boolean silent = state.isEmpty() && answer.operationUrl().isEmpty();
    if (answer.status() != 202 && (done || silent)) {
      return shows(json).map(p -> confirmed(p, answer)).orElseGet(() -> lookAtPool(true));
    }
    Optional<String> url = answer.operationUrl().filter(arm::allows);
    return url.isPresent() ? follow(url.get(), answer) : followPool(answer);
  }

  /** Polls the operation until it ends. */
  private Written follow(String url, Answer accepted) {
    Answer last = accepted;
    int failed = 0;
    while (true) {
      Optional<Written> stop = pause(last);
      if (stop.isPresent()) {
        return stop.get();
      }
      last = arm.getUrl(url, requestId);
      if (last.status() == 401 || last.status() == 403 || last.status() == 404) {
        // The right to read operations may be missing; the pool itself shows the end as well.
        return followPool(last);
      }
      if (last.ok() || last.status() == 202) {
        failed = 0;
        Optional<Written> end = end(last);
        if (end.isPresent()) {
          return end.get();
        }
      } else if (isThrottling(last)) {
        return throttled(last);
      } else if (++failed >= FAILED_POLLS) {
        return unknown(last, "the operation could not be followed");
      }
    }
  }

  private Optional<Written> end(Answer poll) {
    JsonNode json = poll.json();
    ArmError error = ArmError.of(json);
    switch (json.path("status").asText("").toLowerCase(java.util.Locale.ROOT)) {
      case "succeeded":
        return Optional.of(lookAtPool(true));
      case "canceled":
      case "cancelled":
        return Optional.of(written(WriteKind.SUPERSEDED, error, poll));
      case "failed":
        return Optional.of(written(failures().ofOperation(error), error, poll));
      default:
        return Optional.empty();
    }
  }

  /** Polls the pool until no operation runs on it. */
  private Written followPool(Answer accepted) {
    Answer last = accepted;
    int failed = 0;
    while (true) {
      Optional<Written> stop = pause(last);
      if (stop.isPresent()) {
        return stop.get();
      }
      last = getPool();
      if (last.ok() && !LoadBalancer.isBusy(state(last.json()))) {
        return judge(last, false);
      }
      if (last.status() == 404 || isThrottling(last)) {
        return judge(last, false);
      }
      if (!last.ok() && ++failed >= FAILED_POLLS) {
        return unknown(last, "the pool could not be read after the write was accepted");
      }
    }
  }

  /** Waits before the next poll; a value if there is to be none. */
  private Optional<Written> pause(Answer last) {
    Duration wait = last.retryAfter(time.now()).orElse(POLL);
    wait = wait.compareTo(POLL) < 0 ? POLL : wait;
    wait = wait.compareTo(LONGEST_POLL) > 0 ? LONGEST_POLL : wait;
    if (!deadline.leaves(wait)) {
      return Optional.of(
          plain(WriteKind.UNKNOWN, "", "the operation was still running after " + limit));
    }
    time.pause(wait);
    return heartbeat.beat()
        ? Optional.empty()
        : Optional.of(plain(WriteKind.ABANDONED, "", "told to stop while the operation ran"));
  }

  private Answer getPool() {
    ArmId id = pool.id();
    return arm.get(
        id,
        requestId,
        (client, context) ->
            client
                .getLoadBalancerBackendAddressPools()
                .getWithResponse(id.resourceGroup(), id.root().name(), id.name(), context));
  }

  private Written lookAtPool(boolean succeeded) {
    return judge(getPool(), succeeded);
  }

  /**
   * @param succeeded whether the operation is known to have succeeded; else the state must say so
   */
  private Written judge(Answer answer, boolean succeeded) {
    if (isThrottling(answer)) {
      return throttled(answer);
    }
    if (answer.status() == 404) {
      ArmError error = ArmError.of(answer);
      return written(failures().ofMissing(error), error, answer);
    }
    if (!answer.ok()) {
      return unknown(answer, "the pool could not be read after the write");
    }
    JsonNode json = answer.json();
    Optional<Pool> asSent = shows(json);
    String state = state(json);
    if (asSent.isPresent()) {
      return succeeded || state.isEmpty() || state.equalsIgnoreCase("Succeeded")
          ? confirmed(asSent.get(), answer)
          : plain(WriteKind.UNKNOWN, state, "the pool's provisioningState is " + state);
    }
    return parse(json)
        .map(p -> notAsSent(p, answer))
        .orElseGet(() -> plain(WriteKind.UNKNOWN, "UnexpectedAnswer", "no pool in the answer"));
  }

  private Written confirmed(Pool result, Answer answer) {
    return new Written(
        WriteKind.CONFIRMED,
        Optional.of(result),
        Optional.empty(),
        Optional.empty(),
        "",
        answer.remaining(),
        correlationId);
  }

  private Written notAsSent(Pool result, Answer answer) {
    Set<Address> found = members(answer.json()).keySet();
    String detail =
        "sent " + sent.size() + " addresses, the result shows " + found.size() + " different ones";
    return new Written(
        WriteKind.NOT_AS_SENT,
        Optional.of(result),
        Optional.empty(),
        Optional.empty(),
        "",
        detail,
        correlationId);
  }

  /** The pool, if the JSON shows exactly the addresses that were sent. */
  private Optional<Pool> shows(JsonNode json) {
    if (!json.path("properties").path("loadBalancerBackendAddresses").isArray()) {
      return Optional.empty();
    }
    return parse(json).filter(p -> members(json).keySet().equals(sent.keySet()));
  }

  private static Optional<Pool> parse(JsonNode json) {
    try {
      return Optional.of(ArmReader.pool(json));
    } catch (ArmFormatException e) {
      return Optional.empty();
    }
  }

  /** Names by address. */
  private static Map<Address, String> members(JsonNode poolJson) {
    Map<Address, String> members = new TreeMap<>();
    for (JsonNode entry : poolJson.path("properties").path("loadBalancerBackendAddresses")) {
      Address.parse(entry.path("properties").path("ipAddress").asText(""))
          .ifPresent(address -> members.putIfAbsent(address, entry.path("name").asText("")));
    }
    return members;
  }

  private static String state(JsonNode json) {
    return json.path("properties").path("provisioningState").asText("");
  }

  private WriteFailures failures() {
    return new WriteFailures(
        pool.id(), error -> NamedMember.in(error, sent, write.additions().keySet()));
  }

  private static boolean isThrottling(Answer answer) {
    return answer.status() == 429 && !ArmError.of(answer).hasAny(KnownCodes.BUSY);
  }

  private Written refused(Answer answer) {
    if (answer.status() == 0) {
      return unknown(answer, "no answer to the PUT");
    }
    ArmError error = ArmError.of(answer);
    return written(failures().ofAnswer(answer.status(), error), error, answer);
  }

  private Written throttled(Answer answer) {
    ArmError error = ArmError.of(answer);
    Written seen = written(WriteKind.THROTTLED, error, answer);
    return new Written(
        seen.kind(),
        seen.pool(),
        seen.rejected(),
        seen.retryAfter(),
        seen.code(),
        "the write was accepted and may have been applied; " + seen.detail(),
        correlationId);
  }

  private Written unknown(Answer answer, String what) {
    ArmError error = ArmError.of(answer);
    String why = answer.failure().orElseGet(() -> (answer.status() + " " + error.detail()).strip());
    return new Written(
        WriteKind.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        answer.retryAfter(time.now()),
        error.code(),
        what + ": " + why,
        correlationId);
  }

  private Written written(WriteKind kind, ArmError error, Answer answer) {
    Optional<String> rejected =
        kind == WriteKind.MEMBER_REJECTED
            ? NamedMember.in(error, sent, write.additions().keySet()).map(Address::text)
            : Optional.empty();
    String detail = (answer.status() + " " + error.mostSpecificCode() + ": " + error.detail());
    return new Written(
        kind,
        Optional.empty(),
        rejected,
        answer.retryAfter(time.now()),
        error.mostSpecificCode(),
        detail,
        correlationId);
  }

  private Written plain(WriteKind kind, String code, String detail) {
    return new Written(
        kind, Optional.empty(), Optional.empty(), Optional.empty(), code, detail, correlationId);
  }
}
