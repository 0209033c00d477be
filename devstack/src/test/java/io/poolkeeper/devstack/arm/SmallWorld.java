package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** A hand-made state: one network with one subnet, machines by address, load balancers by pools. */
final class SmallWorld {
  static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-net";
  static final String NETWORK = GROUP + "/providers/Microsoft.Network/virtualNetworks/vnet";
  static final String SUBNET = NETWORK + "/subnets/nodes";

  final ObjectNode json = Json.object();
  final ObjectNode subnet;

  SmallWorld() {
    for (String list :
        List.of(
            "loadBalancers",
            "networkInterfaces",
            "publicIPAddresses",
            "natGateways",
            "routeTables",
            "virtualNetworks")) {
      json.putArray(list);
    }
    json.putArray("virtualMachineScaleSetNetworkInterfaces");
    ObjectNode network =
        json.withArray("virtualNetworks").addObject().put("id", NETWORK).put("name", "vnet");
    ObjectNode properties = network.putObject("properties").put("provisioningState", "Succeeded");
    subnet = properties.putArray("subnets").addObject().put("id", SUBNET).put("name", "nodes");
    subnet
        .putObject("properties")
        .put("addressPrefix", "10.0.0.0/24")
        .put("defaultOutboundAccess", false);
  }

  /** A Standard load balancer with one public IPv4 frontend. */
  SmallWorld balancer(String name) {
    ObjectNode balancer =
        json.withArray("loadBalancers").addObject().put("name", name).put("id", balancerId(name));
    balancer.put("type", "Microsoft.Network/loadBalancers").put("location", "westeurope");
    balancer.putObject("sku").put("name", "Standard").put("tier", "Regional");
    ObjectNode properties = balancer.putObject("properties").put("provisioningState", "Succeeded");
    ObjectNode frontend =
        properties.putArray("frontendIPConfigurations").addObject().put("name", "fe");
    frontend.put("id", balancerId(name) + "/frontendIPConfigurations/fe");
    frontend.putObject("properties").putObject("publicIPAddress").put("id", publicIp(name));
    properties.putArray("backendAddressPools");
    properties.putArray("loadBalancingRules");
    properties.putArray("outboundRules");
    ObjectNode address =
        json.withArray("publicIPAddresses")
            .addObject()
            .put("id", publicIp(name))
            .put("name", "pip-" + name);
    address.putObject("properties").put("publicIPAddressVersion", "IPv4");
    return this;
  }

  /** An IP pool behind a rule of a protocol; {@code snat} says whether the rule translates. */
  SmallWorld pool(
      String balancer, String name, String protocol, boolean snat, String... addresses) {
    ObjectNode properties = Json.properties(last(balancer));
    ObjectNode pool = properties.withArray("backendAddressPools").addObject().put("name", name);
    pool.put("id", poolId(balancer, name))
        .put("type", "Microsoft.Network/loadBalancers/backendAddressPools");
    ArrayNode entries =
        pool.putObject("properties")
            .put("provisioningState", "Succeeded")
            .putArray("loadBalancerBackendAddresses");
    for (String address : addresses) {
      entries.add(entry("n-" + address, address));
    }
    ObjectNode rule =
        properties.withArray("loadBalancingRules").addObject().put("name", "r-" + name);
    rule.put("id", balancerId(balancer) + "/loadBalancingRules/r-" + name);
    ObjectNode values =
        rule.putObject("properties").put("protocol", protocol).put("disableOutboundSnat", !snat);
    values.putObject("backendAddressPool").put("id", poolId(balancer, name));
    values
        .putObject("frontendIPConfiguration")
        .put("id", balancerId(balancer) + "/frontendIPConfigurations/fe");
    return this;
  }

