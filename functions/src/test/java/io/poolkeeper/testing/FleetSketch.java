package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * Two to four load balancers in one random network, as ARM JSON: pools that are ours, pools that
 * nobody here writes, members by address and by NIC, every kind of rule and every other way out.
 */
final class FleetSketch {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NETWORK = RandomWorld.NETWORK;
  private static final String VNET = RandomWorld.VNET;

  private final Random random;
  private final boolean calm;
  private final int machines;
  private final Map<String, List<String>> pools = new TreeMap<>();
  private final List<List<String>> nicPools = new ArrayList<>();
  private final ObjectNode arm = JSON.createObjectNode();

  FleetSketch(Random random) {
    this.random = random;
    calm = !oneIn(3);
    machines = 2 + random.nextInt(3);
    for (int i = 0; i < machines; i++) {
      nicPools.add(new ArrayList<>());
    }
    for (String kind :
        List.of(
            "loadBalancers",
            "virtualNetworks",
            "networkInterfaces",
            "virtualMachineScaleSetNetworkInterfaces",
            "publicIPAddresses",
            "publicIPPrefixes",
            "natGateways",
            "routeTables")) {
      arm.putArray(kind);
    }
    int ours = 2 + random.nextInt(2);
    for (int i = 1; i <= ours; i++) {
      ours("lb-" + i);
    }
    if (oneIn(2)) {
      ObjectNode foreign =
          loadBalancer("outbound", calm ? "Succeeded" : pick("Succeeded", "Failed", "Updating"));
      pool(foreign, "out", false);
    }
    RandomNetwork network = new RandomNetwork(random, arm);
    network.add();
    nics();
    network.addPublicAddresses();
  }

  ObjectNode arm() {
    return arm;
  }

  int machines() {
    return machines;
  }

  /** Of each load balancer of ours, {@code lb-1} and so on, the services {@code ns/NAME}. */
  Map<String, List<String>> services() {
    return pools;
  }

  static String v4(int machine) {
    return "10.0.0." + (4 + machine);
  }

  static String v6(int machine) {
    return "fd00::" + (4 + machine);
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }

