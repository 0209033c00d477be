package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What one version of a load balancer's JSON says about ways out. */
final class LoadBalancerFacts {
  /**
   * A rule that translates addresses: "Tcp", "Udp" or "All" in lower case, and the public address
   * or prefix of a frontend.
   */
  record Snat(String protocol, String publicKey) {
    boolean covers(String judged) {
      return protocol.equals("all") || protocol.equalsIgnoreCase(judged);
    }
  }

  /** Membership of an address: the pool and the network that the entry names (empty: none). */
  record Entry(Pool pool, String network) {}

  /** The IP entries of one version of a pool's properties: address and network. */
  private record Members(JsonNode properties, List<Map.Entry<String, String>> networkByAddress) {
    static Members read(JsonNode properties) {
      String poolNetwork = Json.id(properties, "virtualNetwork");
      List<Map.Entry<String, String>> found = new ArrayList<>();
      for (JsonNode entry : Json.items(properties, "loadBalancerBackendAddresses")) {
        String address = Json.text(entry, "properties", "ipAddress");
        if (!address.isEmpty()) {
          found.add(Map.entry(Addresses.canonical(address), network(entry, poolNetwork)));
        }
      }
      return new Members(properties, found);
    }

    private static String network(JsonNode entry, String poolNetwork) {
      String own = Json.id(entry, "properties", "virtualNetwork");
      if (own.isEmpty()) {
        own = Nic.networkOf(Json.id(entry, "properties", "subnet"));
      }
      return own.isEmpty() ? poolNetwork : own;
    }
  }

  static final class Pool {
    final String key;
    final LoadBalancerFacts owner;
    final boolean ending;
    final List<Snat> snat = new ArrayList<>();

    Pool(String key, LoadBalancerFacts owner, boolean ending) {
      this.key = key;
      this.owner = owner;
      this.ending = ending;
    }
  }

  final String key;
  final boolean standard;
  final boolean succeeded;
  final Map<String, Pool> pools = new LinkedHashMap<>();
  final Map<String, List<Entry>> byAddress = new HashMap<>();
  final Map<String, Set<Pool>> byConfiguration = new HashMap<>();

  private final Map<String, Members> members = new HashMap<>();

  /** {@code before} (may be null) is an older version, whose unchanged pools are not read again. */
  LoadBalancerFacts(String key, JsonNode node, LoadBalancerFacts before) {
    this.key = key;
    this.standard =
        Json.text(node, "sku", "name").equalsIgnoreCase("Standard")
            && !Json.text(node, "sku", "tier").equalsIgnoreCase("Global");
    this.succeeded =
        Json.text(node, "properties", "provisioningState").equalsIgnoreCase("Succeeded");
    Map<String, Members> earlier = before == null ? Map.of() : before.members;
    Json.items(node, "properties", "backendAddressPools").forEach(p -> readPool(p, earlier));
    Map<String, JsonNode> frontends = new HashMap<>();
    Json.items(node, "properties", "frontendIPConfigurations")
        .forEach(f -> frontends.put(Json.id(f), f));
    for (JsonNode rule : Json.items(node, "properties", "outboundRules")) {
      readRule(rule, Json.items(rule, "properties", "frontendIPConfigurations"), frontends);
    }
    for (JsonNode rule : Json.items(node, "properties", "loadBalancingRules")) {
      if (!Json.at(rule, "properties", "disableOutboundSnat").asBoolean(false)) {
        readRule(rule, List.of(Json.at(rule, "properties", "frontendIPConfiguration")), frontends);
      }
    }
  }

  private void readPool(JsonNode node, Map<String, Members> earlier) {
    String state = Json.text(node, "properties", "provisioningState");
    Pool pool =
        new Pool(
            Json.id(node),
            this,
            state.equalsIgnoreCase("Updating") || state.equalsIgnoreCase("Deleting"));
    pools.put(pool.key, pool);
    Members known = earlier.get(pool.key);
    if (known == null || known.properties != node.path("properties")) {
      known = Members.read(node.path("properties"));
    }
    members.put(pool.key, known);
    for (Map.Entry<String, String> member : known.networkByAddress) {
      byAddress
          .computeIfAbsent(member.getKey(), a -> new ArrayList<>())
          .add(new Entry(pool, member.getValue()));
    }
    for (JsonNode configuration : Json.items(node, "properties", "backendIPConfigurations")) {
      byConfiguration.computeIfAbsent(Json.id(configuration), c -> new LinkedHashSet<>()).add(pool);
    }
  }

  private void readRule(
      JsonNode rule, List<JsonNode> rulesFrontends, Map<String, JsonNode> frontends) {
    String protocol = Json.lower(Json.text(rule, "properties", "protocol"));
    Set<String> named = new LinkedHashSet<>();
    named.add(Json.id(rule, "properties", "backendAddressPool"));
    Json.items(rule, "properties", "backendAddressPools").forEach(p -> named.add(Json.id(p)));
    for (JsonNode reference : rulesFrontends) {
      JsonNode frontend = frontends.get(Json.id(reference));
      String address = frontend == null ? "" : Json.id(frontend, "properties", "publicIPAddress");
      String prefix = frontend == null ? "" : Json.id(frontend, "properties", "publicIPPrefix");
      for (String target : List.of(address, prefix)) {
        named.stream()
            .filter(key -> !target.isEmpty() && pools.containsKey(key))
            .forEach(key -> pools.get(key).snat.add(new Snat(protocol, target)));
      }
    }
  }
}
