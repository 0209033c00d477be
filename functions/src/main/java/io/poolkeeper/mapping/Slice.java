package io.poolkeeper.mapping;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mapping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The part of a mapping that one load balancer depends on: virtual network, its entry, its services
 * and the nodes that these name; without epoch, revision and generatedAt. Lists whose order means
 * nothing are sorted, what was left out is written as its default, ids are in lower case.
 */
public final class Slice {
  private Slice() {}

  /**
   * @param loadBalancer key in the mapping, without case
   * @return sha256 in lower-case hexadecimal of the slice's canonical JSON
   * @throws IllegalArgumentException if the mapping has no such load balancer
   */
  public static String hash(Mapping mapping, String loadBalancer) {
    Mapping.LoadBalancerEntry entry =
        mapping
            .loadBalancer(loadBalancer)
            .orElseThrow(
                () -> new IllegalArgumentException("no load balancer '" + loadBalancer + "'"));
    Set<String> named = new HashSet<>(entry.nodes().orElse(List.of()));
    Map<String, Object> services = new HashMap<>();
    for (Mapping.Service service : mapping.services().values()) {
      if (service.loadBalancer().equals(entry.name())) {
        services.put(service.name(), service(service));
        named.addAll(service.nodes());
      }
    }
    Map<String, Object> nodes = new HashMap<>();
    named.forEach(name -> nodes.put(name, node(mapping.nodes().get(name))));
    return CanonicalJson.sha256(
        Map.of(
            "virtualNetwork",
            mapping.virtualNetwork().key(),
            "loadBalancer",
            entry(entry),
            "services",
            services,
            "nodes",
            nodes));
  }

  private static Map<String, Object> entry(Mapping.LoadBalancerEntry entry) {
    Map<String, Object> json = new HashMap<>();
    json.put("name", entry.name().toLowerCase(Locale.ROOT));
    json.put("id", entry.id().key());
    entry.nodes().ifPresent(nodes -> json.put("nodes", sorted(nodes)));
    return json;
  }

  private static Map<String, Object> service(Mapping.Service service) {
    Map<String, String> pools = new HashMap<>();
    service.pools().forEach((family, name) -> pools.put(family.text(), lower(name)));
    List<String> families = new ArrayList<>();
    service.families().stream().map(Family::text).sorted().forEach(families::add);
    return Map.of(
        "policy",
        service.policy().name(),
        "families",
        families,
        "nodes",
        sorted(service.nodes()),
        "pools",
        pools);
  }

  private static Map<String, Object> node(Mapping.Node node) {
    Map<String, Object> json = new HashMap<>();
    json.put("addresses", node.addresses().stream().map(Address::text).toList());
    json.put("ready", node.ready());
    node.vm().ifPresent(vm -> json.put("vm", vm.key()));
    return json;
  }

  private static List<String> sorted(Collection<String> names) {
    return names.stream().distinct().sorted().toList();
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
