package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks the body of a pool PUT and merges it with what the server owns: a full replace of the
 * writable part.
 */
final class PoolBody {
  private static final List<String> READ_ONLY =
      List.of(
          "backendIPConfigurations",
          "loadBalancingRules",
          "outboundRule",
          "outboundRules",
          "inboundNatRules",
          "provisioningState");
  private static final List<String> READ_ONLY_OF_ENTRY =
      List.of("networkInterfaceIPConfiguration", "inboundNatRulesPortMapping");

  private PoolBody() {}

  /** Null when the body is fine, else ARM's answer. */
  static Reply check(
      ArmId id, ObjectNode balancer, ObjectNode existing, JsonNode body, int maxPoolSize) {
    JsonNode entries = Json.at(body, "properties", "loadBalancerBackendAddresses");
    if (!body.isObject() || body.has("properties") && !body.get("properties").isObject()) {
      return Reply.badRequest(
          "InvalidJson", "The pool must be a JSON object whose properties are an object.");
    }
    if (!entries.isMissingNode() && !entries.isNull() && !entries.isArray()) {
      return Reply.badRequest(
          "InvalidJson", "properties.loadBalancerBackendAddresses must be a list.");
    }
    if (body.has("name") && !Json.text(body, "name").equalsIgnoreCase(id.name(1))) {
      return Reply.error(
          400, "InvalidResourceName", "The name in the body does not match the name in the path.");
    }
    if (entries.size() > maxPoolSize) {
      return Reply.error(
          400,
          "LoadBalancerBackendAddressPoolSizeLimitReached",
          "Pool "
              + id.text()
              + " would have "
              + entries.size()
              + " addresses; the limit is "
              + maxPoolSize
              + ".");
    }
    return checkEntries(id, balancer, existing, entries);
  }

  private static Reply checkEntries(
      ArmId id, ObjectNode balancer, ObjectNode existing, JsonNode entries) {
    Set<String> names = new HashSet<>();
    boolean addresses = false;
    for (JsonNode entry : entries) {
      String name = Json.text(entry, "name");
      String address = Json.text(entry, "properties", "ipAddress");
      addresses |= !address.isEmpty();
      if (!entry.isObject() || name.isEmpty()) {
        return Reply.badRequest("MissingJsonReferenceId", "Every backend address needs a name.");
      }
      if (!names.add(Json.lower(name))) {
        return Reply.error(
            400,
            "DuplicateResourceName",
            "Resource "
                + id.text()
                + " has two child resources with the same name ("
                + name
                + ").");
      }
      if (!address.isEmpty() && Addresses.address(address) == null) {
        return Reply.error(
            400,
            "InvalidIPAddressFormat",
            "IP address '" + address + "' of backend address " + name + " is not valid.");
      }
      if (address.isEmpty() && !isNicPool(existing)) {
        return Reply.error(
            400, "InvalidIPAddressFormat", "Backend address " + name + " has no IP address.");
      }
    }
    if (addresses && isNicPool(existing)) {
      return Reply.error(
          400,
          "CannotMixIPBasedAddressesAndIPConfigurationsOnLoadBalancerBackendAddressPool",
          "Mixing backend ipconfigurations and IPAddresses in backend pool "
              + id.text()
              + " is not allowed.");
    }
    if (addresses && !Json.text(balancer, "sku", "name").equalsIgnoreCase("Standard")) {
      return Reply.error(
          400,
          "IPBasedBackendPoolNotSupportedForSku",
          "Backend pool "
              + id.text()
              + " takes IP addresses only on a load balancer of SKU Standard.");
    }
    return null;
  }

  /** No entry has an address, and configurations are listed or named. */
  static boolean isNicPool(ObjectNode pool) {
    if (pool == null) {
      return false;
    }
    boolean named = Json.filled(pool, "properties", "backendIPConfigurations");
    for (JsonNode entry : Json.items(pool, "properties", "loadBalancerBackendAddresses")) {
      if (!Json.text(entry, "properties", "ipAddress").isEmpty()) {
        return false;
      }
      named |= entry.path("properties").has("networkInterfaceIPConfiguration");
    }
    return named;
  }

