package io.poolkeeper.ingest;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.TraceContext;
import io.poolkeeper.port.PoisonStore;
import io.poolkeeper.port.Reports;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.port.WorkQueue;
import io.poolkeeper.state.KeptMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Messages that the host gave up on: recorded, reported, and asked for once more, since a request
 * is only a key. The second time it is set aside, and the sweep owns the load balancer.
 */
public final class Poison {
  /** Whatever poisoned it may still be there. */
  private static final Duration LATER = Duration.ofSeconds(30);

  private final PoisonStore store;
  private final WorkQueue queue;
  private final TimeSource time;
  private final Reports reports;

  public Poison(PoisonStore store, WorkQueue queue, TimeSource time, Reports reports) {
    this.store = store;
    this.queue = queue;
    this.time = time;
    this.reports = reports;
  }

  /**
   * @param request empty: the message cannot be read, for {@code reason}
   * @return whether it was asked for once more; if not, it is set aside
   * @throws io.poolkeeper.port.PortException if it could not be recorded or asked for again
   */
  public boolean accept(String message, Optional<Request> request, String reason) {
    boolean again = request.filter(r -> r.poisoned() == 0).isPresent();
    String why = why(request, reason, again);
    String record = store.record(KeptMessage.of(message), why, time.now());
    if (again) {
      queue.send(onceMore(request.get()), LATER);
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", "error");
    fields.put("loadBalancer", request.map(r -> r.loadBalancer().key()).orElse(""));
    fields.put("cluster", request.map(Request::cluster).orElse(""));
    fields.put("cause", request.map(r -> r.cause().name()).orElse(""));
    fields.put("causedAt", request.flatMap(Request::causedAt).map(Instant::toString).orElse(""));
    fields.put("attempt", request.map(Request::attempt).orElse(0));
    fields.put("poisoned", request.map(Request::poisoned).orElse(0));
    fields.put(
        "causeOperationId", request.flatMap(Request::trace).map(TraceContext::traceId).orElse(""));
    fields.put("outcome", again ? "" : Outcome.SET_ASIDE.name());
    fields.put("askedAgain", again);
    fields.put("reason", why);
    fields.put("record", record);
    reports.report("message poisoned", fields);
    return again;
  }

  private static String why(Optional<Request> request, String reason, boolean again) {
    if (request.isEmpty()) {
      return "unreadable: " + reason;
    }
    return again
        ? "given up by the host; asked for once more"
        : "given up by the host for the second time; the sweep asks again";
  }

  private static Request onceMore(Request request) {
    return new Request(
        request.cluster(),
        request.loadBalancer(),
        Cause.POISON,
        request.causedAt(),
        request.attempt(),
        Optional.empty(),
        false,
        request.poisoned() + 1,
        request.trace());
  }
}
