package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A small random network with a mapping, as JSON, made from one seed: a few machines in a few pools
 * of two load balancers, with every kind of way out, missing and unreadable things among them.
 */
public final class RandomWorld {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/cluster";
  static final String NETWORK = GROUP + "/providers/Microsoft.Network/";
  static final String VNET = NETWORK + "virtualNetworks/vnet-1";
  private static final String[] POOLS = {"ns-a", "ns-b", "ns-c", "ns-d"};

  private final Random random;
  private final int machines;
  private final boolean calm;
  private final boolean moving;
  private final boolean strict;
  private final ObjectNode mapping = JSON.createObjectNode();
  private final ObjectNode arm = JSON.createObjectNode();
  private final List<List<String>> nicPools = new ArrayList<>();

  private RandomWorld(long seed) {
    // Seeds in a row would begin with nearly the same numbers.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    machines = 2 + random.nextInt(3);
    calm = random.nextInt(3) > 0;
    moving = oneIn(3);
    strict = moving && oneIn(2);
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
    loadBalancers();
    mapping();
    RandomNetwork network = new RandomNetwork(random, arm);
    network.add();
    nics();
    network.addPublicAddresses();
  }

  /** The world of a seed, as a case without expectations. */
  public static PlanCase of(long seed) {
    RandomWorld world = new RandomWorld(seed);
    List<String> protocols = world.random.nextInt(3) == 0 ? List.of("TCP", "UDP") : List.of("TCP");
    boolean assume = world.random.nextInt(3) == 0;
    return world.toCase(seed, assume, protocols, List.of("lb-1"));
  }

