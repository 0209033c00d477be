package io.poolkeeper.cli.chaos;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What ARM shows. */
final class Pools {
  private Pools() {}

  /** Addresses of every pool, by place. */
  static Map<String, SortedSet<String>> members(JsonNode azure) {
    Map<String, SortedSet<String>> pools = new TreeMap<>();
    for (JsonNode balancer : azure.path("loadBalancers")) {
      for (JsonNode pool : balancer.at("/properties/backendAddressPools")) {
        SortedSet<String> members = new TreeSet<>();
        pool.at("/properties/loadBalancerBackendAddresses")
            .forEach(entry -> members.add(entry.at("/properties/ipAddress").asText()));
        pools.put(Names.place(balancer.path("name").asText(), pool.path("name").asText()), members);
      }
    }
    return pools;
  }

  /** Ids of load balancers and pools that are not Succeeded. */
  static List<String> failed(JsonNode azure) {
    List<String> failed = new ArrayList<>();
    for (JsonNode balancer : azure.path("loadBalancers")) {
      addIfFailed(balancer, failed);
      balancer.at("/properties/backendAddressPools").forEach(pool -> addIfFailed(pool, failed));
    }
    return failed;
  }

  private static void addIfFailed(JsonNode resource, List<String> failed) {
    if (resource.at("/properties/provisioningState").asText().equals("Failed")) {
      failed.add(resource.path("id").asText());
    }
  }

  /** ARM id of a place. */
  static String id(String place) {
    int slash = place.indexOf('/');
    return Names.loadBalancer(place.substring(0, slash))
        + "/backendAddressPools/"
        + place.substring(slash + 1);
  }
}
