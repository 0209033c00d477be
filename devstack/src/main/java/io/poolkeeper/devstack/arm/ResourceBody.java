package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Fills in what the server adds to the body of a PUT of any resource but a pool. */
final class ResourceBody {
  /** Child lists that a resource always shows, by lower-case type. */
  private static final Map<String, List<String>> LISTS =
      Map.of(
          "microsoft.network/loadbalancers",
          List.of(
              "frontendIPConfigurations",
              "backendAddressPools",
              "loadBalancingRules",
              "probes",
              "inboundNatRules",
              "outboundRules",
              "inboundNatPools"),
          "microsoft.network/routetables",
          List.of("routes"),
          "microsoft.network/virtualnetworks",
          List.of("subnets"));

  private ResourceBody() {}

  /** The resource after the write; etags come later. {@code existing} is null for a new one. */
  static ObjectNode resource(ArmId id, ObjectNode existing, JsonNode body) {
    ObjectNode sent = body.deepCopy();
    sent.remove(List.of("id", "name", "type", "etag"));
    ObjectNode resource = Json.object();
    resource.put(
        "name",
        existing == null ? id.name(id.steps().size() / 2 - 1) : Json.text(existing, "name"));
    resource.put("id", existing == null ? id.text() : Json.text(existing, "id"));
    resource.put("etag", "").put("type", id.fullType());
    resource.setAll(sent);
    ObjectNode properties = Json.properties(resource);
    properties.put("provisioningState", "Succeeded");
    String guid = existing == null ? "" : Json.text(existing, "properties", "resourceGuid");
    properties.put("resourceGuid", guid.isEmpty() ? UUID.randomUUID().toString() : guid);
    for (String list : LISTS.getOrDefault(Json.lower(id.fullType()), List.of())) {
      if (!properties.path(list).isArray()) {
        properties.putArray(list);
      }
    }
    if (resource.path("sku").isObject() && !resource.path("sku").has("tier")) {
      ((ObjectNode) resource.get("sku")).put("tier", "Regional");
    }
    nameChildren(resource, id.fullType(), existing);
    return resource;
  }

  /** Children may be sent by name alone, as templates send pools. */
  private static void nameChildren(ObjectNode resource, String type, ObjectNode existing) {
    List<String> always = LISTS.getOrDefault(Json.lower(type), List.of());
    for (Map.Entry<String, JsonNode> field : resource.path("properties").properties()) {
      for (JsonNode item : Json.items(field.getValue())) {
        if (item.has("name") && (item.has("properties") || always.contains(field.getKey()))) {
          child((ObjectNode) item, Json.text(resource, "id"), type, field.getKey());
          if (field.getKey().equals("backendAddressPools")) {
            keepPool((ObjectNode) item, existing);
          }
        }
      }
    }
  }

  /** A load balancer's PUT does not touch what the server owns of its pools. */
  private static void keepPool(ObjectNode pool, ObjectNode existing) {
    ObjectNode old =
        existing == null
            ? null
            : ResourceStore.child(existing, "backendAddressPools", Json.text(pool, "name"));
    for (String field :
        List.of(
            "backendIPConfigurations",
            "loadBalancingRules",
            "outboundRule",
            "outboundRules",
            "inboundNatRules")) {
      if (old != null && old.path("properties").has(field)) {
        Json.properties(pool).set(field, old.path("properties").get(field).deepCopy());
      }
    }
  }

  static void child(ObjectNode child, String parentId, String parentType, String list) {
    child.put("id", parentId + "/" + list + "/" + Json.text(child, "name"));
    child.put("etag", "").put("type", parentType + "/" + list);
    ObjectNode properties = Json.properties(child);
    properties.put("provisioningState", "Succeeded");
    if (list.equals("frontendIPConfigurations") && !properties.has("privateIPAllocationMethod")) {
      properties.put("privateIPAllocationMethod", "Dynamic");
    }
    for (String reference :
        List.of("publicIPAddress", "publicIPPrefix", "subnet", "natGateway", "routeTable")) {
      if (properties.path(reference).has("id")) {
        String target = Json.text(properties, reference, "id");
        properties.putObject(reference).put("id", target);
      }
    }
  }

  /** Puts a child into its list, in place of the one with its name; null takes it out. */
  static void replace(ObjectNode resource, String list, String name, ObjectNode child) {
    ArrayNode array = ResourceStore.childArray(resource, list);
    if (array == null) {
      array = Json.properties(resource).putArray(list);
    }
    int at = -1;
    for (int i = 0; i < array.size(); i++) {
      at = Json.text(array.get(i), "name").equalsIgnoreCase(name) ? i : at;
    }
    if (child == null && at >= 0) {
      array.remove(at);
    } else if (child != null && at >= 0) {
      array.set(at, child);
    } else if (child != null) {
      array.add(child);
    }
  }
}
