package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One moment of the whole state, indexed for the judge. Immutable; parsed parts are shared between
 * moments.
 */
final class World {
  /**
   * An address that is judged; {@code nic} is null for one that only pool entries or the known
   * addresses show.
   */
  record Machine(String address, String network, Nic nic) {
    String key() {
      return network + "|" + address + "|" + (nic == null ? "" : nic.configuration());
    }

    boolean v6() {
      return Addresses.isV6(address);
    }
  }

  /** Facts of resource versions, so that a write costs only what it changed. */
  static final class Facts {
    private record Of<T>(JsonNode node, T facts) {}

    private final Map<String, Of<LoadBalancerFacts>> balancers = new HashMap<>();
    private final Map<String, Of<List<Nic>>> nics = new HashMap<>();

    LoadBalancerFacts balancer(String key, JsonNode node) {
      Of<LoadBalancerFacts> known = balancers.get(key);
      if (known == null || known.node != node) {
        known =
            new Of<>(node, new LoadBalancerFacts(key, node, known == null ? null : known.facts));
        balancers.put(key, known);
      }
      return known.facts;
    }

    List<Nic> nics(String key, JsonNode node) {
      Of<List<Nic>> known = nics.get(key);
      if (known == null || known.node != node) {
        known = new Of<>(node, Nic.read(node));
        nics.put(key, known);
      }
      return known.facts;
    }
  }

  private final Map<String, ObjectNode> resources;
  private final Map<String, Set<String>> pending;
  private final Map<String, LoadBalancerFacts> balancers = new LinkedHashMap<>();
  private final Map<String, Machine> machines = new LinkedHashMap<>();
  private final List<JsonNode> natGateways = new ArrayList<>();

  /**
   * @param resources every resource by lower-case id
   * @param pending additions by pool that are accepted and not confirmed: they do not count yet
   * @param known addresses that are machines without a NIC
   */
  World(
      Map<String, ObjectNode> resources,
      Map<String, Set<String>> pending,
      Collection<String> known,
      Facts facts) {
    this.resources = resources;
    this.pending = pending;
    Set<String> seen = new HashSet<>();
    resources.forEach(
        (key, node) -> {
          String type = Json.lower(ArmId.parse(key).fullType());
          if (type.equals("microsoft.network/loadbalancers")) {
            balancers.put(key, facts.balancer(key, node));
          } else if (type.equals("microsoft.network/natgateways")) {
            natGateways.add(node);
          } else if (type.endsWith("/networkinterfaces")) {
            facts.nics(key, node).forEach(nic -> addNic(nic, seen));
          }
        });
    balancers
        .values()
        .forEach(
            b -> b.byAddress.forEach((address, entries) -> addEntries(address, entries, seen)));
    known.stream()
        .map(Addresses::canonical)
        .filter(a -> !seen.contains(a))
        .forEach(a -> add(new Machine(a, "", null)));
  }

  private void addNic(Nic nic, Set<String> seen) {
    add(new Machine(nic.address(), nic.network(), nic));
    seen.add(nic.address());
    seen.add(nic.network() + "|" + nic.address());
  }

  private void addEntries(String address, List<LoadBalancerFacts.Entry> entries, Set<String> seen) {
    for (LoadBalancerFacts.Entry entry : entries) {
      String place = entry.network().isEmpty() ? address : entry.network() + "|" + address;
      if (!seen.contains(place)) {
        add(new Machine(address, entry.network(), null));
        seen.add(address);
      }
    }
  }

  private void add(Machine machine) {
    machines.putIfAbsent(machine.key(), machine);
  }

  Collection<Machine> machines() {
    return machines.values();
  }

  /** The same machine in this moment; null when its ipConfiguration is gone. */
  Machine machine(Machine earlier) {
    return earlier.nic() == null ? earlier : machines.get(earlier.key());
  }

  Collection<LoadBalancerFacts> balancers() {
    return balancers.values();
  }

  JsonNode resource(String key) {
    return resources.get(key);
  }

  boolean isPending(String pool, String address) {
    return pending.getOrDefault(pool, Set.of()).contains(address);
  }

  LoadBalancerFacts.Pool pool(String key) {
    int at = key.indexOf("/backendaddresspools/");
    LoadBalancerFacts owner = at < 0 ? null : balancers.get(key.substring(0, at));
    return owner == null ? null : owner.pools.get(key);
  }

  /** The subnet's JSON, or null if the inventory lacks it. */
  JsonNode subnet(String key) {
    JsonNode network = resources.get(Nic.networkOf(key));
    for (JsonNode subnet :
        Json.items(network == null ? Json.object() : network, "properties", "subnets")) {
      if (Json.id(subnet).equals(key)) {
        return subnet;
      }
    }
    return null;
  }

  /**
   * The id of the subnet whose prefix contains an address, in one network or (empty) in any; empty
   * if there is none.
   */
  String subnetOf(String address, String network) {
    Addresses.Prefix wanted = Addresses.address(address);
    for (Map.Entry<String, ObjectNode> resource : resources.entrySet()) {
      if (wanted == null || !network.isEmpty() && !resource.getKey().equals(network)) {
        continue;
      }
      for (JsonNode subnet : Json.items(resource.getValue(), "properties", "subnets")) {
        if (prefixes(subnet).stream().anyMatch(p -> p != null && p.contains(wanted))) {
          return Json.id(subnet);
        }
      }
    }
    return "";
  }

  private static List<Addresses.Prefix> prefixes(JsonNode subnet) {
    List<Addresses.Prefix> found = new ArrayList<>();
    found.add(Addresses.prefix(Json.text(subnet, "properties", "addressPrefix")));
    Json.at(subnet, "properties", "addressPrefixes")
        .forEach(p -> found.add(Addresses.prefix(p.asText(""))));
    return found;
  }

  /** The NAT gateway that a network uses where a subnet has none of its own: its id, or empty. */
  String defaultNatGateway(String network) {
    JsonNode node = resources.get(network);
    String named = node == null ? "" : Json.id(node, "properties", "defaultPublicNatGateway");
    for (JsonNode gateway : natGateways) {
      if (named.isEmpty()
          && Json.id(gateway, "properties", "sourceVirtualNetwork").equals(network)) {
        return Json.id(gateway);
      }
    }
    return named;
  }
}