  private PlanCase toCase(
      long seed, boolean assume, List<String> protocols, List<String> reconcile) {
    try {
      return new PlanCase(
          "seed-" + seed,
          "random world",
          JSON.writeValueAsBytes(mapping),
          arm,
          assume,
          protocols,
          reconcile,
          null,
          JSON.createObjectNode());
    } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The same world with every list and object of the ARM state and the mapping in other order. */
  public static PlanCase shuffled(PlanCase world, long seed) {
    try {
      Random random = new Random(seed);
      return new PlanCase(
          world.name(),
          world.title(),
          JSON.writeValueAsBytes(shuffle(JSON.readTree(world.mapping()), random, true)),
          shuffle(world.arm(), random, false),
          world.assumeDefaultOutbound(),
          world.protocols(),
          world.reconcile(),
          null,
          world.expectedEntries());
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** A node's addresses keep their order: the first of each family counts. */
  private static com.fasterxml.jackson.databind.JsonNode shuffle(
      com.fasterxml.jackson.databind.JsonNode json, Random random, boolean addressesCount) {
    if (json.isArray()) {
      List<com.fasterxml.jackson.databind.JsonNode> items = new ArrayList<>();
      json.forEach(item -> items.add(shuffle(item, random, addressesCount)));
      Collections.shuffle(items, random);
      return JSON.createArrayNode().addAll(items);
    }
    if (json.isObject()) {
      List<java.util.Map.Entry<String, com.fasterxml.jackson.databind.JsonNode>> fields =
          new ArrayList<>(json.properties());
      Collections.shuffle(fields, random);
      ObjectNode copy = JSON.createObjectNode();
      for (var field : fields) {
        boolean keep = addressesCount && field.getKey().equals("addresses");
        copy.set(
            field.getKey(),
            keep ? field.getValue() : shuffle(field.getValue(), random, addressesCount));
      }
      return copy;
    }
    return json;
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private String pick(String... values) {
    return values[random.nextInt(values.length)];
  }

  private String v4(int machine) {
    return "10.0.0." + (4 + machine);
  }

  private String v6(int machine) {
    return "fd00::" + (4 + machine);
  }

  private void mapping() {
    mapping.put("schema", "poolkeeper.mapping/v1").put("cluster", "prod").put("revision", 1);
    mapping.put("virtualNetwork", VNET);
    ObjectNode lbs = mapping.putObject("loadBalancers");
    ArrayNode shared =
        lbs.putObject("lb-1").put("id", NETWORK + "loadBalancers/lb-1").putArray("nodes");
    lbs.putObject("lb-2").put("id", NETWORK + "loadBalancers/lb-2");
    ObjectNode nodes = mapping.putObject("nodes");
    List<String> listed = new ArrayList<>();
    for (int i = 0; i < machines; i++) {
      if (moving || !oneIn(8)) {
        String name = "n" + i;
        listed.add(name);
        ObjectNode node = nodes.putObject(name).put("ready", moving || !oneIn(5));
        node.putArray("addresses").add(v4(i)).add(v6(i));
      }
    }
    listed.stream().filter(n -> oneIn(2)).forEach(shared::add);
    ObjectNode services = mapping.putObject("services");
    for (String pool : POOLS) {
      ObjectNode service = services.putObject(pool.replace('-', '/'));
      service.put("loadBalancer", pool.equals("ns-d") && !moving && oneIn(3) ? "lb-2" : "lb-1");
      service.put("externalTrafficPolicy", "Local");
      ArrayNode families = service.putArray("ipFamilies").add("IPv4");
      if (oneIn(4)) {
        families.add("IPv6");
      }
      ArrayNode wanted = service.putArray("nodes");
      listed.stream()
          .filter(n -> moving ? isAt(pool, Integer.parseInt(n.substring(1)) + 1) : oneIn(2))
          .forEach(wanted::add);
    }
  }

  /** In a moving world each machine sits in one pool and should be in the next one. */
  private boolean isAt(String pool, int place) {
    boolean here = POOLS[place % machines].equals(pool);
    return strict ? here : (here && !oneIn(8)) || oneIn(16);
  }

  private void loadBalancers() {
    ObjectNode first = loadBalancer("lb-1", "Succeeded");
    for (String pool : POOLS) {
      if (moving || !oneIn(10)) {
        pool(first, pool, true);
      }
      if (oneIn(3)) {
        pool(first, pool + "-ipv6", true);
      }
    }
    if (oneIn(2)) {
      pool(first, "outbound", false);
    }
    ObjectNode second =
        loadBalancer("lb-2", calm ? "Succeeded" : pick("Succeeded", "Failed", "Updating"));
    if (oneIn(2)) {
      pool(second, "ns-d", true);
    }
    if (oneIn(2)) {
      pool(second, "elsewhere", false);
    }
  }

  private ObjectNode loadBalancer(String name, String state) {
    ObjectNode lb = ((ArrayNode) arm.get("loadBalancers")).addObject().put("name", name);
    lb.put("id", NETWORK + "loadBalancers/" + name);
    lb.putObject("sku").put("name", name.equals("lb-2") && oneIn(6) ? "Basic" : "Standard");
    ObjectNode properties = lb.putObject("properties").put("provisioningState", state);
    ArrayNode frontends = properties.putArray("frontendIPConfigurations");
    for (String frontend : List.of("v4", "v6", "prefix", "lost", "internal")) {
      ObjectNode fe = frontends.addObject().put("name", frontend);
      fe.put("id", frontend(name, frontend));
      ObjectNode p = fe.putObject("properties");
      if (frontend.equals("prefix")) {
        p.putObject("publicIPPrefix").put("id", NETWORK + "publicIPPrefixes/prefix");
      } else if (!frontend.equals("internal")) {
        p.putObject("publicIPAddress").put("id", NETWORK + "publicIPAddresses/" + frontend);
      }
    }
    properties.putArray("backendAddressPools");
    properties.putArray("loadBalancingRules");
    properties.putArray("outboundRules");
    return lb;
  }

  private static String frontend(String lb, String name) {
    return NETWORK + "loadBalancers/" + lb + "/frontendIPConfigurations/" + name;
  }

  private String anyFrontend(boolean v6) {
    if (!calm && oneIn(4)) {
      return "lost";
    }
    return oneIn(5) ? pick("internal", "v4", "v6") : v6 ? "v6" : pick("v4", "prefix");
  }

  private void pool(ObjectNode lb, String name, boolean byAddress) {
    ObjectNode properties = (ObjectNode) lb.get("properties");
    String lbName = lb.get("name").asText();
    String id = NETWORK + "loadBalancers/" + lbName + "/backendAddressPools/" + name;
    ObjectNode pool = ((ArrayNode) properties.get("backendAddressPools")).addObject();
    pool.put("name", name).put("id", id);
    ObjectNode p = pool.putObject("properties");
    boolean foreign = name.equals("outbound") || name.equals("elsewhere");
    p.put(
        "provisioningState",
        calm || !foreign ? "Succeeded" : pick("Succeeded", "Updating", "Deleting", "Failed"));
    boolean v6 = name.endsWith("-ipv6");
    ArrayNode entries = p.putArray("loadBalancerBackendAddresses");
    ArrayNode references = p.putArray("backendIPConfigurations");
    boolean nicBased = !byAddress && oneIn(2);
    for (int i = 0; i < machines; i++) {
      if (moving && byAddress && !v6 ? !isAt(name, i) : oneIn(2)) {
        continue;
      }
      if (!nicBased) {
        ObjectNode entry = entries.addObject().put("name", "n" + i);
        ObjectNode e = entry.putObject("properties").put("ipAddress", v6 ? v6(i) : v4(i));
        e.putObject("virtualNetwork").put("id", VNET);
      }
      if (!v6 && (nicBased || oneIn(10))) {
        if (oneIn(2)) {
          references.addObject().put("id", configuration(i, "v4"));
        }
        nicPools.get(i).add(id);
      }
    }
    rules(properties, lbName, name, id, v6);
  }

  private void rules(ObjectNode lb, String lbName, String name, String id, boolean v6) {
    int rules = !moving && oneIn(6) ? 0 : 1 + random.nextInt(2);
    for (int i = 0; i < rules; i++) {
      ObjectNode rule =
          ((ArrayNode) lb.get("loadBalancingRules")).addObject().put("name", "r-" + name + i);
      ObjectNode p =
          rule.putObject("properties")
              .put("protocol", moving && i == 0 ? "All" : pick("Tcp", "Tcp", "Udp", "All"));
      p.put("disableOutboundSnat", !moving && oneIn(4));
      p.putObject("backendAddressPool").put("id", id);
      p.putObject("frontendIPConfiguration")
          .put("id", frontend(lbName, moving && i == 0 && !v6 ? "v4" : anyFrontend(v6)));
    }
    if (oneIn(name.equals("outbound") || name.equals("elsewhere") ? 1 : 5)) {
      ObjectNode rule = ((ArrayNode) lb.get("outboundRules")).addObject().put("name", "o-" + name);
      ObjectNode p = rule.putObject("properties").put("protocol", pick("Tcp", "Udp", "All", "All"));
      p.putObject("backendAddressPool").put("id", id);
      p.putArray("frontendIPConfigurations")
          .addObject()
          .put("id", frontend(lbName, anyFrontend(v6)));
    }
  }

  private static String configuration(int machine, String name) {
    return NETWORK + "networkInterfaces/nic-" + machine + "/ipConfigurations/" + name;
  }

  private void nics() {
    for (int i = 0; i < machines; i++) {
      if (nicPools.get(i).isEmpty() && oneIn(8)) {
        continue;
      }
      String name = "nic-" + i;
      ObjectNode nic = ((ArrayNode) arm.get("networkInterfaces")).addObject().put("name", name);
      ObjectNode p = nic.put("id", NETWORK + "networkInterfaces/" + name).putObject("properties");
      p.putObject("virtualMachine")
          .put("id", GROUP + "/providers/Microsoft.Compute/virtualMachines/vm-" + i);
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
            .put("id", NETWORK + "publicIPAddresses/" + pick("mine", "gone"));
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
