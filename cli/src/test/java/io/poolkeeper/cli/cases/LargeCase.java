package io.poolkeeper.cli.cases;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.List;

/**
 * Many machines leave the SNAT pools of one load balancer at once, and a few more stay, so that the
 * brake does not fall.
 */
final class LargeCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SUB =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/";
  private static final String NET = SUB + "rg/providers/Microsoft.Network/";
  private static final String VNET = NET + "virtualNetworks/vnet";
  static final String LB = NET + "loadBalancers/lb";
  private static final int OF_ONE_POOL = 400;

  private final boolean natGateway;
  private final boolean routeTable;
  private final List<String> scaleSets;
  private final ObjectNode mapping = JSON.createObjectNode();
  private final ObjectNode arm = JSON.createObjectNode();
  private int machines;

  private LargeCase(boolean natGateway, boolean routeTable, List<String> scaleSets) {
    this.natGateway = natGateway;
    this.routeTable = routeTable;
    this.scaleSets = scaleSets;
  }

  /**
   * @param leaving how many machines
   * @param scaleSets {@code GROUP/NAME} of those that have the machines, in turn
   */
  static PlanCase of(int leaving, boolean natGateway, boolean routeTable, List<String> scaleSets) {
    LargeCase large = new LargeCase(natGateway, routeTable, scaleSets);
    large.build(leaving);
    ObjectNode json = JSON.createObjectNode().put("name", "large").put("title", leaving + " leave");
    json.putObject("given").<ObjectNode>set("mapping", large.mapping).set("arm", large.arm);
    return new PlanCase(Path.of("large"), json);
  }

  private void build(int leaving) {
    mapping.put("schema", "poolkeeper.mapping/v1").put("cluster", "prod").put("revision", 1);
    mapping.put("virtualNetwork", VNET);
    mapping.putObject("loadBalancers").putObject("lb").put("id", LB);
    mapping.putObject("nodes");
    mapping.putObject("services");
    network();
    arm.putArray("networkInterfaces");
    arm.putArray("virtualMachineScaleSetNetworkInterfaces");
    ObjectNode p = loadBalancer();
    for (int left = leaving; left > 0; left -= OF_ONE_POOL) {
      pool(p, Math.min(left, OF_ONE_POOL));
    }
  }

  private void network() {
    ObjectNode vnet = arm.putArray("virtualNetworks").addObject().put("id", VNET);
    ObjectNode subnet =
        vnet.put("name", "vnet")
            .putObject("properties")
            .putArray("subnets")
            .addObject()
            .put("name", "nodes")
            .put("id", VNET + "/subnets/nodes");
    ObjectNode p = subnet.putObject("properties").put("addressPrefix", "10.0.0.0/8");
    arm.putArray("routeTables");
    if (routeTable) {
      p.putObject("routeTable").put("id", NET + "routeTables/table");
      resource("routeTables", "table").putArray("routes");
    }
    arm.putArray("natGateways");
    if (natGateway) {
      p.putObject("natGateway").put("id", NET + "natGateways/nat");
      resource("natGateways", "nat")
          .put("provisioningState", "Succeeded")
          .putArray("publicIpAddresses")
          .addObject()
          .put("id", NET + "publicIPAddresses/nat");
      ((ObjectNode) arm.at("/natGateways/0")).putObject("sku").put("name", "Standard");
    }
    arm.putArray("publicIPAddresses");
    resource("publicIPAddresses", "pip").put("publicIPAddressVersion", "IPv4");
  }

  private ObjectNode resource(String kind, String name) {
    ObjectNode resource = ((ArrayNode) arm.get(kind)).addObject().put("name", name);
    return resource.put("id", NET + kind + "/" + name).putObject("properties");
  }

  private ObjectNode loadBalancer() {
    arm.putArray("loadBalancers");
    ObjectNode p = resource("loadBalancers", "lb").put("provisioningState", "Succeeded");
    ((ObjectNode) arm.at("/loadBalancers/0")).putObject("sku").put("name", "Standard");
    ObjectNode frontend = p.putArray("frontendIPConfigurations").addObject().put("name", "fe");
    frontend
        .put("id", LB + "/frontendIPConfigurations/fe")
        .putObject("properties")
        .putObject("publicIPAddress")
        .put("id", NET + "publicIPAddresses/pip");
    p.putArray("backendAddressPools");
    p.putArray("loadBalancingRules");
    return p;
  }

  private void pool(ObjectNode loadBalancer, int leaving) {
    ArrayNode pools = (ArrayNode) loadBalancer.get("backendAddressPools");
    String name = "web" + pools.size();
    String id = LB + "/backendAddressPools/ns-" + name;
    ObjectNode pool = pools.addObject().put("name", "ns-" + name).put("id", id);
    ArrayNode entries =
        pool.putObject("properties")
            .put("provisioningState", "Succeeded")
            .putArray("loadBalancerBackendAddresses");
    ObjectNode rule = loadBalancer.withArray("loadBalancingRules").addObject();
    ObjectNode r = rule.put("name", "r-" + name).putObject("properties").put("protocol", "Tcp");
    r.putObject("backendAddressPool").put("id", id);
    r.putObject("frontendIPConfiguration").put("id", LB + "/frontendIPConfigurations/fe");
    ObjectNode service = mapping.withObject("/services").putObject("ns/" + name);
    service.put("loadBalancer", "lb").put("externalTrafficPolicy", "Local");
    service.putArray("ipFamilies").add("IPv4");
    ArrayNode staying = service.putArray("nodes");
    int all = leaving * 2 + 1;
    for (int i = 0; i < all; i++) {
      String node = "n" + machines;
      String address =
          "10." + (machines >> 16) + "." + (machines >> 8 & 255) + "." + (machines & 255);
      mapping.withObject("/nodes").putObject(node).putArray("addresses").add(address);
      entries
          .addObject()
          .put("name", node)
          .putObject("properties")
          .put("ipAddress", address)
          .putObject("virtualNetwork")
          .put("id", VNET);
      if (i >= leaving) {
        staying.add(node);
      }
      nic(address);
      machines++;
    }
  }

  private void nic(String address) {
    String[] owner = scaleSets.get(machines % scaleSets.size()).split("/");
    String id =
        SUB
            + owner[0]
            + "/providers/Microsoft.Compute/virtualMachineScaleSets/"
            + owner[1]
            + "/virtualMachines/"
            + machines
            + "/networkInterfaces/nic";
    ObjectNode nic = arm.withArray("virtualMachineScaleSetNetworkInterfaces").addObject();
    ObjectNode c =
        nic.put("name", "nic")
            .put("id", id)
            .putObject("properties")
            .putArray("ipConfigurations")
            .addObject()
            .put("name", "c");
    ObjectNode p = c.put("id", id + "/ipConfigurations/c").putObject("properties");
    p.put("privateIPAddress", address).put("privateIPAddressVersion", "IPv4").put("primary", true);
    p.putObject("subnet").put("id", VNET + "/subnets/nodes");
  }
}
