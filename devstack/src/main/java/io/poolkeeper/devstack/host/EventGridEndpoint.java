package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * The Event Grid webhook: {@code POST /runtime/webhooks/eventgrid?functionName=X}. Answers both
 * subscription handshakes, runs one invocation per event, side by side: 202 when all succeeded, 500
 * when one failed (Event Grid then sends the whole delivery again).
 */
final class EventGridEndpoint {
  static final String PATH = "/runtime/webhooks/eventgrid";
  private static final String VALIDATION = "Microsoft.EventGrid.SubscriptionValidationEvent";

  private final Map<String, LoadedFunction> functions;
  private final Invoker invoker;
  private final Executor executor;

  EventGridEndpoint(Map<String, LoadedFunction> functions, Invoker invoker, Executor executor) {
    this.functions = functions;
    this.invoker = invoker;
    this.executor = executor;
  }

  Reply answer(Call call) {
    String name = call.query().getOrDefault("functionName", "");
    LoadedFunction function = functions.get(name);
    if (function == null) {
      return Reply.text(404, "cannot find function: '" + name + "'");
    }
    if (call.method().equals("OPTIONS")) {
      return allowSender(call);
    }
    if (!call.method().equals("POST")) {
      return Reply.empty(405);
    }
    return switch (call.header("aeg-event-type").orElse("").toLowerCase(Locale.ROOT)) {
      case "subscriptionvalidation" -> validate(call);
      case "notification" -> deliver(function, call);
      case "unsubscribe" -> Reply.empty(202);
      default ->
          Reply.text(
              400, "aeg-event-type must be SubscriptionValidation, Notification or Unsubscribe");
    };
  }

  /** The handshake of CloudEvents: the sender asks whether it may send. */
  private static Reply allowSender(Call call) {
    Optional<String> origin = call.header("webhook-request-origin");
    return origin.isEmpty()
        ? Reply.text(400, "WebHook-Request-Origin is missing")
        : new Reply(200, Map.of("WebHook-Allowed-Origin", origin.get()), new byte[0]);
  }

  private static Reply validate(Call call) {
    for (JsonNode event : events(call).orElse(List.of())) {
      JsonNode code = event.path("data").path("validationCode");
      if (event.path("eventType").asText().equals(VALIDATION) && code.isTextual()) {
        return Reply.json(200, Map.of("validationResponse", code.asText()));
      }
    }
    return Reply.text(400, "no " + VALIDATION + " with data.validationCode in the body");
  }

  private Reply deliver(LoadedFunction function, Call call) {
    Optional<List<JsonNode>> events = events(call);
    if (events.isEmpty()) {
      return Reply.text(400, "the body is not a JSON object or an array of objects");
    }
    List<CompletableFuture<Invoker.Result>> runs = new ArrayList<>();
    for (JsonNode event : events.get()) {
      runs.add(
          CompletableFuture.supplyAsync(
              () -> invoker.invoke(function, input(event).tracedTo(call.traceparent())), executor));
    }
    return runs.stream()
        .map(CompletableFuture::join)
        .flatMap(result -> result.error().stream())
        .findFirst()
        .map(error -> Reply.text(500, String.valueOf(error.getMessage())))
        .orElse(Reply.empty(202));
  }

  /** The real host hands the event over re-written with indentation. */
  static TriggerInput input(JsonNode event) {
    Map<String, Object> details =
        Map.of(
            "eventId", event.path("id").asText(""),
            "eventType", event.path("eventType").asText(event.path("type").asText("")));
    return TriggerInput.of("eventGridTrigger", Json.indented(event), Map.of(), details);
  }

  private static Optional<List<JsonNode>> events(Call call) {
    JsonNode root;
    try {
      root = Json.MAPPER.readTree(call.text());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
    if (root != null && root.isObject()) {
      return Optional.of(List.of(root));
    }
    if (root == null || !root.isArray()) {
      return Optional.empty();
    }
    List<JsonNode> events = new ArrayList<>();
    root.forEach(events::add);
    return events.stream().allMatch(JsonNode::isObject) ? Optional.of(events) : Optional.empty();
  }
}
