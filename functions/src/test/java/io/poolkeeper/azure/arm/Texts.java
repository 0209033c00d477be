package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import java.util.TreeMap;
import java.util.TreeSet;

/** ARM documents for tests, small and in ARM's shape. */
final class Texts {
  static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg";
  static final ArmId LB = ArmId.of(GROUP + "/providers/Microsoft.Network/loadBalancers/lb");
  static final ArmId POOL = LB.child("backendAddressPools", "web");
  static final ArmId VNET = ArmId.of(GROUP + "/providers/Microsoft.Network/virtualNetworks/vnet");
  static final String OPERATION =
      FakeArm.ENDPOINT
          + "/subscriptions/00000000-0000-0000-0000-000000000001/providers/Microsoft.Network"
          + "/locations/eastus/operations/1?api-version=2025-03-01&c=c%2Bd&h=h&s=s&t=t";

  private Texts() {}

  static JsonNode json(String text) {
    JsonNode json =
        new Answer(
                200,
                new com.azure.core.http.HttpHeaders(),
                text.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                java.util.Optional.empty())
            .json();
    if (json.isMissingNode()) {
      throw new IllegalArgumentException("no JSON: " + text);
    }
    return json;
  }

  static String pool(String state, String etag, String... addresses) {
    StringBuilder entries = new StringBuilder();
    for (String address : addresses) {
      entries
          .append(entries.length() == 0 ? "" : ",")
          .append("{\"name\":\"node-")
          .append(address)
          .append("\",\"properties\":{\"ipAddress\":\"")
          .append(address)
          .append("\",\"futureOfEntry\":1}}");
    }
    return "{\"name\":\"web\",\"id\":\""
        + POOL
        + "\",\"etag\":\""
        + etag
        + "\",\"properties\":{\"provisioningState\":\""
        + state
        + "\",\"futureOfPool\":{\"a\":[1.50]},\"virtualNetwork\":{\"id\":\""
        + VNET
        + "\"},\"loadBalancerBackendAddresses\":["
        + entries
        + "]}}";
  }

  static String loadBalancer(String name, String... pools) {
    return "{\"name\":\""
        + name
        + "\",\"id\":\""
        + GROUP
        + "/providers/Microsoft.Network/loadBalancers/"
        + name
        + "\",\"etag\":\"e\",\"sku\":{\"name\":\"Standard\",\"tier\":\"Regional\"},"
        + "\"futureOfLoadBalancer\":true,\"properties\":{\"provisioningState\":\"Succeeded\","
        + "\"frontendIPConfigurations\":[],\"backendAddressPools\":["
        + String.join(",", pools)
        + "]}}";
  }

  static String list(String nextLink, String... items) {
    return "{\"value\":["
        + String.join(",", items)
        + "]"
        + (nextLink == null ? "" : ",\"nextLink\":\"" + nextLink + "\"")
        + "}";
  }

  static String error(String code, String message) {
    return "{\"error\":{\"code\":\"" + code + "\",\"message\":\"" + message + "\"}}";
  }

  static Pool poolOf(String... addresses) {
    return ArmReader.pool(json(pool("Succeeded", "W/\\\"old\\\"", addresses)));
  }

  static PoolWrite adding(String... addresses) {
    TreeMap<Address, String> additions = new TreeMap<>();
    for (String address : addresses) {
      additions.put(Address.of(address), "node-" + address);
    }
    return new PoolWrite("web", additions, new TreeSet<>());
  }
}
