package io.poolkeeper.cli.chaos;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/** Azure's side of the shop, as ARM JSON. */
final class Network {
  private Network() {}

  /**
   * Load balancers with pools that give a way out (web, roam), pools that give none (api) and one
   * that no mapping names; a private subnet; a NIC for each node.
   */
  static ObjectNode snapshot(int loadBalancers, Map<String, String> nodes) {
    ObjectNode azure = Names.JSON.createObjectNode();
    ArrayNode balancers = azure.putArray("loadBalancers");
    ArrayNode addresses = azure.putArray("publicIPAddresses");
    for (int i = 1; i <= loadBalancers; i++) {
      balancers.add(loadBalancer(i));
      addresses.add(publicAddress("pip-" + i));
    }
    addresses.add(publicAddress("pip-nat"));
    azure.putArray("virtualNetworks").add(network());
    ArrayNode nics = azure.putArray("networkInterfaces");
    nodes.forEach((node, address) -> nics.add(nic(node, address)));
    azure.putArray("natGateways").add(gateway());
    for (String empty :
        new String[] {
          "virtualMachineScaleSetNetworkInterfaces", "publicIPPrefixes", "routeTables"
        }) {
      azure.putArray(empty);
    }
    return azure;
  }

  private static ObjectNode resource(String type, String name) {
    String id = Names.NETWORK + "/" + type + "/" + name;
    ObjectNode resource = Names.JSON.createObjectNode().put("name", name).put("id", id);
    resource.put("type", "Microsoft.Network/" + type).put("location", "westeurope");
    resource.putObject("properties").put("provisioningState", "Succeeded");
    return resource;
  }

  private static ObjectNode properties(ObjectNode resource) {
    return (ObjectNode) resource.path("properties");
  }

  private static ObjectNode publicAddress(String name) {
    ObjectNode address = resource("publicIPAddresses", name);
    address.putObject("sku").put("name", "Standard").put("tier", "Regional");
    properties(address).put("publicIPAddressVersion", "IPv4");
    properties(address).put("publicIPAllocationMethod", "Static");
    return address;
  }

  private static ObjectNode gateway() {
    ObjectNode gateway = resource("natGateways", "nat-1");
    gateway.putObject("sku").put("name", "Standard");
    ArrayNode addresses = properties(gateway).putArray("publicIpAddresses");
    addresses.addObject().put("id", Names.NETWORK + "/publicIPAddresses/pip-nat");
    return gateway;
  }

  private static ObjectNode network() {
    ObjectNode network = resource("virtualNetworks", "vnet-1");
    properties(network).putObject("addressSpace").putArray("addressPrefixes").add("10.0.0.0/16");
    properties(network).putArray("subnets").add(subnet(false));
    return network;
  }

  /** The nodes' subnet, with or without the NAT gateway. */
  static ObjectNode subnet(boolean gateway) {
    ObjectNode subnet = Names.JSON.createObjectNode().put("name", "nodes").put("id", Names.SUBNET);
    ObjectNode properties = subnet.putObject("properties").put("provisioningState", "Succeeded");
    properties.put("addressPrefix", "10.0.0.0/16").put("defaultOutboundAccess", false);
    if (gateway) {
      properties.putObject("natGateway").put("id", Names.GATEWAY);
    }
    return subnet;
  }

  static String nicId(String node) {
    return Names.NETWORK + "/networkInterfaces/nic-" + node;
  }

  static ObjectNode nic(String node, String address) {
    ObjectNode nic = resource("networkInterfaces", "nic-" + node);
    String machine = Names.GROUP + "/providers/Microsoft.Compute/virtualMachines/" + node;
    properties(nic).put("primary", true).putObject("virtualMachine").put("id", machine);
    ObjectNode configuration = properties(nic).putArray("ipConfigurations").addObject();
    configuration.put("name", "ipconfig1").put("id", nicId(node) + "/ipConfigurations/ipconfig1");
    ObjectNode inner = configuration.putObject("properties").put("provisioningState", "Succeeded");
    inner.put("primary", true).put("privateIPAddress", address);
    inner.put("privateIPAddressVersion", "IPv4").putObject("subnet").put("id", Names.SUBNET);
    return nic;
  }

  private static ObjectNode loadBalancer(int number) {
    ObjectNode balancer = resource("loadBalancers", "lb-" + number);
    balancer.putObject("sku").put("name", "Standard").put("tier", "Regional");
    String id = balancer.path("id").asText();
    String frontend = id + "/frontendIPConfigurations/public";
    ObjectNode front = properties(balancer).putArray("frontendIPConfigurations").addObject();
    front.put("name", "public").put("id", frontend);
    String address = Names.NETWORK + "/publicIPAddresses/pip-" + number;
    front.putObject("properties").putObject("publicIPAddress").put("id", address);
    ArrayNode pools = properties(balancer).putArray("backendAddressPools");
    ArrayNode rules = properties(balancer).putArray("loadBalancingRules");
    ArrayNode probes = properties(balancer).putArray("probes");
    probes.addObject().put("name", "tcp").put("id", id + "/probes/tcp");
    ((ObjectNode) probes.get(0)).putObject("properties").put("protocol", "Tcp").put("port", 30080);
    String[] names = {"shop-web" + number, "shop-roam", "shop-api" + number};
    for (int i = 0; i < names.length; i++) {
      pools.add(pool(id, names[i], true));
      rules.add(rule(id, names[i], frontend, 80 + i, i == 2));
    }
    pools.add(pool(id, Names.OTHERS, false));
    return balancer;
  }

  private static ObjectNode pool(String balancer, String name, boolean ruled) {
    ObjectNode pool = Names.JSON.createObjectNode().put("name", name);
    pool.put("id", balancer + "/backendAddressPools/" + name);
    ObjectNode properties = pool.putObject("properties").put("provisioningState", "Succeeded");
    properties.putArray("loadBalancerBackendAddresses");
    if (ruled) {
      String rule = balancer + "/loadBalancingRules/rule-" + name;
      properties.putArray("loadBalancingRules").addObject().put("id", rule);
    }
    return pool;
  }

  private static ObjectNode rule(
      String balancer, String pool, String frontend, int port, boolean withoutSnat) {
    ObjectNode rule = Names.JSON.createObjectNode().put("name", "rule-" + pool);
    rule.put("id", balancer + "/loadBalancingRules/rule-" + pool);
    ObjectNode properties = rule.putObject("properties").put("provisioningState", "Succeeded");
    properties.put("protocol", "Tcp").put("frontendPort", port).put("backendPort", port);
    properties.put("disableOutboundSnat", withoutSnat);
    properties.putObject("frontendIPConfiguration").put("id", frontend);
    String poolId = balancer + "/backendAddressPools/" + pool;
    properties.putObject("backendAddressPool").put("id", poolId);
    properties.putObject("probe").put("id", balancer + "/probes/tcp");
    return rule;
  }

  /** Body of another writer's PUT of the pool that is not ours. */
  static ObjectNode othersPool(Iterable<String> addresses) {
    ObjectNode pool = Names.JSON.createObjectNode();
    ArrayNode entries = pool.putObject("properties").putArray("loadBalancerBackendAddresses");
    for (String address : addresses) {
      ObjectNode entry = entries.addObject().put("name", "theirs-" + address.replace('.', '-'));
      ObjectNode properties = entry.putObject("properties").put("ipAddress", address);
      properties.putObject("virtualNetwork").put("id", Names.VNET);
    }
    return pool;
  }
}
