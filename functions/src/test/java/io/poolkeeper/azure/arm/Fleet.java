package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import io.poolkeeper.plan.Planner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A load balancer whose one SNAT pool has two and a half times as many machines as are to leave it
 * (so that the brake stays up), dual stack, with a route table on the subnet.
 */
final class Fleet {
  static final String SUB = "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/";
  static final String NET = "/providers/Microsoft.Network/";
  static final ArmId VNET = ArmId.of(SUB + "rg" + NET + "virtualNetworks/vnet");
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LB = SUB + "rg" + NET + "loadBalancers/lb";
  private static final String SUBNET = VNET + "/subnets/nodes";

  final ObjectNode arm = JSON.createObjectNode();
  private final int leaving;
  private final int machines;
  private final boolean listed;

  /**
   * @param owners places of NICs, in turn: resource groups, or {@code GROUP/SCALESET}
   * @param listed whether the mapping still knows the machines that are to leave
   */
  Fleet(int leaving, boolean natGateway, boolean listed, String... owners) {
    this.leaving = leaving;
    this.machines = leaving * 5 / 2;
    this.listed = listed;
    loadBalancer();
    network(natGateway);
    ArrayNode standalone = arm.putArray("networkInterfaces");
    ArrayNode uniform = arm.putArray("virtualMachineScaleSetNetworkInterfaces");
    for (int i = 0; i < machines; i++) {
      String owner = owners[i % owners.length];
      (owner.contains("/") ? uniform : standalone).add(nic(i, owner));
    }
  }

  static String v4(int machine) {
    int i = machine + 4;
    return "10." + (i >> 16) + "." + (i >> 8 & 255) + "." + (i & 255);
  }

  static String v6(int machine) {
    return "fd00::" + Integer.toHexString(machine + 4);
  }

  private void loadBalancer() {
    ObjectNode lb = arm.putArray("loadBalancers").addObject().put("id", LB).put("name", "lb");
    lb.putObject("sku").put("name", "Standard");
    ObjectNode p = lb.putObject("properties").put("provisioningState", "Succeeded");
    ArrayNode frontends = p.putArray("frontendIPConfigurations");
    ArrayNode pools = p.putArray("backendAddressPools");
    ArrayNode rules = p.putArray("loadBalancingRules");
    ArrayNode addresses = arm.putArray("publicIPAddresses");
    for (Family family : Family.values()) {
      String name = family == Family.IPV4 ? "ns-web" : "ns-web-ipv6";
      String ip = SUB + "rg" + NET + "publicIPAddresses/" + name;
      addresses
          .addObject()
          .put("id", ip)
          .putObject("properties")
          .put("publicIPAddressVersion", family.text());
      ObjectNode frontend = frontends.addObject();
      frontend.put("id", LB + "/frontendIPConfigurations/" + name);
      frontend.putObject("properties").putObject("publicIPAddress").put("id", ip);
      ObjectNode pool = pools.addObject().put("name", name);
      pool.put("id", LB + "/backendAddressPools/" + name).put("etag", "e");
      ObjectNode of = pool.putObject("properties").put("provisioningState", "Succeeded");
      of.putObject("virtualNetwork").put("id", VNET.text());
      ArrayNode entries = of.putArray("loadBalancerBackendAddresses");
      for (int i = 0; i < machines; i++) {
        entries
            .addObject()
            .put("name", "n" + i)
            .putObject("properties")
            .put("ipAddress", family == Family.IPV4 ? v4(i) : v6(i));
      }
      ObjectNode rule = rules.addObject().put("name", "r-" + name).putObject("properties");
      rule.put("protocol", "Tcp")
          .putObject("backendAddressPool")
          .put("id", pool.get("id").asText());
      rule.putObject("frontendIPConfiguration").put("id", frontend.get("id").asText());
    }
  }

  private void network(boolean natGateway) {
    ObjectNode vnet = arm.putArray("virtualNetworks").addObject().put("id", VNET.text());
    ObjectNode subnet = vnet.putObject("properties").putArray("subnets").addObject();
    ObjectNode p = subnet.put("id", SUBNET).putObject("properties");
    p.putArray("addressPrefixes").add("10.0.0.0/8").add("fd00::/64");
    String table = SUB + "rg" + NET + "routeTables/table";
    p.putObject("routeTable").put("id", table);
    arm.putArray("routeTables")
        .addObject()
        .put("id", table)
        .putObject("properties")
        .putArray("routes");
    ArrayNode gateways = arm.putArray("natGateways");
    if (natGateway) {
      String gateway = SUB + "rg" + NET + "natGateways/nat";
      p.putObject("natGateway").put("id", gateway);
      ObjectNode nat = gateways.addObject().put("id", gateway);
      nat.putObject("sku").put("name", "StandardV2");
      ObjectNode properties = nat.putObject("properties").put("provisioningState", "Succeeded");
      properties.putArray("publicIpAddresses").addObject().put("id", gateway + "-4");
      properties.putArray("publicIpAddressesV6").addObject().put("id", gateway + "-6");
    }
  }

  private static ObjectNode nic(int i, String owner) {
    int slash = owner.indexOf('/');
    String id =
        slash < 0
            ? SUB + owner + NET + "networkInterfaces/nic-" + i
            : SUB
                + owner.substring(0, slash)
                + "/providers/Microsoft.Compute/virtualMachineScaleSets/"
                + owner.substring(slash + 1)
                + "/virtualMachines/"
                + i
                + "/networkInterfaces/nic";
    ObjectNode nic = JSON.createObjectNode().put("id", id);
    ArrayNode configurations = nic.putObject("properties").putArray("ipConfigurations");
    for (Family family : Family.values()) {
      ObjectNode c = configurations.addObject();
      ObjectNode p = c.put("id", id + "/ipConfigurations/" + family).putObject("properties");
      p.put("privateIPAddress", family == Family.IPV4 ? v4(i) : v6(i));
      p.put("primary", family == Family.IPV4).putObject("subnet").put("id", SUBNET);
    }
    return nic;
  }

  /** The last machines are to leave. */
  Draft draft() {
    TreeMap<String, Mapping.Node> nodes = new TreeMap<>();
    List<String> staying = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      boolean stays = i < machines - leaving;
      if (stays || listed) {
        List<Address> addresses = List.of(Address.of(v4(i)), Address.of(v6(i)));
        nodes.put("n" + i, new Mapping.Node("n" + i, addresses, true, Optional.empty()));
      }
      if (stays) {
        staying.add("n" + i);
      }
    }
    TreeMap<String, Mapping.LoadBalancerEntry> lbs = new TreeMap<>();
    lbs.put("lb", new Mapping.LoadBalancerEntry("lb", ArmId.of(LB), Optional.empty()));
    TreeMap<String, Mapping.Service> services = new TreeMap<>();
    services.put(
        "ns/web",
        new Mapping.Service(
            "ns/web",
            "lb",
            Mapping.TrafficPolicy.LOCAL,
            List.of(Family.IPV4, Family.IPV6),
            staying,
            Map.of()));
    Mapping mapping = new Mapping("c", 1, 1, Optional.empty(), VNET, lbs, nodes, services);
    return Planner.draft(
        new PlanInput(
            mapping,
            lbs.get("lb"),
            Controls.NONE,
            ArmReader.loadBalancer(arm.get("loadBalancers").get(0)),
            Ledger.EMPTY,
            new PlanSettings(
                PlanSettings.EVERYTHING,
                false,
                new TreeSet<>(List.of(Protocol.TCP)),
                Optional.empty(),
                10_000),
            Instant.EPOCH));
  }
}
