package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;

/**
 * The simulator's own API under {@code /_devstack/}, for tests and demos that drive it from another
 * process; no token needed.
 *
 * <pre>
 * GET    health                     PUT    settings   {field of Options: value, ...}
 * GET    snapshot                   PUT    snapshot   (replaces the state)
 * PUT    resources  (ARM JSON)      DELETE resources?id=
 * POST   actions    (see ControlActions)
 * GET    writes                     GET    requests   DELETE logs
 * GET    overlaps                   GET    operations
 * GET    faults     POST faults     DELETE faults[?id=]
 * GET    strandings                 GET    strength?address=&amp;protocol=[&amp;network=]
 * POST   baseline   GET  baseline   {weaker: at any later write, now: at this moment}
 * </pre>
 */
final class ControlApi {
  static final String PREFIX = "/_devstack/";
  private final Engine engine;
  private final Events events;

  ControlApi(Engine engine, Events events) {
    this.engine = engine;
    this.events = events;
  }

  Reply answer(Request request) {
    try {
      JsonNode body =
          request.body().length == 0 ? Json.object() : Json.MAPPER.readTree(request.body());
      JsonNode result =
          route(request.method() + " " + request.path().substring(PREFIX.length()), request, body);
      return result == null
          ? Reply.error(
              404, "NotFound", "the control API has no " + request.method() + " " + request.path())
          : Reply.of(200, result);
    } catch (IOException | IllegalArgumentException e) {
      return Reply.error(400, "InvalidControlRequest", String.valueOf(e.getMessage()));
    }
  }

  private JsonNode route(String call, Request request, JsonNode body) throws IOException {
    ObjectNode done = Json.object().put("done", true);
    switch (call) {
      case "GET health":
        return Json.object()
            .put("status", "ready")
            .put("eventsDelivered", events.delivered())
            .put("eventsLost", events.lost());
      case "PUT settings":
        engine.configure(engine.options().merged(body));
        return done;
      case "GET snapshot":
        return engine.dump();
      case "PUT snapshot":
        engine.load(body);
        return done;
      case "PUT resources":
        return engine.act(Json.object().put("action", "put").set("resource", body));
      case "DELETE resources":
        return engine.act(Json.object().put("action", "delete").put("id", request.parameter("id")));
      case "POST actions":
        return engine.act(body);
      case "DELETE logs":
        engine.clearLogs();
        return done;
      case "POST faults":
        return Json.object()
            .put("id", engine.faults.add(Json.MAPPER.treeToValue(body, Fault.class)));
      case "GET faults":
        return Json.MAPPER.valueToTree(engine.faults.all());
      case "DELETE faults":
        engine.faults.remove(request.parameter("id"));
        return done;
      default:
        return query(call, request);
    }
  }

  private JsonNode query(String call, Request request) {
    switch (call) {
      case "GET writes":
        ArrayNode writes = Json.MAPPER.createArrayNode();
        engine.log(WriteLog::writes).forEach(w -> writes.add(w.toJson()));
        return Json.object().set("writes", writes);
      case "GET overlaps":
        return Json.object().set("overlaps", Json.strings(engine.log(WriteLog::overlaps)));
      case "GET requests":
        return engine.requests.toJson();
      case "GET operations":
        return operations();
      case "GET strandings":
        return Json.object().set("strandings", array(engine.log(WriteLog::strandings)));
      case "GET strength":
        return strength(request);
      case "POST baseline":
        engine.court(
            court -> {
              court.mark(engine.options());
              return null;
            });
        return Json.object().put("done", true);
      case "GET baseline":
        ObjectNode found = Json.object();
        found.set("weaker", array(engine.court(Court::belowBaseline)));
        found.set("now", array(engine.court(court -> court.weakerNow(engine.options()))));
        return found;
      default:
        return null;
    }
  }

  private JsonNode strength(Request request) {
    String protocol =
        request.parameter("protocol").isEmpty() ? "TCP" : request.parameter("protocol");
    Strength strength =
        engine.court(
            c ->
                c.strength(
                    request.parameter("address"),
                    request.parameter("network"),
                    protocol,
                    engine.options()));
    return Json.object().put("strength", strength.name());
  }

  private JsonNode operations() {
    ArrayNode found = Json.MAPPER.createArrayNode();
    for (Operation operation : engine.operations()) {
      ObjectNode entry =
          found
              .addObject()
              .put("id", operation.id)
              .put("name", operation.name)
              .put("status", operation.status);
      entry.put("target", operation.targetKey).put("writeSeq", operation.writeSeq);
    }
    return Json.object().set("operations", found);
  }

  private static ArrayNode array(List<Stranding> strandings) {
    ArrayNode found = Json.MAPPER.createArrayNode();
    strandings.forEach(s -> found.add(s.toJson()));
    return found;
  }
}
