package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;

/** What is around the load balancers of a {@link RandomWorld}: ways out that are none of theirs. */
final class RandomNetwork {
  private static final String NETWORK = RandomWorld.NETWORK;
  private static final String VNET = RandomWorld.VNET;

  private final Random random;
  private final ObjectNode arm;

  RandomNetwork(Random random, ObjectNode arm) {
    this.random = random;
    this.arm = arm;
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }

  void add() {
    ObjectNode vnet = ((ArrayNode) arm.get("virtualNetworks")).addObject().put("name", "vnet-1");
    ObjectNode p = vnet.put("id", VNET).putObject("properties");
    if (oneIn(15)) {
      p.putObject("defaultPublicNatGateway").put("id", NETWORK + "natGateways/" + anyGateway());
    }
    ArrayNode subnets = p.putArray("subnets");
    for (String name : List.of("nodes", "other")) {
      ObjectNode subnet = subnets.addObject().put("name", name).put("id", subnet(name));
      ObjectNode s = subnet.putObject("properties");
      s.putArray("addressPrefixes")
          .add(name.equals("nodes") ? "10.0.0.0/24" : "10.0.1.0/24")
          .add(name.equals("nodes") ? "fd00::/64" : "fd01::/64");
      if (oneIn(3)) {
        s.put("defaultOutboundAccess", oneIn(2));
      }
      if (oneIn(10)) {
        s.putObject("natGateway").put("id", NETWORK + "natGateways/" + anyGateway());
      }
      if (oneIn(10)) {
        s.putObject("routeTable")
            .put("id", NETWORK + "routeTables/" + (oneIn(3) ? "lost" : "table"));
      }
    }
    gateway("standard", "Standard", "Succeeded");
    gateway("v2", "StandardV2", "Succeeded");
    gateway("failed", "StandardV2", "Failed");
    routeTable();
  }

  private String anyGateway() {
    return pick("standard", "v2", "failed", "lost");
  }

  private void gateway(String name, String sku, String state) {
    ObjectNode gateway = ((ArrayNode) arm.get("natGateways")).addObject().put("name", name);
    gateway.put("id", NETWORK + "natGateways/" + name).putObject("sku").put("name", sku);
    ObjectNode p = gateway.putObject("properties").put("provisioningState", state);
    p.putArray("publicIpAddresses").addObject().put("id", NETWORK + "publicIPAddresses/of-" + name);
    if (oneIn(15)) {
      p.putObject("sourceVirtualNetwork").put("id", VNET);
    }
    if (oneIn(2)) {
      p.putArray("publicIpAddressesV6")
          .addObject()
          .put("id", NETWORK + "publicIPAddresses/of6-" + name);
    }
  }

  private void routeTable() {
    ObjectNode table = ((ArrayNode) arm.get("routeTables")).addObject().put("name", "table");
    table.put("id", NETWORK + "routeTables/table");
    ArrayNode routes = table.putObject("properties").putArray("routes");
    for (String destination :
        List.of(
            "0.0.0.0/0",
            "0.0.0.0/1",
            "128.0.0.0/1",
            "::/0",
            "8000::/1",
            "20.0.0.0/8",
            "10.9.0.0/16",
            "Storage")) {
      if (oneIn(3)) {
        ObjectNode route = routes.addObject().put("name", "to-" + routes.size());
        route
            .putObject("properties")
            .put("addressPrefix", destination)
            .put(
                "nextHopType",
                pick(
                    "Internet",
                    "VirtualAppliance",
                    "VirtualNetworkGateway",
                    "None",
                    "VnetLocal",
                    "Teleport"));
      }
    }
  }

  static String subnet(String name) {
    return VNET + "/subnets/" + name;
  }

  void addPublicAddresses() {
    publicAddress("publicIPAddresses", "v4", "IPv4");
    publicAddress("publicIPAddresses", "v6", "IPv6");
    publicAddress("publicIPAddresses", "mine", "IPv4");
    publicAddress("publicIPPrefixes", "prefix", "IPv4");
  }

  private void publicAddress(String kind, String name, String family) {
    ObjectNode address = ((ArrayNode) arm.get(kind)).addObject().put("name", name);
    address.put("id", NETWORK + kind + "/" + name);
    address.putObject("properties").put("publicIPAddressVersion", family);
  }
}