  private void ours(String name) {
    ObjectNode lb = loadBalancer(name, calm || !oneIn(6) ? "Succeeded" : "Failed");
    List<String> services = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(2); i++) {
      String service = (i == 0 ? "a" : "b") + name.substring("lb-".length());
      services.add(service);
      pool(lb, "ns-" + service, true);
      pool(lb, "ns-" + service + "-ipv6", true);
    }
    pools.put(name, services);
    if (oneIn(4)) {
      pool(lb, "extra", false);
    }
  }

  private ObjectNode loadBalancer(String name, String state) {
    ObjectNode lb = ((ArrayNode) arm.get("loadBalancers")).addObject().put("name", name);
    lb.put("id", NETWORK + "loadBalancers/" + name);
    lb.putObject("sku").put("name", name.equals("outbound") && oneIn(8) ? "Basic" : "Standard");
    ObjectNode properties = lb.putObject("properties").put("provisioningState", state);
    ArrayNode frontends = properties.putArray("frontendIPConfigurations");
    for (String frontend : List.of("v4", "v6", "prefix", "lost", "internal")) {
      ObjectNode fe = frontends.addObject().put("name", frontend);
      ObjectNode p = fe.put("id", frontend(name, frontend)).putObject("properties");
      if (frontend.equals("prefix")) {
        p.putObject("publicIPPrefix").put("id", NETWORK + "publicIPPrefixes/prefix");
      } else if (!frontend.equals("internal")) {
        p.putObject("publicIPAddress").put("id", NETWORK + "publicIPAddresses/" + frontend);
      }
    }
    for (String kind : List.of("backendAddressPools", "loadBalancingRules", "outboundRules")) {
      properties.putArray(kind);
    }
    return lb;
  }

  private static String frontend(String lb, String name) {
    return NETWORK + "loadBalancers/" + lb + "/frontendIPConfigurations/" + name;
  }

  private String anyFrontend(boolean v6) {
    if (!calm && oneIn(6)) {
      return "lost";
    }
    return oneIn(6) ? pick("internal", "v4", "v6") : v6 ? "v6" : pick("v4", "prefix");
  }

  private void pool(ObjectNode lb, String name, boolean ours) {
    ObjectNode properties = (ObjectNode) lb.get("properties");
    String id = lb.get("id").asText() + "/backendAddressPools/" + name;
    ObjectNode pool = ((ArrayNode) properties.get("backendAddressPools")).addObject();
    ObjectNode p = pool.put("name", name).put("id", id).putObject("properties");
    boolean settled = calm || ours;
    p.put(
        "provisioningState",
        settled ? "Succeeded" : pick("Succeeded", "Updating", "Deleting", "Failed"));
    boolean v6 = name.endsWith("-ipv6");
    boolean byNic = !ours && oneIn(2);
    ArrayNode entries = p.putArray("loadBalancerBackendAddresses");
    ArrayNode references = p.putArray("backendIPConfigurations");
    for (int i = 0; i < machines; i++) {
      if (oneIn(ours ? 3 : 2)) {
        continue;
      }
      if (!byNic) {
        ObjectNode entry = entries.addObject().put("name", "n" + i);
        ObjectNode e = entry.putObject("properties").put("ipAddress", v6 ? v6(i) : v4(i));
        e.putObject("virtualNetwork")
            .put("id", oneIn(20) ? VNET.replace("vnet-1", "vnet-2") : VNET);
      }
      if (!v6 && (byNic || oneIn(12))) {
        if (oneIn(2)) {
          references.addObject().put("id", configuration(i, "v4"));
        }
        nicPools.get(i).add(id);
      }
    }
    rules(properties, lb.get("name").asText(), id, v6, !ours || oneIn(6));
  }

  private void rules(ObjectNode lb, String lbName, String pool, boolean v6, boolean outbound) {
    for (int i = 0; i < (oneIn(5) ? 0 : 1 + random.nextInt(2)); i++) {
      ArrayNode rules = (ArrayNode) lb.get("loadBalancingRules");
      ObjectNode p = rules.addObject().put("name", "r-" + rules.size()).putObject("properties");
      p.put("protocol", pick("Tcp", "Tcp", "Udp", "All")).put("disableOutboundSnat", oneIn(5));
      p.putObject("backendAddressPool").put("id", pool);
      p.putObject("frontendIPConfiguration").put("id", frontend(lbName, anyFrontend(v6)));
    }
    if (outbound) {
      ArrayNode rules = (ArrayNode) lb.get("outboundRules");
      ObjectNode p = rules.addObject().put("name", "o-" + rules.size()).putObject("properties");
      p.put("protocol", pick("Tcp", "Udp", "All", "All"));
      p.putObject("backendAddressPool").put("id", pool);
      p.putArray("frontendIPConfigurations")
          .addObject()
          .put("id", frontend(lbName, anyFrontend(v6)));
    }
  }

  private static String configuration(int machine, String name) {
    return NETWORK + "networkInterfaces/nic-" + machine + "/ipConfigurations/" + name;
  }

  private void nics() {
    String vm = VNET.substring(0, VNET.indexOf("/providers/"));
    for (int i = 0; i < machines; i++) {
      if (nicPools.get(i).isEmpty() && oneIn(8)) {
        continue;
      }
      ObjectNode nic = ((ArrayNode) arm.get("networkInterfaces")).addObject().put("name", "n" + i);
      ObjectNode p = nic.put("id", NETWORK + "networkInterfaces/nic-" + i).putObject("properties");
      p.putObject("virtualMachine")
          .put("id", vm + "/providers/Microsoft.Compute/virtualMachines/vm-" + i);
      ArrayNode configurations = p.putArray("ipConfigurations");
      String subnet = calm || !oneIn(8) ? pick("nodes", "nodes", "other") : "lost";
      ObjectNode four = configuration(configurations, i, "v4", v4(i), !oneIn(10), subnet);
      ArrayNode pools = four.putArray("loadBalancerBackendAddressPools");
      nicPools.get(i).forEach(id -> pools.addObject().put("id", id));
      if (!calm && oneIn(8)) {
        pools.addObject().put("id", NETWORK + "loadBalancers/lb-9/backendAddressPools/somewhere");
      }
      if (oneIn(15)) {
        four.putObject("publicIPAddress")
            .put("id", NETWORK + "publicIPAddresses/" + (calm ? "mine" : pick("mine", "gone")));
      }
      configuration(configurations, i, "v6", v6(i), false, subnet);
    }
  }

  private static ObjectNode configuration(
      ArrayNode to, int machine, String name, String address, boolean primary, String subnet) {
    ObjectNode c = to.addObject().put("name", name).put("id", configuration(machine, name));
    ObjectNode p = c.putObject("properties").put("privateIPAddress", address);
    p.put("primary", primary).putObject("subnet").put("id", RandomNetwork.subnet(subnet));
    return p;
  }
}
