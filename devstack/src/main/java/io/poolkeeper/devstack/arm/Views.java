package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Resources as a GET shows them: running operations as Updating, subnets with the ipConfigurations
 * that sit in them.
 */
final class Views {
  private static final String NETWORK = "microsoft.network/virtualnetworks";
  private final ResourceStore store;
  private final Operations operations;

  Views(ResourceStore store, Operations operations) {
    this.store = store;
    this.operations = operations;
  }

  /** A copy for showing; null for null. */
  ObjectNode show(String key, boolean stale, boolean expand) {
    ObjectNode stored = stale ? store.earlier(key) : store.get(key);
    if (stored == null) {
      return null;
    }
    ObjectNode copy = stored.deepCopy();
    Operation running = stale ? null : operations.running(key);
    if (running != null) {
      markUpdating(copy, running);
    }
    if (Json.lower(ArmId.parse(key).fullType()).equals(NETWORK)) {
      fillSubnets(copy, expand);
    }
    return copy;
  }

  /** A copy of one child for showing; null when it is not there. */
  ObjectNode showChild(ArmId id, boolean stale) {
    ObjectNode root = stale ? store.earlier(id.rootKey()) : store.get(id.rootKey());
    ObjectNode child = root == null ? null : ResourceStore.child(root, id.type(1), id.name(1));
    if (child == null) {
      return null;
    }
    ObjectNode copy = child.deepCopy();
    Operation running = stale ? null : operations.running(id.rootKey());
    if (running != null && Json.id(copy).equals(running.targetKey)) {
      Json.properties(copy).put("provisioningState", "Updating");
    }
    return copy;
  }

  private static void markUpdating(ObjectNode resource, Operation running) {
    Json.properties(resource).put("provisioningState", "Updating");
    for (ObjectNode child : Etags.children(resource)) {
      if (Json.id(child).equals(running.targetKey)) {
        Json.properties(child).put("provisioningState", "Updating");
      }
    }
  }

  private void fillSubnets(ObjectNode network, boolean expand) {
    for (JsonNode subnet : Json.items(network, "properties", "subnets")) {
      ArrayNode found = Json.MAPPER.createArrayNode();
      for (ResourceStore.Entry nic : store.nics()) {
        addConfigurations(
            found,
            Json.items(nic.node(), "properties", "ipConfigurations"),
            Json.id(subnet),
            expand);
      }
      for (ResourceStore.Entry balancer : store.ofType("microsoft.network/loadbalancers")) {
        addConfigurations(
            found,
            Json.items(balancer.node(), "properties", "frontendIPConfigurations"),
            Json.id(subnet),
            expand);
      }
      ObjectNode properties = Json.properties((ObjectNode) subnet);
      properties.remove("ipConfigurations");
      if (!found.isEmpty()) {
        properties.set("ipConfigurations", found);
      }
    }
  }

  private static void addConfigurations(
      ArrayNode found, List<JsonNode> configurations, String subnet, boolean expand) {
    for (JsonNode configuration : configurations) {
      if (Json.id(configuration, "properties", "subnet").equals(subnet)) {
        ObjectNode entry = found.addObject();
        entry.put("id", Json.text(configuration, "id"));
        if (expand) {
          expand(entry, configuration);
        }
      }
    }
  }

  private static void expand(ObjectNode entry, JsonNode configuration) {
    for (String field : List.of("name", "etag")) {
      if (configuration.has(field)) {
        entry.set(field, configuration.get(field));
      }
    }
    ObjectNode properties = entry.putObject("properties");
    for (String field :
        List.of(
            "provisioningState",
            "privateIPAddress",
            "privateIPAllocationMethod",
            "subnet",
            "publicIPAddress")) {
      if (configuration.path("properties").has(field)) {
        properties.set(field, configuration.path("properties").get(field));
      }
    }
  }

  /** Ids of pools of a load balancer, for its NICs. */
  static boolean namesPoolOf(JsonNode nic, String balancerKey, Set<String> listed) {
    for (JsonNode configuration : Json.items(nic, "properties", "ipConfigurations")) {
      if (listed.contains(Json.id(configuration))) {
        return true;
      }
      for (JsonNode pool :
          Json.items(configuration, "properties", "loadBalancerBackendAddressPools")) {
        if (Json.id(pool).startsWith(balancerKey + "/")) {
          return true;
        }
      }
    }
    return false;
  }

  static Map<String, String> etagHeader(JsonNode body) {
    String etag = Json.text(body, "etag");
    return etag.isEmpty() ? Map.of() : Map.of("ETag", etag);
  }
}
