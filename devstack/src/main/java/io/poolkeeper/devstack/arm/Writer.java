package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;

/** PUT and DELETE as a client sends them: preconditions, validation, then the change. */
final class Writer {
  private static final String POOLS = "backendAddressPools";
  private final ResourceStore store;
  private final Operations operations;
  private final Changes changes;

  Writer(ResourceStore store, Operations operations, Changes changes) {
    this.store = store;
    this.operations = operations;
    this.changes = changes;
  }

  Reply put(Request request, ArmId id, Operation.Course course, Options options, Instant now) {
    JsonNode body;
    try {
      body = Json.MAPPER.readTree(request.body());
    } catch (JsonProcessingException e) {
      return Reply.gatewayError(
          400,
          "InvalidRequestContent",
          "The request content was invalid and could not be deserialized: '"
              + e.getOriginalMessage()
              + "'.");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    if (body == null || !body.isObject()) {
      return Reply.gatewayError(
          400, "InvalidRequestContent", "The request content was invalid: expected a JSON object.");
    }
    if (id.isGroup()) {
      boolean there = store.hasGroup(id);
      store.addGroup(id);
      store.groupTags(id, body.path("tags"));
      return Reply.of(there ? 200 : 201, Reads.groupBody(store.group(id), store));
    }
    Reply refusal = refusal(request, id, options);
    if (refusal != null) {
      return refusal;
    }
    boolean child = isChild(id);
    ObjectNode root = store.get(id.rootKey());
    ObjectNode existing =
        child ? ResourceStore.child(root, id.type(1), id.name(1)) : store.get(id.key());
    boolean pool = child && id.type(1).equalsIgnoreCase(POOLS);
    if (options.omittedListKeeps && existing != null) {
      body = withOmittedLists(id, existing, body, pool);
    }
    Reply invalid = pool ? PoolBody.check(id, root, existing, body, options.maxPoolSize) : null;
    if (invalid != null) {
      return invalid;
    }
    Changes.Change change = new Changes.Change(request, id, existing, body, course, options, now);
    return pool ? changes.pool(change) : child ? changes.child(change) : changes.resource(change);
  }

  Reply delete(Request request, ArmId id, Operation.Course course, Options options, Instant now) {
    if (id.isGroup()) {
      return store.removeGroup(id) ? Reply.of(202, null) : Reply.groupNotFound(id);
    }
    ObjectNode root = store.get(id.rootKey());
    ObjectNode existing =
        isChild(id) && root != null
            ? ResourceStore.child(root, id.type(1), id.name(1))
            : store.get(id.key());
    if (store.hasGroup(id) && existing == null) {
      return Reply.of(204, null);
    }
    Reply refusal = refusal(request, id, options);
    return refusal != null
        ? refusal
        : changes.delete(
            new Changes.Change(
                request, id, existing, Json.MAPPER.nullNode(), course, options, now));
  }

  /** The body as if a pool that was named without a member list had been sent with its members. */
  private static JsonNode withOmittedLists(
      ArmId id, ObjectNode existing, JsonNode body, boolean pool) {
    ObjectNode filled = body.deepCopy();
    if (pool) {
      keepMembers(filled, existing);
    } else if (id.is("Microsoft.Network", "loadBalancers")) {
      for (JsonNode sent : Json.items(filled, "properties", POOLS)) {
        ObjectNode old = ResourceStore.child(existing, POOLS, Json.text(sent, "name"));
        if (old != null) {
          keepMembers((ObjectNode) sent, old);
        }
      }
    }
    return filled;
  }

  private static void keepMembers(ObjectNode sent, ObjectNode old) {
    JsonNode members = Json.at(old, "properties", "loadBalancerBackendAddresses");
    if (!Json.at(sent, "properties", "loadBalancerBackendAddresses").isArray()
        && members.isArray()) {
      Json.properties(sent).set("loadBalancerBackendAddresses", members.deepCopy());
    }
  }

  static boolean isChild(ArmId id) {
    return id.steps().size() == 4 && id.namespace().equalsIgnoreCase("Microsoft.Network");
  }

  private Reply refusal(Request request, ArmId id, Options options) {
    if (!store.hasGroup(id)) {
      return Reply.groupNotFound(id);
    }
    if (id.isCollection() || id.namespace().isEmpty()) {
      return Reply.gatewayError(
          405,
          "MethodNotAllowed",
          "The method " + request.method() + " is not allowed on " + request.path() + ".");
    }
    ObjectNode root = store.get(id.rootKey());
    if (isChild(id) && root == null) {
      return Reply.resourceNotFound(id);
    }
    Reply precondition = precondition(request, id, root, options);
    return precondition != null ? precondition : busy(request, id, options);
  }

  private Reply precondition(Request request, ArmId id, ObjectNode root, Options options) {
    ObjectNode existing =
        isChild(id) ? ResourceStore.child(root, id.type(1), id.name(1)) : store.get(id.key());
    if (request.header("If-None-Match").trim().equals("*") && existing != null) {
      return Reply.error(412, "PreconditionFailed", "Precondition failed.");
    }
    String ifMatch = request.header("If-Match");
    if (ifMatch.isEmpty() || isChild(id) && options.etagMode == EtagMode.IGNORED) {
      return null;
    }
    String etag = existing == null ? "null" : Json.text(existing, "etag");
    return existing != null && Etags.matches(ifMatch, etag)
        ? null
        : Reply.etagMismatch(
            ifMatch, etag, existing == null ? id.text() : Json.text(existing, "id"));
  }

  private Reply busy(Request request, ArmId id, Options options) {
    Operation running = operations.running(id.rootKey());
    if (running == null || options.whileBusy == Options.WhileBusy.SUPERSEDE) {
      return null;
    }
    if (options.whileBusy == Options.WhileBusy.CONFLICT) {
      return Reply.error(
          409,
          "AnotherOperationInProgress",
          "Another operation on this or dependent resource is in progress. To retrieve status of the operation use uri: "
              + running.url(request.base(), id.subscription(), "operations")
              + ".");
    }
    return Reply.error(
        429,
        "RetryableError",
        "A retryable error occurred.",
        "ReferencedResourceNotProvisioned",
        "Cannot proceed with operation because resource "
            + id.rootText()
            + " is not in Succeeded state. Resource is in Updating state and the last operation that updated/is updating the resource is "
            + running.name
            + ".");
  }
}
