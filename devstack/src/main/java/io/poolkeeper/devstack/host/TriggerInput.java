package io.poolkeeper.devstack.host;

import com.microsoft.azure.functions.HttpRequestMessage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * What a trigger hands to an invocation.
 *
 * @param kind the trigger's type, for the invocation log
 * @param body the trigger's value
 * @param request the HTTP request when the trigger is one
 * @param metadata values for {@code @BindingName}, each as the text that reaches the worker
 * @param details what the invocation log says about the trigger
 * @param traceparent of the request that the host got, where there was one
 */
record TriggerInput(
    String kind,
    byte[] body,
    Optional<IncomingRequest> request,
    Map<String, String> metadata,
    Map<String, Object> details,
    Optional<String> traceparent) {

  /** Without a caller's trace. */
  TriggerInput(
      String kind,
      byte[] body,
      Optional<IncomingRequest> request,
      Map<String, String> metadata,
      Map<String, Object> details) {
    this(kind, body, request, metadata, details, Optional.empty());
  }

  /** The same, begun by a request with this trace. */
  TriggerInput tracedTo(Optional<String> caller) {
    return new TriggerInput(kind, body, request, metadata, details, caller);
  }

  static TriggerInput of(
      String kind, String text, Map<String, String> metadata, Map<String, Object> details) {
    return new TriggerInput(
        kind, text.getBytes(StandardCharsets.UTF_8), Optional.empty(), metadata, details);
  }

  String text() {
    return new String(body, StandardCharsets.UTF_8);
  }

  /** The request as the function sees it, with its body in the type the parameter asks for. */
  interface IncomingRequest {
    HttpRequestMessage<?> withBody(Object body);
  }
}
