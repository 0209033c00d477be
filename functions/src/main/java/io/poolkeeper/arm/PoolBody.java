package io.poolkeeper.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The body of a pool's PUT: the raw JSON as read, with only its members changed, so that properties
 * this version does not know survive. Pure.
 */
public final class PoolBody {
  private static final List<String> READ_ONLY = List.of("etag", "type");
  private static final List<String> READ_ONLY_PROPERTIES =
      List.of(
          "provisioningState",
          "backendIPConfigurations",
          "loadBalancingRules",
          "outboundRule",
          "outboundRules",
          "inboundNatRules");
  private static final List<String> READ_ONLY_OF_ENTRY =
      List.of("networkInterfaceIPConfiguration", "inboundNatRulesPortMapping");

  private PoolBody() {}

  /**
   * Existing entries stay verbatim but for read-only properties; leftovers (entries without
   * address), duplicates and back-references are left out; new entries follow the pool's network
   * style.
   *
   * @param virtualNetwork network of the mapping, for new entries where the pool carries none
   */
  public static JsonNode of(Pool pool, PoolWrite write, ArmId virtualNetwork) {
    ObjectNode body = pool.raw().deepCopy();
    body.remove(READ_ONLY);
    ObjectNode properties = body.withObjectProperty("properties");
    properties.remove(READ_ONLY_PROPERTIES);
    ArrayNode entries = properties.putArray("loadBalancerBackendAddresses");
    Set<Address> kept = new HashSet<>();
    for (Pool.Entry entry : pool.entries()) {
      boolean stays = entry.address().filter(a -> !write.removals().contains(a)).isPresent();
      if (stays && kept.add(entry.address().get())) {
        entries.add(verbatim(entry));
      }
    }
    write
        .additions()
        .forEach(
            (address, name) -> {
              if (kept.add(address)) {
                entries.add(added(entries, pool, address, name, virtualNetwork));
              }
            });
    return body;
  }

  private static ObjectNode verbatim(Pool.Entry entry) {
    ObjectNode copy = entry.raw().deepCopy();
    copy.withObjectProperty("properties").remove(READ_ONLY_OF_ENTRY);
    return copy;
  }

  private static ObjectNode added(
      ArrayNode factory, Pool pool, Address address, String name, ArmId virtualNetwork) {
    ObjectNode entry = factory.objectNode().put("name", name);
    ObjectNode properties = entry.putObject("properties").put("ipAddress", address.text());
    if (pool.virtualNetwork().isEmpty()) {
      properties.putObject("virtualNetwork").put("id", virtualNetwork.text());
    }
    return entry;
  }
}
