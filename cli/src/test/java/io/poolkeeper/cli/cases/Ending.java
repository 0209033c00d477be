package io.poolkeeper.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.Address;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How a case ended, or must end, in a form that compares: sets, names in lower case, addresses in
 * their canonical text.
 */
record Ending(
    Map<String, Set<String>> pools,
    Set<String> held,
    Set<String> skipped,
    String error,
    int poolWrites) {

  static Ending wanted(PlanCase given) {
    JsonNode then = given.then();
    Map<String, Set<String>> pools = new TreeMap<>();
    then.path("pools")
        .properties()
        .forEach(pool -> pools.put(lower(pool.getKey()), addresses(pool.getValue())));
    Set<String> held = new TreeSet<>();
    then.path("held")
        .forEach(
            hold ->
                held.add(
                    held(
                        hold.path("loadBalancer").asText(),
                        hold.path("pool").asText(),
                        hold.path("address").asText(),
                        hold.path("reason").asText())));
    Set<String> skipped = new TreeSet<>();
    then.path("skipped")
        .forEach(
            skip ->
                skipped.add(
                    skipped(
                        skip.path("loadBalancer").asText(),
                        skip.path("pool").asText(""),
                        skip.path("reason").asText())));
    return new Ending(
        pools, held, skipped, then.path("error").asText(""), then.path("poolWrites").asInt());
  }

  /** {@code null} reads as empty text. */
  static String text(JsonNode node) {
    return node.isNull() || node.isMissingNode() ? "" : node.asText();
  }

  static String held(String loadBalancer, String pool, String address, String reason) {
    return lower(loadBalancer + "/" + pool) + " " + Address.of(address) + " " + reason;
  }

  /**
   * @param pool empty text: the whole load balancer
   */
  static String skipped(String loadBalancer, String pool, String reason) {
    return lower(pool.isEmpty() ? loadBalancer : loadBalancer + "/" + pool) + " " + reason;
  }

  static Set<String> addresses(JsonNode list) {
    Set<String> addresses = new TreeSet<>();
    list.forEach(address -> addresses.add(Address.of(address.asText()).text()));
    return addresses;
  }

  /** The members of every pool of a snapshot that counts as an IP pool in {@code start}. */
  static Map<String, Set<String>> ipPools(JsonNode snapshot, JsonNode start) {
    Map<String, Set<String>> pools = pools(snapshot);
    pools.keySet().retainAll(ipPools(start));
    return pools;
  }

  private static Set<String> ipPools(JsonNode start) {
    Set<String> names = new TreeSet<>();
    for (JsonNode balancer : start.path("loadBalancers")) {
      for (JsonNode pool : balancer.at("/properties/backendAddressPools")) {
        if (!ArmReader.pool(pool).isNicBased()) {
          names.add(lower(balancer.path("name").asText() + "/" + pool.path("name").asText()));
        }
      }
    }
    return names;
  }

  private static Map<String, Set<String>> pools(JsonNode snapshot) {
    Map<String, Set<String>> pools = new TreeMap<>();
    for (JsonNode balancer : snapshot.path("loadBalancers")) {
      for (JsonNode pool : balancer.at("/properties/backendAddressPools")) {
        Set<String> members = new TreeSet<>();
        for (JsonNode entry : pool.at("/properties/loadBalancerBackendAddresses")) {
          Address.parse(entry.at("/properties/ipAddress").asText())
              .ifPresent(address -> members.add(address.text()));
        }
        pools.put(
            lower(balancer.path("name").asText() + "/" + pool.path("name").asText()), members);
      }
    }
    return pools;
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
