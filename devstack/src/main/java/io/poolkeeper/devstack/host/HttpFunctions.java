package io.poolkeeper.devstack.host;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** HTTP-triggered functions under the route prefix; a key guards all but anonymous ones. */
final class HttpFunctions {
  private final List<Entry> entries;
  private final String hostKey;
  private final Invoker invoker;

  HttpFunctions(List<LoadedFunction> functions, String prefix, String hostKey, Invoker invoker) {
    this.entries = functions.stream().map(f -> entry(f, prefix)).toList();
    this.hostKey = hostKey;
    this.invoker = invoker;
  }

  private record Entry(
      LoadedFunction function, RouteTemplate route, List<String> methods, boolean open) {
    boolean allows(String method) {
      return methods.isEmpty() || methods.stream().anyMatch(method::equalsIgnoreCase);
    }
  }

  private static Entry entry(LoadedFunction function, String prefix) {
    FunctionDefinition.Binding trigger = function.definition().trigger();
    String route = trigger.text("route", "");
    return new Entry(
        function,
        RouteTemplate.of(prefix, route.isBlank() ? function.name() : route),
        StreamSupport.stream(trigger.json().path("methods").spliterator(), false)
            .map(JsonNode::asText)
            .toList(),
        trigger.text("authLevel", "function").equalsIgnoreCase("anonymous"));
  }

  /** 404 for a path or method that no function takes, 401 without the key. */
  Reply answer(Call call) {
    for (Entry entry : entries) {
      Optional<Map<String, String>> values = entry.route().match(call.path());
      if (values.isPresent() && entry.allows(call.method())) {
        return entry.open() || hasKey(call)
            ? run(entry.function(), call, values.get())
            : Reply.empty(401);
      }
    }
    return Reply.empty(404);
  }

  private boolean hasKey(Call call) {
    String given =
        call.header("x-functions-key")
            .or(() -> Optional.ofNullable(call.query().get("code")))
            .orElse("");
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), hostKey.getBytes(StandardCharsets.UTF_8));
  }

  private Reply run(LoadedFunction function, Call call, Map<String, String> routeValues) {
    Map<String, String> metadata = new LinkedHashMap<>(call.query());
    metadata.putAll(routeValues);
    TriggerInput input =
        new TriggerInput(
            "httpTrigger",
            call.body(),
            Optional.of(body -> new FunctionRequest(call, body)),
            metadata,
            Map.of("method", call.method(), "path", call.path()));
    Invoker.Result result = invoker.invoke(function, input.tracedTo(call.traceparent()));
    return result.succeeded() ? FunctionResponse.reply(result.returned()) : Reply.empty(500);
  }
}
