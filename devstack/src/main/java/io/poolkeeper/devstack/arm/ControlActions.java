package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What happens behind the clients' back: another writer, a resource that appears or goes, an
 * operation that ends. Actions are JSON objects: {@code put {resource}}, {@code delete {id}},
 * {@code members {pool, add, remove}}, {@code state {id, provisioningState}}, {@code complete
 * {operation | loadBalancer, status, error}}. They change etags, and no write log.
 */
final class ControlActions {
  private final ResourceStore store;
  private final Operations operations;

  ControlActions(ResourceStore store, Operations operations) {
    this.store = store;
    this.operations = operations;
  }

  JsonNode run(JsonNode action) {
    switch (Json.text(action, "action")) {
      case "put":
        return put(action.path("resource"));
      case "delete":
        return delete(Json.text(action, "id"));
      case "members":
        return members(action);
      case "state":
        return state(Json.text(action, "id"), Json.text(action, "provisioningState"));
      case "complete":
        return complete(action);
      default:
        throw new IllegalArgumentException(
            "action: expected put, delete, members, state or complete, found '"
                + Json.text(action, "action")
                + "'");
    }
  }

  private ObjectNode put(JsonNode resource) {
    ObjectNode copy = ResourceStore.checked(resource, "resource", null).deepCopy();
    ArmId id = ArmId.parse(Json.text(copy, "id"));
    if (!Writer.isChild(id)) {
      store.etags().stampAll(copy);
      store.put(copy);
      return copy;
    }
    ObjectNode root = root(id);
    ResourceBody.replace(root, id.type(1), id.name(1), copy);
    store.etags().stampChild(root, copy);
    store.put(root);
    return copy;
  }

  private ObjectNode delete(String text) {
    ArmId id = id(text);
    if (!Writer.isChild(id)) {
      return Json.object().put("deleted", store.remove(id.key()));
    }
    ObjectNode root = root(id);
    boolean there = ResourceStore.child(root, id.type(1), id.name(1)) != null;
    ResourceBody.replace(root, id.type(1), id.name(1), null);
    store.etags().stampChild(root, null);
    store.put(root);
    return Json.object().put("deleted", there);
  }

  private ObjectNode members(JsonNode action) {
    ArmId id = id(Json.text(action, "pool"));
    ObjectNode root = root(id);
    ObjectNode pool = ResourceStore.child(root, id.type(1), id.name(1));
    if (pool == null) {
      throw new IllegalArgumentException("members: no pool " + id.text());
    }
    List<JsonNode> entries = Json.items(pool, "properties", "loadBalancerBackendAddresses");
    JsonNode network =
        entries.isEmpty() ? null : Json.at(entries.get(0), "properties", "virtualNetwork");
    Set<String> gone = new HashSet<>();
    action.path("remove").forEach(a -> gone.add(Addresses.canonical(a.asText())));
    entries.removeIf(
        e -> gone.contains(Addresses.canonical(Json.text(e, "properties", "ipAddress"))));
    ArrayNode kept = Json.properties(pool).putArray("loadBalancerBackendAddresses").addAll(entries);
    for (JsonNode address : action.path("add")) {
      ObjectNode entry =
          kept.addObject().put("name", "other-writer-" + address.asText().replaceAll("[.:]", "-"));
      ObjectNode properties = entry.putObject("properties").put("ipAddress", address.asText());
      JsonNode chosen =
          action.has("virtualNetwork")
              ? Json.object().put("id", Json.text(action, "virtualNetwork"))
              : network;
      if (chosen != null && chosen.isObject()) {
        properties.set("virtualNetwork", chosen.deepCopy());
      }
    }
    store.etags().stampChild(root, pool);
    store.put(root);
    return pool;
  }

  /** Sets the provisioning state of a resource, or of a child and (for Failed) its resource. */
  ObjectNode state(String text, String state) {
    ArmId id = id(text);
    if (!Writer.isChild(id)) {
      if (store.get(id.key()) == null) {
        return Json.object();
      }
      ObjectNode copy = store.get(id.key()).deepCopy();
      Json.properties(copy).put("provisioningState", state);
      store.put(copy);
      return copy;
    }
    ObjectNode root = root(id);
    ObjectNode child = ResourceStore.child(root, id.type(1), id.name(1));
    if (child != null) {
      Json.properties(child).put("provisioningState", state);
    }
    if (state.equals("Failed")) {
      Json.properties(root).put("provisioningState", state);
    }
    store.put(root);
    return root;
  }

  /** New etags, nothing else. */
  void touch(String key) {
    ArmId id = id(key);
    if (store.get(id.rootKey()) != null) {
      ObjectNode root = root(id);
      ObjectNode child =
          Writer.isChild(id) ? ResourceStore.child(root, id.type(1), id.name(1)) : null;
      store.etags().stampChild(root, child);
      store.put(root);
    }
  }

  private ObjectNode complete(JsonNode action) {
    String status = action.path("status").asText("Succeeded");
    int ended = 0;
    for (Operation operation : operations.all()) {
      boolean named =
          operation.id.equals(Json.text(action, "operation"))
              || !Json.text(action, "loadBalancer").isEmpty()
                  && operation.rootKey.endsWith("/" + Json.lower(Json.text(action, "loadBalancer")))
              || !action.has("operation") && !action.has("loadBalancer");
      if (named && operation.running()) {
        operations.end(
            operation,
            status,
            action.path("error").isObject() ? (ObjectNode) action.get("error") : null);
        ended++;
      }
    }
    return Json.object().put("ended", ended);
  }

  private static ArmId id(String text) {
    ArmId id = ArmId.parse(text);
    if (id == null || id.steps().isEmpty() || id.isCollection()) {
      throw new IllegalArgumentException("expected the ARM id of a resource, found '" + text + "'");
    }
    return id;
  }

  private ObjectNode root(ArmId id) {
    if (store.get(id.rootKey()) == null) {
      throw new IllegalArgumentException("no resource " + id.rootText());
    }
    return store.get(id.rootKey()).deepCopy();
  }
}