  static List<String> readOnlySent(JsonNode body) {
    List<String> found = new ArrayList<>();
    READ_ONLY.stream().filter(f -> body.path("properties").has(f)).forEach(found::add);
    for (JsonNode entry : Json.items(body, "properties", "loadBalancerBackendAddresses")) {
      READ_ONLY_OF_ENTRY.stream()
          .filter(f -> entry.path("properties").has(f) && !found.contains(f))
          .forEach(found::add);
    }
    return found;
  }

  /** The pool after the write, without its etag. {@code existing} is null for a new pool. */
  static ObjectNode merge(ArmId id, String balancerId, ObjectNode existing, JsonNode body) {
    ObjectNode pool = Json.object();
    pool.put("name", existing == null ? id.name(1) : Json.text(existing, "name"));
    pool.put(
        "id",
        existing == null
            ? balancerId + "/backendAddressPools/" + id.name(1)
            : Json.text(existing, "id"));
    pool.put("etag", "");
    ObjectNode properties = pool.putObject("properties");
    properties.put("provisioningState", "Succeeded");
    ArrayNode entries = properties.putArray("loadBalancerBackendAddresses");
    pool.put("type", "Microsoft.Network/loadBalancers/backendAddressPools");
    if (body.path("properties").isObject()) {
      body.get("properties")
          .properties()
          .forEach(
              f -> {
                if (!READ_ONLY.contains(f.getKey())
                    && !f.getKey().equals("loadBalancerBackendAddresses")
                    && !f.getValue().isNull()) {
                  properties.set(f.getKey(), f.getValue().deepCopy());
                }
              });
    }
    Json.items(body, "properties", "loadBalancerBackendAddresses")
        .forEach(e -> entries.add(entry(e, existing)));
    if (existing != null) {
      READ_ONLY.stream()
          .filter(f -> existing.path("properties").has(f) && !f.equals("provisioningState"))
          .forEach(f -> properties.set(f, existing.path("properties").get(f).deepCopy()));
    }
    return pool;
  }

  private static ObjectNode entry(JsonNode sent, ObjectNode existing) {
    ObjectNode entry = sent.deepCopy();
    ObjectNode properties = Json.properties(entry);
    properties.remove(READ_ONLY_OF_ENTRY);
    for (JsonNode old :
        Json.items(
            existing == null ? Json.object() : existing,
            "properties",
            "loadBalancerBackendAddresses")) {
      if (Json.text(old, "name").equalsIgnoreCase(Json.text(sent, "name"))) {
        READ_ONLY_OF_ENTRY.stream()
            .filter(f -> old.path("properties").has(f))
            .forEach(f -> properties.set(f, old.path("properties").get(f).deepCopy()));
      }
    }
    return entry;
  }

  /** Lower-case configurations that an entry named before and none names now. */
  static Set<String> gone(ObjectNode before, ObjectNode after) {
    Set<String> gone = new HashSet<>(named(before));
    gone.removeAll(named(after));
    return gone;
  }

  private static Set<String> named(ObjectNode pool) {
    Set<String> found = new HashSet<>();
    for (JsonNode entry : Json.items(pool, "properties", "loadBalancerBackendAddresses")) {
      found.add(Json.id(entry, "properties", "networkInterfaceIPConfiguration"));
    }
    return found;
  }

  /** Takes configurations out of the pool's back-references. */
  static void endConfigurations(ObjectNode properties, Set<String> gone) {
    List<JsonNode> kept = Json.items(properties, "backendIPConfigurations");
    if (kept.removeIf(c -> gone.contains(Json.id(c)))) {
      properties.putArray("backendIPConfigurations").addAll(kept);
      if (kept.isEmpty()) {
        properties.remove("backendIPConfigurations");
      }
    }
  }

  /** Addresses of the IP entries, in order, in one spelling. */
  static List<String> members(ObjectNode pool) {
    List<String> found = new ArrayList<>();
    if (pool != null) {
      for (JsonNode entry : Json.items(pool, "properties", "loadBalancerBackendAddresses")) {
        String address = Json.text(entry, "properties", "ipAddress");
        if (!address.isEmpty()) {
          found.add(Addresses.canonical(address));
        }
      }
    }
    return found;
  }
}
