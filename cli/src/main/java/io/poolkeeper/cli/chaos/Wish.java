package io.poolkeeper.cli.chaos;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * What a publisher wants: a value with its mapping document.
 *
 * @param nodes address by name
 * @param services by name, all with externalTrafficPolicy Local
 */
record Wish(
    int loadBalancers,
    long epoch,
    long revision,
    SortedMap<String, String> nodes,
    SortedMap<String, Service> services) {

  record Service(String loadBalancer, SortedSet<String> nodes) {
    Service {
      nodes = Collections.unmodifiableSortedSet(new TreeSet<>(nodes));
    }
  }

  Wish {
    nodes = Collections.unmodifiableSortedMap(new TreeMap<>(nodes));
    services = Collections.unmodifiableSortedMap(new TreeMap<>(services));
  }

  /** Two services per load balancer and one that roams, all with all nodes. */
  static Wish first(int loadBalancers, SortedMap<String, String> nodes) {
    SortedMap<String, Service> services = new TreeMap<>();
    TreeSet<String> all = new TreeSet<>(nodes.keySet());
    for (int i = 1; i <= loadBalancers; i++) {
      services.put("shop/web" + i, new Service("lb-" + i, all));
      services.put("shop/api" + i, new Service("lb-" + i, all));
    }
    services.put(Names.ROAMER, new Service("lb-1", all));
    return new Wish(loadBalancers, 0, 1, nodes, services);
  }

  Wish numbered(long newEpoch, long newRevision) {
    return new Wish(loadBalancers, newEpoch, newRevision, nodes, services);
  }

  Wish with(String service, UnaryOperator<Service> change) {
    SortedMap<String, Service> changed = new TreeMap<>(services);
    changed.computeIfPresent(service, (name, before) -> change.apply(before));
    return new Wish(loadBalancers, epoch, revision, nodes, changed);
  }

  Wish listed(String service, String node, boolean wanted) {
    return with(
        service,
        before -> {
          SortedSet<String> listed = new TreeSet<>(before.nodes());
          if (wanted) {
            listed.add(node);
          } else {
            listed.remove(node);
          }
          return new Service(before.loadBalancer(), listed);
        });
  }

  Wish withNode(String node, String address) {
    SortedMap<String, String> more = new TreeMap<>(nodes);
    more.put(node, address);
    return new Wish(loadBalancers, epoch, revision, more, services);
  }

  Wish withoutNode(String node) {
    Wish left = this;
    for (String service : services.keySet()) {
      left = left.listed(service, node, false);
    }
    SortedMap<String, String> fewer = new TreeMap<>(nodes);
    fewer.remove(node);
    return new Wish(loadBalancers, epoch, revision, fewer, left.services);
  }

  /** Wanted addresses of every owned pool, by place. */
  Map<String, SortedSet<String>> pools() {
    Map<String, SortedSet<String>> pools = new TreeMap<>();
    services.forEach(
        (name, service) -> {
          SortedSet<String> wanted = new TreeSet<>();
          service.nodes().forEach(node -> wanted.add(nodes.get(node)));
          pools.put(Names.place(service.loadBalancer(), Names.pool(name)), wanted);
        });
    return pools;
  }

  byte[] document() {
    return json().toString().getBytes(StandardCharsets.UTF_8);
  }

  ObjectNode json() {
    ObjectNode mapping = Names.JSON.createObjectNode().put("schema", "poolkeeper.mapping/v1");
    mapping.put("cluster", Names.CLUSTER).put("epoch", epoch).put("revision", revision);
    mapping.put("virtualNetwork", Names.VNET);
    ObjectNode balancers = mapping.putObject("loadBalancers");
    for (int i = 1; i <= loadBalancers; i++) {
      balancers.putObject("lb-" + i).put("id", Names.loadBalancer("lb-" + i));
    }
    ObjectNode machines = mapping.putObject("nodes");
    nodes.forEach(
        (node, address) ->
            machines.putObject(node).put("ready", true).putArray("addresses").add(address));
    ObjectNode all = mapping.putObject("services");
    services.forEach(
        (name, service) -> {
          ObjectNode entry = all.putObject(name).put("loadBalancer", service.loadBalancer());
          ArrayNode listed = entry.put("externalTrafficPolicy", "Local").putArray("nodes");
          service.nodes().forEach(listed::add);
        });
    return mapping;
  }
}
