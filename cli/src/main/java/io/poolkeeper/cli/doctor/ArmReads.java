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

  /** An answer; {@link #value} is missing unless it was 200 with JSON of the expected form. */
  record Read(ArmRest.Reply reply, JsonNode value) {
    boolean ok() {
      return value.isContainerNode();
    }

    boolean missing() {
      return reply.status() == 404;
    }

    String said() {
      return reply.status() == 200
          ? "200 with what is no answer to this, or more than " + MAX_PAGES + " pages"
          : reply.said();
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
                : "run it again"
                    + Optional.ofNullable(reply.headers().get("Retry-After"))
                        .map(seconds -> ", not before " + seconds + " s have passed")
                        .orElse("")
                    + Optional.ofNullable(reply.headers().get("x-ms-request-id"))
                        .map(id -> "; if it stays, ask Azure about " + id)
                        .orElse("");
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
    for (int page = 1; ; page++) {
      Read read = read("GET", next, Optional.empty());
      if (!read.ok() || !read.value().path("value").isArray() || page > MAX_PAGES) {
        // Half a list would look like a list without the rest.
        return new Read(read.reply(), JsonNodeFactory.instance.missingNode());
      }
      read.value().path("value").forEach(all::add);
      next = read.value().path("nextLink").asText("");
      if (next.isEmpty()) {
        return new Read(read.reply(), all);
      }
    }
  }

  private Read read(String method, String target, Optional<JsonNode> body) {
    ArmRest.Reply reply = arm.send(method, target, Map.of(), body, requestIds.get());
    return new Read(
        reply, reply.status() == 200 ? reply.body() : JsonNodeFactory.instance.missingNode());
  }
}
