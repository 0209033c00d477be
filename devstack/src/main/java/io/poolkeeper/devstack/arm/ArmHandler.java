package io.poolkeeper.devstack.arm;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * From the socket to a request, through what can go wrong on the way, to an answer with ARM's
 * headers.
 */
final class ArmHandler implements HttpHandler {
  private static final int REMAINING_READS = 16499;
  private static final int REMAINING_WRITES = 11999;

  private final Engine engine;
  private final ControlApi control;
  private final CountDownLatch stopping;
  private final String base;
  private volatile Consumer<Sighting> watcher = sighting -> {};

  ArmHandler(Engine engine, ControlApi control, CountDownLatch stopping, String base) {
    this.engine = engine;
    this.control = control;
    this.stopping = stopping;
    this.base = base;
  }

  void watch(Consumer<Sighting> value) {
    watcher = value;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Reply reply;
      Request request = null;
      try {
        request = read(exchange);
        reply = request == null ? tooLarge() : answer(request);
      } catch (RuntimeException e) {
        reply = Reply.error(500, "InternalServerError", "the simulator failed: " + e);
      }
      if (reply != null) {
        send(exchange, request, reply);
      }
    }
  }

  /** Null when the body is too large. */
  private Request read(HttpExchange exchange) throws IOException {
    int limit = engine.options().bodyLimitBytes;
    byte[] body;
    try (InputStream in = exchange.getRequestBody()) {
      body = in.readNBytes(limit + 1);
    }
    return body.length > limit
        ? null
        : Request.of(
            exchange.getRequestMethod(),
            exchange.getRequestURI(),
            exchange.getRequestHeaders(),
            body,
            engine.now(),
            base);
  }

  private Reply tooLarge() {
    return Reply.gatewayError(
        413,
        "RequestContentTooLarge",
        "The request content is larger than " + engine.options().bodyLimitBytes + " bytes.");
  }

  /** Null: cut the connection without an answer. */
  private Reply answer(Request request) {
    if (request.path().startsWith(ControlApi.PREFIX)) {
      return control.answer(request);
    }
    ArmId id = ArmId.parse(request.path());
    engine.requests.count(request.method(), id == null ? "unknown" : id.kind());
    Reply reply = arm(request, id);
    engine.requests.add(
        new RequestLog.Line(
            request.receivedAt(),
            request.method(),
            request.path(),
            request.header("x-ms-client-request-id"),
            reply == null ? 0 : reply.status()));
    return reply;
  }

  private Reply arm(Request request, ArmId id) {
    Reply refusal = gate(request, id);
    if (refusal != null) {
      return refusal;
    }
    watcher.accept(
        new Sighting(
            request.base(),
            request.method(),
            request.path(),
            request.header("x-ms-client-request-id")));
    List<Fault> hits = engine.faults.hits(request);
    for (Fault fault : hits) {
      before(fault);
    }
    if (hits.stream().anyMatch(f -> f.cut == Fault.Cut.BEFORE)) {
      return null;
    }
    Reply faulty = Faults.reply(hits);
    faulty =
        faulty != null
            ? faulty
            : engine.faults.throttled(engine.options().throttle, request, id, engine.now());
    if (faulty != null) {
      return faulty;
    }
    Reply reply = engine.handle(request, id, hits);
    return hits.stream().anyMatch(f -> f.cut == Fault.Cut.AFTER) ? null : reply;
  }

  private static Reply gate(Request request, ArmId id) {
    if (!request.header("Authorization").regionMatches(true, 0, "Bearer ", 0, 7)) {
      String message = "Authentication failed. The 'Authorization' header is missing.";
      return Reply.gatewayError(401, "AuthenticationFailed", message)
          .with(
              "WWW-Authenticate",
              "Bearer authorization_uri=\"https://login.microsoftonline.com/common\", error=\"invalid_token\", error_description=\""
                  + message
                  + "\"");
    }
    if (id == null) {
      return Reply.gatewayError(
          404,
          "InvalidResourceType",
          "The path '" + request.path() + "' names no resource that is served here.");
    }
    return request.parameter("api-version").isEmpty()
        ? Reply.gatewayError(
            400,
            "MissingApiVersionParameter",
            "The api-version query parameter (?api-version=) is required for all requests.")
        : null;
  }

  private void before(Fault fault) {
    if (fault.latencyMillis > 0) {
      try {
        stopping.await(fault.latencyMillis, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    if (fault.run != null) {
      engine.act(fault.run);
    }
    if (fault.hook != null) {
      fault.hook.run();
    }
  }

  private void send(HttpExchange exchange, Request request, Reply reply) throws IOException {
    var headers = exchange.getResponseHeaders();
    headers.set("Cache-Control", "no-cache");
    headers.set("Pragma", "no-cache");
    headers.set("Expires", "-1");
    headers.set("Strict-Transport-Security", "max-age=31536000; includeSubDomains");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Cache", "CONFIG_NOCACHE");
    headers.set("x-ms-request-id", UUID.randomUUID().toString());
    headers.set("x-ms-correlation-request-id", UUID.randomUUID().toString());
    if (request != null && !reply.headers().containsKey("x-ms-failure-cause")) {
      limits(request, headers::set);
    }
    if (request != null && !request.header("x-ms-client-request-id").isEmpty()) {
      headers.set("x-ms-client-request-id", request.header("x-ms-client-request-id"));
    }
    reply.headers().forEach(headers::set);
    boolean head = request != null && request.method().equals("HEAD");
    if (reply.body() == null || head) {
      exchange.sendResponseHeaders(reply.status(), -1);
      return;
    }
    byte[] bytes = Json.MAPPER.writeValueAsBytes(reply.body());
    headers.set("Content-Type", "application/json; charset=utf-8");
    exchange.sendResponseHeaders(reply.status(), bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  private static void limits(
      Request request, java.util.function.BiConsumer<String, String> headers) {
    boolean delete = request.method().equals("DELETE");
    String kind = request.isRead() ? "reads" : delete ? "deletes" : "writes";
    headers.accept(
        "x-ms-ratelimit-remaining-subscription-global-" + kind,
        String.valueOf(request.isRead() ? REMAINING_READS : REMAINING_WRITES));
  }
}
