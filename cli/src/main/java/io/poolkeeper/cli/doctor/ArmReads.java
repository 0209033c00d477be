package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.poolkeeper.azure.arm.ArmRest;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads of anything that has an ARM id; expected refusals are values. */
final class ArmReads {
  private static final int MAX_PAGES = 200;

  private final ArmRest arm;
  private final Supplier<String> requestIds;

  ArmReads(ArmRest arm, Supplier<String> requestIds) {
    this.arm = arm;
    this.requestIds = requestIds;
  }

  /** An answer; {@link #value} is missing unless it was 200. */
  record Read(ArmRest.Reply reply, JsonNode value) {
    boolean ok() {
      return reply.status() == 200;
    }

    boolean missing() {
      return reply.status() == 404;
    }

    String said() {
      return reply.said();
    }

    /**
     * What helps, by who refused: a role cannot mend what a policy or a deny assignment refuses.
     */
    String remedy(String needed) {
      return switch (reply.errorCode()) {
        case "DenyAssignmentAuthorizationFailed" ->
            "a deny assignment keeps the caller from reading this, no role helps: ask who manages"
                + " the scope (a managed application, a deployment stack, AKS Automatic)";
        case "RequestDisallowedByPolicy" ->
            "a policy refuses this, no role helps: ask its owner for an exemption";
        case "AuthorizationFailed", "LinkedAuthorizationFailed" ->
            "give who runs this " + needed + ", or run it as somebody who has that";
        default ->
            reply.status() == 404
                ? "check name, subscription and login (az account show)"
                : "run it again; if it stays, ask Azure about "
                    + reply.headers().get("x-ms-request-id");
      };
    }
  }

  Read get(String path, String apiVersion) {
    return read("GET", path + "?api-version=" + apiVersion, Optional.empty());
  }

  Read post(String path, String apiVersion, Optional<JsonNode> body) {
    return read("POST", path + "?api-version=" + apiVersion, body);
  }

  /** All pages; {@link Read#value} is the array of all. */
  Read list(String path, String apiVersion, String moreQuery) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    String next = path + "?api-version=" + apiVersion + moreQuery;
    for (int page = 0; ; page++) {
      Read read = read("GET", next, Optional.empty());
      if (!read.ok()) {
        return read;
      }
      read.value().path("value").forEach(all::add);
      next = read.value().path("nextLink").asText("");
      if (next.isEmpty()) {
        return new Read(read.reply(), all);
      }
      if (page >= MAX_PAGES) {
        throw new IllegalStateException(path + ": more than " + MAX_PAGES + " pages");
      }
    }
  }

  private Read read(String method, String target, Optional<JsonNode> body) {
    ArmRest.Reply reply = arm.send(method, target, Map.of(), body, requestIds.get());
    return new Read(
        reply, reply.status() == 200 ? reply.body() : JsonNodeFactory.instance.missingNode());
  }
}
