package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** The faults that are set, and the throttling buckets. Thread-safe by its own lock. */
final class Faults {
  private final List<Fault> faults = new ArrayList<>();
  private final Map<String, Double> tokens = new HashMap<>();
  private final Map<String, Instant> filledAt = new HashMap<>();
  private int nextId;

  synchronized String add(Fault fault) {
    Pattern.compile(fault.path);
    if (fault.id.isEmpty()) {
      fault.id = "fault-" + ++nextId;
    }
    faults.add(fault);
    return fault.id;
  }

  synchronized void remove(String id) {
    faults.removeIf(f -> id.isEmpty() || f.id.equals(id));
  }

  synchronized List<Fault> all() {
    return List.copyOf(faults);
  }

  /** The faults that hit this request; counts it for each that fits. */
  synchronized List<Fault> hits(Request request) {
    List<Fault> found = new ArrayList<>();
    for (Fault fault : faults) {
      if (fault.fits(request)) {
        fault.seen = fault.seen + 1;
        if (fault.seen >= fault.nth && (fault.count < 0 || fault.seen < fault.nth + fault.count)) {
          found.add(fault);
        }
      }
    }
    return found;
  }

  /** A 429 when the subscription's bucket is empty, else null. */
  synchronized Reply throttled(Options.Throttle throttle, Request request, ArmId id, Instant now) {
    boolean counts =
        throttle != null
            && (throttle.kind.equalsIgnoreCase("ALL")
                || throttle.kind.equalsIgnoreCase(request.isRead() ? "READ" : "WRITE"));
    if (!counts) {
      return null;
    }
    String key = Json.lower(id.subscription());
    double refill =
        Duration.between(filledAt.getOrDefault(key, now), now).toMillis()
            / 1000.0
            * throttle.refillPerSecond;
    double left = Math.min(throttle.capacity, tokens.getOrDefault(key, throttle.capacity) + refill);
    filledAt.put(key, now);
    tokens.put(key, left >= 1 ? left - 1 : left);
    return left >= 1 ? null : throttled(throttle.retryAfterSeconds);
  }

  static Reply throttled(int retryAfterSeconds) {
    return Reply.gatewayError(
            429,
            "SubscriptionRequestsThrottled",
            "Number of requests for this subscription has been exceeded. Please try again after '"
                + retryAfterSeconds
                + "' seconds.")
        .with("Retry-After", String.valueOf(retryAfterSeconds));
  }

  /** The answer of the first fault that has one, or null. */
  static Reply reply(List<Fault> hits) {
    for (Fault fault : hits) {
      if (fault.status != 0) {
        Reply reply =
            fault.body != null
                ? Reply.of(fault.status, fault.body)
                : Reply.error(fault.status, fault.code, fault.message);
        for (Map.Entry<String, String> header : fault.headers.entrySet()) {
          reply = reply.with(header.getKey(), header.getValue());
        }
        return reply;
      }
    }
    return null;
  }

  /** How the operation of this write runs: by the settings, changed by the faults. */
  static Operation.Course course(List<Fault> hits, Options options) {
    int polls = options.operationPolls;
    long millis = options.operationMillis;
    boolean manual = options.operationManual;
    String status = "Succeeded";
    ObjectNode error = null;
    for (Fault fault : hits) {
      polls = fault.operationPolls >= 0 ? fault.operationPolls : polls;
      millis = fault.operationMillis >= 0 ? fault.operationMillis : millis;
      manual = fault.operationManual != null ? fault.operationManual : manual;
      status = fault.operationStatus.isEmpty() ? status : fault.operationStatus;
      error =
          fault.operationError instanceof ObjectNode ? (ObjectNode) fault.operationError : error;
    }
    return new Operation.Course(polls, millis, manual, status, error);
  }
}
