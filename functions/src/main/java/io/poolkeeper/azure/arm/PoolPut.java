package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.PoolBody;
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
import java.util.Locale;
import java.util.Optional;

/**
 * One write of a pool: the PUT, the operation behind it, and the look at what came of it. For one
 * use.
 */
final class PoolPut {
  private static final Duration POLL = Duration.ofSeconds(1);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(15);
  private static final int FAILED_POLLS = 3;

  private final ArmClient arm;
  private final TimeSource time;
  private final Duration limit;
  private final ArmId pool;
  private final String requestId;
  private final Heartbeat heartbeat;
  private Deadline deadline;
  private SentMembers sent;
  private PutResults results;

  PoolPut(
      ArmClient arm,
      TimeSource time,
      Duration limit,
      ArmId pool,
      String requestId,
      Heartbeat heartbeat) {
    this.arm = arm;
    this.time = time;
    this.limit = limit;
    this.pool = pool;
    this.requestId = requestId;
    this.heartbeat = heartbeat;
  }

  Written run(Pool known, PoolWrite write, ArmId virtualNetwork, String ifMatch) {
    JsonNode body = PoolBody.of(known, write, virtualNetwork);
    sent = SentMembers.of(body, write.additions().keySet());
    deadline = Deadline.startingNow(time, limit);
    Answer answer = arm.put(pool, body, ifMatch, requestId);
    heartbeat.answered();
    results = new PutResults(pool, sent, answer.correlationId(), time);
    if (answer.status() < 200 || answer.status() > 202) {
      return results.refused(answer);
    }
    Written end = settle(answer);
    return answer.status() == 201 ? PutResults.recreated(end) : end;
  }

  private Written settle(Answer answer) {
    JsonNode json = answer.json();
    String state = state(json);
    boolean done = state.equalsIgnoreCase("Succeeded");
    boolean silent = state.isEmpty() && answer.operationUrl().isEmpty();
    if (answer.status() != 202 && (done || silent)) {
      return sent.shownBy(json)
          .map(shown -> results.confirmed(shown, answer))
          .orElseGet(() -> judge(getPool(), true));
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
      if (isThrottling(last)) {
        return results.throttledAfterwards(last);
      }
      if (last.ok() || last.status() == 202) {
        failed = 0;
        Optional<Written> end = end(last);
        if (end.isPresent()) {
          return end.get();
        }
      } else if (++failed >= FAILED_POLLS) {
        return results.unknown(last, "the operation could not be followed");
      }
    }
  }

  private Optional<Written> end(Answer poll) {
    switch (poll.json().path("status").asText("").toLowerCase(Locale.ROOT)) {
      case "succeeded":
        return Optional.of(judge(getPool(), true));
      case "canceled":
      case "cancelled":
        return Optional.of(results.ofOperation(poll, true));
      case "failed":
        return Optional.of(results.ofOperation(poll, false));
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
      boolean busy = last.ok() && LoadBalancer.isBusy(state(last.json()));
      boolean failing = !last.ok() && last.status() != 404 && !isThrottling(last);
      failed = failing ? failed + 1 : 0;
      if (!busy && (!failing || failed >= FAILED_POLLS)) {
        return judge(last, false);
      }
    }
  }

  /** Waits before the next poll; a value if there is to be none. */
  private Optional<Written> pause(Answer last) {
    Duration wait = last.retryAfter(time.now()).orElse(POLL);
    wait = wait.compareTo(POLL) < 0 ? POLL : wait;
    wait = wait.compareTo(LONGEST_POLL) > 0 ? LONGEST_POLL : wait;
    if (!deadline.leaves(wait)) {
      return Optional.of(results.stillRunning(limit));
    }
    time.pause(wait);
    return heartbeat.beat()
        ? Optional.empty()
        : Optional.of(
            results.plain(WriteKind.ABANDONED, "", "told to stop while the operation ran"));
  }

  private Answer getPool() {
    return arm.get(
        pool,
        requestId,
        client ->
            client
                .getLoadBalancerBackendAddressPools()
                .getWithResponseAsync(pool.resourceGroup(), pool.root().name(), pool.name()));
  }

  /**
   * @param succeeded whether the operation is known to have succeeded; else the state must say so
   */
  private Written judge(Answer answer, boolean succeeded) {
    if (isThrottling(answer)) {
      return results.throttledAfterwards(answer);
    }
    if (answer.status() == 404) {
      return results.missing(answer);
    }
    if (!answer.ok()) {
      return results.unknown(answer, "the pool could not be read after the write");
    }
    JsonNode json = answer.json();
    String state = state(json);
    if (!succeeded && !state.isEmpty() && !state.equalsIgnoreCase("Succeeded")) {
      return results.plain(WriteKind.UNKNOWN, state, "the pool's provisioningState is " + state);
    }
    Optional<Written> shown = sent.shownBy(json).map(p -> results.confirmed(p, answer));
    return shown
        .or(() -> SentMembers.pool(json).map(results::notAsSent))
        .orElseGet(
            () -> results.plain(WriteKind.UNKNOWN, "UnexpectedAnswer", "the answer is no pool"));
  }

  private static String state(JsonNode json) {
    return json.path("properties").path("provisioningState").asText("");
  }

  private static boolean isThrottling(Answer answer) {
    return answer.status() == 429 && !ArmError.of(answer).hasAny(KnownCodes.BUSY);
  }
}
