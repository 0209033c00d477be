package io.poolkeeper.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A load balancer of many pools and the mapping that wants almost the same: in every pool one
 * member is to go and one is to come, so that every pool is compared, judged and written.
 */
final class World {
  static final ObjectMapper JSON = new ObjectMapper();
  private static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/bench";
  private static final String NETWORK =
      GROUP + "/providers/Microsoft.Network/virtualNetworks/vnet-1";
  private static final String BALANCER = GROUP + "/providers/Microsoft.Network/loadBalancers/lb-1";

  private final int pools;
  private final int members;
  private final int nodes;

  World(int pools, int members) {
    this.pools = pools;
    this.members = members;
    this.nodes = members + pools + 1;
  }

  /** Bytes of the load balancer as ARM answers. */
  byte[] loadBalancer() {
    ObjectNode lb = JSON.createObjectNode().put("name", "lb-1").put("id", BALANCER);
    lb.put("etag", "W/\"1\"");
    lb.putObject("sku").put("name", "Standard").put("tier", "Regional");
    ObjectNode properties = lb.putObject("properties").put("provisioningState", "Succeeded");
    ObjectNode frontend = properties.putArray("frontendIPConfigurations").addObject();
    frontend.put("name", "fe-1").put("id", BALANCER + "/frontendIPConfigurations/fe-1");
    frontend
        .putObject("properties")
        .putObject("publicIPAddress")
        .put("id", GROUP + "/providers/Microsoft.Network/publicIPAddresses/pip-1");
    ArrayNode pools = properties.putArray("backendAddressPools");
    ArrayNode rules = properties.putArray("loadBalancingRules");
    for (int p = 0; p < this.pools; p++) {
      pool(pools.addObject(), p);
      rule(rules.addObject(), p);
    }
    properties.putArray("outboundRules");
    return bytes(lb);
  }

  private void pool(ObjectNode pool, int number) {
    String name = "ns-web" + number;
    pool.put("name", name).put("id", BALANCER + "/backendAddressPools/" + name);
    pool.put("etag", "W/\"1\"").put("type", "Microsoft.Network/loadBalancers/backendAddressPools");
    ObjectNode properties = pool.putObject("properties").put("provisioningState", "Succeeded");
    ArrayNode entries = properties.putArray("loadBalancerBackendAddresses");
    for (int m = 0; m < members; m++) {
      int node = number + m;
      ObjectNode entry = entries.addObject().put("name", "node-" + node);
      ObjectNode values = entry.putObject("properties").put("ipAddress", address(node));
      values.putObject("virtualNetwork").put("id", NETWORK);
    }
  }

  private static void rule(ObjectNode rule, int number) {
    rule.put("name", "r-" + number);
    rule.put("id", BALANCER + "/loadBalancingRules/r-" + number);
    ObjectNode properties = rule.putObject("properties").put("protocol", "Tcp");
    properties.put("frontendPort", 1000 + number).put("disableOutboundSnat", false);
    properties
        .putObject("frontendIPConfiguration")
        .put("id", BALANCER + "/frontendIPConfigurations/fe-1");
    properties
        .putObject("backendAddressPool")
        .put("id", BALANCER + "/backendAddressPools/ns-web" + number);
  }

  /** Bytes of the mapping. */
  byte[] mapping() {
    ObjectNode mapping = JSON.createObjectNode().put("schema", "poolkeeper.mapping/v1");
    mapping.put("cluster", "bench").put("revision", 1).put("virtualNetwork", NETWORK);
    mapping.putObject("loadBalancers").putObject("lb-1").put("id", BALANCER);
    ObjectNode nodes = mapping.putObject("nodes");
    for (int n = 0; n < this.nodes; n++) {
      nodes.putObject("node-" + n).put("ready", true).putArray("addresses").add(address(n));
    }
    ObjectNode services = mapping.putObject("services");
    for (int p = 0; p < pools; p++) {
      ObjectNode service = services.putObject("ns/web" + p).put("loadBalancer", "lb-1");
      service.put("externalTrafficPolicy", "Local").putArray("ipFamilies").add("IPv4");
      ArrayNode wanted = service.putArray("nodes");
      for (int m = 1; m <= members; m++) {
        wanted.add("node-" + (p + m));
      }
    }
    return bytes(mapping);
  }

  /** The network as a snapshot: one subnet with a NAT gateway, one NIC a node. */
  JsonNode snapshot() {
    ObjectNode snapshot = JSON.createObjectNode();
    snapshot.putArray("loadBalancers");
    String gateway = GROUP + "/providers/Microsoft.Network/natGateways/nat-1";
    network(snapshot.putArray("virtualNetworks").addObject(), gateway);
    ArrayNode nics = snapshot.putArray("networkInterfaces");
    for (int n = 0; n < nodes; n++) {
      nic(nics.addObject(), n);
    }
    snapshot.putArray("virtualMachineScaleSetNetworkInterfaces");
    ObjectNode address = snapshot.putArray("publicIPAddresses").addObject();
    address.put("id", GROUP + "/providers/Microsoft.Network/publicIPAddresses/pip-1");
    address.putObject("properties").put("publicIPAddressVersion", "IPv4");
    snapshot.putArray("publicIPPrefixes");
    ObjectNode nat = snapshot.putArray("natGateways").addObject().put("id", gateway);
    nat.putObject("sku").put("name", "Standard");
    nat.putObject("properties")
        .put("provisioningState", "Succeeded")
        .putArray("publicIpAddresses")
        .addObject()
        .put("id", GROUP + "/providers/Microsoft.Network/publicIPAddresses/pip-1");
    snapshot.putArray("routeTables");
    return snapshot;
  }

  private static void network(ObjectNode network, String gateway) {
    network.put("id", NETWORK).put("name", "vnet-1");
    ObjectNode subnet = network.putObject("properties").putArray("subnets").addObject();
    subnet.put("name", "nodes").put("id", NETWORK + "/subnets/nodes");
    ObjectNode properties = subnet.putObject("properties").put("addressPrefix", "10.0.0.0/8");
    properties.putObject("natGateway").put("id", gateway);
  }

  private static void nic(ObjectNode nic, int node) {
    String id = GROUP + "/providers/Microsoft.Network/networkInterfaces/nic-" + node;
    nic.put("id", id).put("name", "nic-" + node);
    ObjectNode properties = nic.putObject("properties");
    properties
        .putObject("virtualMachine")
        .put("id", GROUP + "/providers/Microsoft.Compute/virtualMachines/node-" + node);
    ObjectNode configuration = properties.putArray("ipConfigurations").addObject();
    configuration.put("name", "ipconfig1").put("id", id + "/ipConfigurations/ipconfig1");
    ObjectNode values = configuration.putObject("properties");
    values.put("privateIPAddress", address(node)).put("primary", true);
    values.putObject("subnet").put("id", NETWORK + "/subnets/nodes");
  }

  private static String address(int node) {
    return "10." + (node >> 16) + "." + (node >> 8 & 255) + "." + (node & 255);
  }

  private static byte[] bytes(JsonNode json) {
    try {
      return JSON.writeValueAsBytes(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
