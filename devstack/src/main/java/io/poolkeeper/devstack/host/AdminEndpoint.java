package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * {@code GET /admin/host/status}, {@code GET /admin/functions}, {@code POST
 * /admin/functions/{name}} with {@code {"input": ...}}: 202 and the run goes on, or with {@code
 * ?wait=true} (this host's own) 200 or 500 after it.
 */
final class AdminEndpoint {
  static final String PATH = "/admin/";
  private static final String FUNCTIONS = "/admin/functions";

  private final List<FunctionDefinition> indexed;
  private final Map<String, LoadedFunction> loaded;
  private final Map<String, TimerListener> timers;
  private final Invoker invoker;
  private final Executor executor;
  private final Map<String, Object> status;

  AdminEndpoint(
      List<FunctionDefinition> indexed,
      Map<String, LoadedFunction> loaded,
      Map<String, TimerListener> timers,
      Invoker invoker,
      Executor executor,
      Map<String, Object> status) {
    this.indexed = indexed;
    this.loaded = loaded;
    this.timers = timers;
    this.invoker = invoker;
    this.executor = executor;
    this.status = status;
  }

  Reply answer(Call call) {
    boolean get = call.method().equals("GET");
    if (call.path().equals("/admin/host/status") && get) {
      return Reply.json(200, status);
    }
    if (call.path().equals(FUNCTIONS) && get) {
      return Reply.json(200, indexed.stream().map(this::describe).toList());
    }
    if (call.path().startsWith(FUNCTIONS + "/") && call.method().equals("POST")) {
      return run(call, call.path().substring(FUNCTIONS.length() + 1));
    }
    return Reply.empty(404);
  }

  private Map<String, Object> describe(FunctionDefinition definition) {
    return Map.of(
        "name", definition.name(),
        "entryPoint", definition.entryPoint(),
        "isDisabled", !loaded.containsKey(definition.name()),
        "bindings", definition.bindings().stream().map(FunctionDefinition.Binding::json).toList());
  }

  private Reply run(Call call, String name) {
    LoadedFunction function = loaded.get(name);
    if (function == null) {
      return Reply.text(404, "no such function, or disabled: " + name);
    }
    Optional<String> input = input(call.text());
    if (input.isEmpty()) {
      return Reply.text(400, "a JSON object {\"input\": ...} was expected");
    }
    Supplier<Invoker.Result> work = work(function, input.get(), call.traceparent());
    if (!Boolean.parseBoolean(call.query().get("wait"))) {
      executor.execute(work::get);
      return Reply.empty(202);
    }
    Invoker.Result result = work.get();
    return Reply.json(
        result.succeeded() ? 200 : 500,
        Map.of(
            "invocationId", result.invocationId(),
            "error", result.error().map(Throwable::toString).orElse("")));
  }

  private Supplier<Invoker.Result> work(
      LoadedFunction function, String input, Optional<String> traceparent) {
    TimerListener timer = timers.get(function.name());
    if (timer != null) {
      return timer::fireNow;
    }
    byte[] body = input.getBytes(StandardCharsets.UTF_8);
    Map<String, String> metadata =
        function.definition().isTriggeredBy("queueTrigger") ? QueueMetadata.byHand(body) : Map.of();
    TriggerInput manual =
        new TriggerInput("manual", body, Optional.empty(), metadata, Map.of("by", "admin"));
    return () -> invoker.invoke(function, manual.tracedTo(traceparent));
  }

  /** An empty body is an empty input; a structure is handed on as its JSON text. */
  private static Optional<String> input(String body) {
    if (body.isBlank()) {
      return Optional.of("");
    }
    try {
      JsonNode root = Json.MAPPER.readTree(body);
      JsonNode input = root.path("input");
      if (!root.isObject()) {
        return Optional.empty();
      }
      return Optional.of(
          input.isValueNode() || input.isMissingNode() ? input.asText() : Json.text(input));
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }
}
