package io.poolkeeper.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.TraceContext;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;

/**
 * The queue's message, version 1: {@code {v, cluster, loadBalancer, cause, causedAt, attempt,
 * busySince, coverable, poisoned, traceparent, tracestate}}. Plain JSON and Base64 of it are both
 * read, since senders and hosts differ in what they take for granted.
 */
public final class RequestCodec {
  public static final int VERSION = 1;

  /** Of the JSON, in bytes; Base64 of it may be a third longer. */
  public static final int MAX_BYTES = 48 * 1024;

  private static final int MAX_BASE64 = MAX_BYTES / 3 * 4 + 4;
  private static final int MAX_CLUSTER = 253;
  private static final int MAX_COUNT = 1_000_000;
  private static final int MAX_ID = 2048;
  private static final String KIND = "Microsoft.Network/loadBalancers";

  /** How a message is written. */
  public enum Encoding {
    PLAIN,
    BASE64
  }

  /**
   * @param request empty: the message is to be set aside
   * @param reason one line for people, where there is no request
   */
  public record Decoded(Optional<Request> request, String reason) {}

  private RequestCodec() {}

  /** Never throws: what is wrong is the reason. */
  public static Decoded read(String message) {
    try {
      return new Decoded(Optional.of(request(Json.object(json(message)))), "");
    } catch (DocumentFault e) {
      return new Decoded(Optional.empty(), e.getMessage());
    }
  }

  static byte[] json(String message) throws DocumentFault {
    // the length in characters is a lower bound of that in bytes: noise is not even copied
    if (message != null && message.length() > MAX_BASE64) {
      throw tooLong(message.length(), MAX_BASE64);
    }
    String text = message == null ? "" : message.strip();
    if (text.startsWith("\uFEFF")) {
      text = text.substring(1).strip();
    }
    if (text.isEmpty()) {
      throw new DocumentFault("$: expected a request, found an empty message");
    }
    byte[] json = text.startsWith("{") ? text.getBytes(StandardCharsets.UTF_8) : decoded(text);
    if (json.length > MAX_BYTES) {
      throw tooLong(json.length, MAX_BYTES);
    }
    return json;
  }

  private static byte[] decoded(String text) throws DocumentFault {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw new DocumentFault("$: expected a JSON object, plain or as Base64, found neither");
    }
  }

  private static DocumentFault tooLong(int found, int allowed) {
    return new DocumentFault("$", "at most " + allowed + " bytes", found + " or more");
  }

  private static Request request(Fields fields) throws DocumentFault {
    fields.requiredNumber("v", VERSION, VERSION);
    return new Request(
        cluster(fields),
        loadBalancer(fields),
        // it decides nothing, and whoever writes a message by hand need not know the words
        fields.word("cause", Cause.class).orElse(Cause.OPERATOR),
        fields.time("causedAt"),
        fields.number("attempt", 0, MAX_COUNT).orElse(0L).intValue(),
        fields.time("busySince"),
        fields.flag("coverable").orElse(true),
        fields.number("poisoned", 0, MAX_COUNT).orElse(0L).intValue(),
        // decides nothing: what is malformed is dropped
        TraceContext.of(fields.looseText("traceparent"), fields.looseText("tracestate")));
  }

  private static String cluster(Fields fields) throws DocumentFault {
    String cluster = fields.requiredText("cluster", MAX_CLUSTER);
    if (cluster.isBlank()) {
      throw new DocumentFault(fields.path("cluster"), "a name", "blanks");
    }
    return cluster;
  }

  private static ArmId loadBalancer(Fields fields) throws DocumentFault {
    String text = fields.requiredText("loadBalancer", MAX_ID);
    Optional<ArmId> id =
        ArmId.parse(text).filter(found -> found.isOfType(KIND)).map(ArmId::key).map(ArmId::of);
    if (id.isEmpty()) {
      throw new DocumentFault(
          fields.path("loadBalancer"), "an ARM id of a load balancer", Fields.shown(text));
    }
    return id.get();
  }

  /**
   * Same request, same text; the id in lower case.
   *
   * @throws IllegalArgumentException if the request is longer than a reader would take
   */
  public static String write(Request request, Encoding encoding) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.put("v", VERSION);
    root.put("cluster", request.cluster());
    root.put("loadBalancer", request.loadBalancer().key());
    root.put("cause", request.cause().name());
    Json.put(root, "causedAt", request.causedAt());
    root.put("attempt", request.attempt());
    Json.put(root, "busySince", request.busySince());
    root.put("coverable", request.coverable());
    root.put("poisoned", request.poisoned());
    Json.put(root, "traceparent", request.trace(), TraceContext::traceparent);
    request
        .trace()
        .map(TraceContext::tracestate)
        .filter(state -> !state.isEmpty())
        .ifPresent(state -> root.put("tracestate", state));
    byte[] json = Json.bytes(root);
    if (json.length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a request of " + json.length + " bytes, allowed are " + MAX_BYTES);
    }
    return encoding == Encoding.BASE64
        ? Base64.getEncoder().encodeToString(json)
        : new String(json, StandardCharsets.UTF_8);
  }
}
