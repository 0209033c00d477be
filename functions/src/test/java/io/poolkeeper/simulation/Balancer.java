package io.poolkeeper.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A load balancer as it really is. */
final class Balancer {
  static final ObjectMapper JSON = new ObjectMapper();

  /** A pool with its members, and the one rule that may give them SNAT. */
  static final class SimPool {
    final String name;
    final boolean snat;
    final SortedMap<String, JsonNode> members = new TreeMap<>();
    boolean rule = true;
    String etag = "";

    SimPool(String name, boolean snat) {
      this.name = name;
      this.snat = snat;
    }

    boolean gives() {
      return snat && rule;
    }
  }

  final ArmId id;
  final SortedMap<String, SimPool> pools = new TreeMap<>();
  String etag = "";
  long busyUntil;
  private LoadBalancer model;
  private boolean modelBusy;
  private Map<String, Set<String>> snapshot;

  Balancer(ArmId id) {
    this.id = id;
  }

  Balancer pool(String name, boolean snat) {
    pools.put(name, new SimPool(name, snat));
    return this;
  }

  Set<String> members(String pool) {
    SimPool found = pools.get(pool);
    return found == null ? new TreeSet<>() : new TreeSet<>(found.members.keySet());
  }

  /** What is read of it changes. */
  void changed() {
    model = null;
    snapshot = null;
  }

  /** Who is in which pool; the same object as long as nothing changes. */
  Map<String, Set<String>> snapshot() {
    if (snapshot == null) {
      Map<String, Set<String>> now = new TreeMap<>();
      pools.forEach((name, pool) -> now.put(name, Set.copyOf(pool.members.keySet())));
      snapshot = now;
    }
    return snapshot;
  }

  LoadBalancer model(boolean busy) {
    if (model == null || modelBusy != busy) {
      modelBusy = busy;
      model = ArmReader.loadBalancer(json(busy));
    }
    return model;
  }

  JsonNode json(boolean busy) {
    ObjectNode lb = JSON.createObjectNode();
    lb.put("name", id.name()).put("id", id.text()).put("etag", etag);
    lb.put("type", "Microsoft.Network/loadBalancers");
    lb.putObject("sku").put("name", "Standard").put("tier", "Regional");
    ObjectNode properties = lb.putObject("properties");
    properties.put("provisioningState", busy ? "Updating" : "Succeeded");
    String frontend = id.text() + "/frontendIPConfigurations/fe";
    ObjectNode fe = properties.putArray("frontendIPConfigurations").addObject();
    fe.put("name", "fe").put("id", frontend);
    fe.putObject("properties").putObject("publicIPAddress").put("id", Truth.PIP.text());
    ArrayNode poolList = properties.putArray("backendAddressPools");
    ArrayNode rules = properties.putArray("loadBalancingRules");
    properties.putArray("outboundRules");
    for (SimPool pool : pools.values()) {
      poolList.add(json(pool));
      if (pool.rule) {
        rule(rules, frontend, pool);
      }
    }
    return lb;
  }

  ObjectNode json(SimPool pool) {
    ObjectNode json = JSON.createObjectNode();
    json.put("name", pool.name).put("id", poolId(pool.name)).put("etag", pool.etag);
    ObjectNode inner = json.putObject("properties");
    inner.put("provisioningState", "Succeeded");
    ArrayNode entries = inner.putArray("loadBalancerBackendAddresses");
    pool.members.values().forEach(entries::add);
    return json;
  }

  private void rule(ArrayNode rules, String frontend, SimPool pool) {
    String name = "r-" + pool.name;
    ObjectNode rule = rules.addObject();
    rule.put("name", name).put("id", id.text() + "/loadBalancingRules/" + name);
    ObjectNode inner = rule.putObject("properties");
    inner.putObject("frontendIPConfiguration").put("id", frontend);
    inner.put("protocol", "Tcp").put("disableOutboundSnat", !pool.snat);
    inner.putObject("backendAddressPool").put("id", poolId(pool.name));
    inner.putObject("probe").put("id", id.text() + "/probes/p");
  }

  String poolId(String pool) {
    return id.text() + "/backendAddressPools/" + pool;
  }

  static JsonNode entry(String name, String address) {
    ObjectNode entry = JSON.createObjectNode().put("name", name);
    ObjectNode properties = entry.putObject("properties").put("ipAddress", address);
    properties.putObject("virtualNetwork").put("id", Truth.NETWORK.text());
    return entry;
  }
}