  /** A machine whose NIC may name pools. */
  SmallWorld machine(String address, String... poolIds) {
    String id = GROUP + "/providers/Microsoft.Network/networkInterfaces/nic-" + address;
    ObjectNode nic =
        json.withArray("networkInterfaces").addObject().put("id", id).put("name", "nic-" + address);
    nic.put("type", "Microsoft.Network/networkInterfaces");
    ObjectNode configuration =
        nic.putObject("properties").putArray("ipConfigurations").addObject().put("name", "ip");
    configuration.put("id", id + "/ipConfigurations/ip");
    ObjectNode properties =
        configuration.putObject("properties").put("privateIPAddress", address).put("primary", true);
    properties.putObject("subnet").put("id", SUBNET);
    for (String pool : poolIds) {
      properties.withArray("loadBalancerBackendAddressPools").addObject().put("id", pool);
    }
    return this;
  }

  /** A machine of a uniform scale set. */
  SmallWorld instance(String scaleSet, String number, String address) {
    String id =
        GROUP
            + "/providers/Microsoft.Compute/virtualMachineScaleSets/"
            + scaleSet
            + "/virtualMachines/"
            + number
            + "/networkInterfaces/nic";
    ObjectNode nic =
        json.withArray("virtualMachineScaleSetNetworkInterfaces")
            .addObject()
            .put("id", id)
            .put("name", "nic");
    ObjectNode configuration =
        nic.putObject("properties").putArray("ipConfigurations").addObject().put("name", "ip");
    configuration.put("id", id + "/ipConfigurations/ip");
    configuration
        .putObject("properties")
        .put("privateIPAddress", address)
        .putObject("subnet")
        .put("id", SUBNET);
    return this;
  }

  SmallWorld natGateway() {
    String id = GROUP + "/providers/Microsoft.Network/natGateways/gw";
    ObjectNode gateway = json.withArray("natGateways").addObject().put("id", id).put("name", "gw");
    gateway.putObject("sku").put("name", "Standard");
    gateway
        .putObject("properties")
        .put("provisioningState", "Succeeded")
        .putArray("publicIpAddresses")
        .addObject()
        .put("id", "x");
    Json.properties(subnet).putObject("natGateway").put("id", id);
    return this;
  }

  /** Routes as "prefix type". */
  SmallWorld routes(String... routes) {
    String id = GROUP + "/providers/Microsoft.Network/routeTables/rt";
    ObjectNode table = json.withArray("routeTables").addObject().put("id", id).put("name", "rt");
    ArrayNode list = table.putObject("properties").putArray("routes");
    for (String route : routes) {
      String[] parts = route.split(" ");
      ObjectNode entry = list.addObject().put("name", "route-" + list.size());
      entry.putObject("properties").put("addressPrefix", parts[0]).put("nextHopType", parts[1]);
    }
    Json.properties(subnet).putObject("routeTable").put("id", id);
    return this;
  }

  ObjectNode last(String balancer) {
    for (var node : Json.items(json, "loadBalancers")) {
      if (Json.text(node, "name").equals(balancer)) {
        return (ObjectNode) node;
      }
    }
    throw new IllegalArgumentException(balancer);
  }

  static ObjectNode entry(String name, String address) {
    ObjectNode entry = Json.object().put("name", name);
    entry
        .putObject("properties")
        .put("ipAddress", address)
        .putObject("virtualNetwork")
        .put("id", NETWORK);
    return entry;
  }

  static ObjectNode body(String... addresses) {
    ObjectNode body = Json.object();
    ArrayNode entries = body.putObject("properties").putArray("loadBalancerBackendAddresses");
    for (String address : addresses) {
      entries.add(entry("n-" + address, address));
    }
    return body;
  }

  static String balancerId(String name) {
    return GROUP + "/providers/Microsoft.Network/loadBalancers/" + name;
  }

  static String poolId(String balancer, String name) {
    return balancerId(balancer) + "/backendAddressPools/" + name;
  }

  static String publicIp(String balancer) {
    return GROUP + "/providers/Microsoft.Network/publicIPAddresses/pip-" + balancer;
  }
}
