package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** An answer: status, extra headers and a JSON body (null: none). */
record Reply(int status, JsonNode body, Map<String, String> headers) {

  static Reply of(int status, JsonNode body) {
    return new Reply(status, body, Map.of());
  }

  Reply with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Reply(status, body, more);
  }

  /** ARM's own errors have no details; those of the network provider have a list. */
  static Reply gatewayError(int status, String code, String message) {
    ObjectNode body = Json.object();
    body.putObject("error").put("code", code).put("message", message);
    return of(status, body).with("x-ms-failure-cause", "gateway");
  }

  static Reply error(int status, String code, String message) {
    ObjectNode body = Json.object();
    body.putObject("error").put("code", code).put("message", message).putArray("details");
    return of(status, body);
  }

  static Reply error(int status, String code, String message, String detailCode, String detail) {
    Reply reply = error(status, code, message);
    ((ArrayNode) reply.body.path("error").path("details"))
        .addObject()
        .put("code", detailCode)
        .put("message", detail);
    return reply;
  }

  static Reply badRequest(String detailCode, String detail) {
    return error(400, "InvalidRequestFormat", "Cannot parse the request.", detailCode, detail);
  }

  static Reply groupNotFound(ArmId id) {
    return gatewayError(
        404, "ResourceGroupNotFound", "Resource group '" + id.group() + "' could not be found.");
  }

  static Reply resourceNotFound(ArmId id) {
    return gatewayError(
        404,
        "ResourceNotFound",
        "The Resource '"
            + id.namespace()
            + "/"
            + id.type(0)
            + "/"
            + id.name(0)
            + "' under resource group '"
            + id.group()
            + "' was not found. For more details please go to https://aka.ms/ARMResourceNotFoundFix");
  }

  static Reply childNotFound(ArmId id) {
    return error(404, "NotFound", "Resource " + id.text() + " not found.");
  }

  static Reply etagMismatch(String given, String found, String id) {
    String shown = given.startsWith("W/") ? given : "W/\"" + given + "\"";
    return error(
        412,
        "PreconditionFailed",
        "Precondition failed.",
        "PreconditionFailedEtagMismatch",
        "Etag provided in if-match header "
            + shown
            + " does not match etag "
            + found
            + " of resource "
            + id
            + " in NRP data store.");
  }
}
