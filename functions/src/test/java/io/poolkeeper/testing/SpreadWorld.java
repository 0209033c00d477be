package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Random;
import java.util.Set;

/**
 * A {@link RandomWorld} spread over several resource groups and scale sets, with a load balancer
 * that only NICs name, and with subnets that the network has.
 */
public final class SpreadWorld {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SUB =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/";
  private static final String NET = "/providers/Microsoft.Network/";

  private SpreadWorld() {}

  public static PlanCase of(long seed) {
    PlanCase world = RandomWorld.of(seed);
    Random random = new Random(seed * 31 + 7);
    ObjectNode arm = (ObjectNode) parse(spread(world.arm().toString(), random));
    moveScaleSets(arm);
    nameElsewhere(arm, random);
    return new PlanCase(
        world.name(),
        world.title(),
        world.mapping(),
        arm,
        world.assumeDefaultOutbound(),
        world.protocols(),
        world.reconcile(),
        null,
        world.expectedEntries());
  }

  private static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In Azure no NIC is in a subnet that its network does not have. */
  private static String spread(String arm, Random random) {
    String text = arm.replace("/subnets/lost", "/subnets/other");
    for (int i = 0; i < 5; i++) {
      String nic = SUB + "cluster" + NET + "networkInterfaces/nic-" + i;
      String moved =
          switch (random.nextInt(4)) {
            case 0 -> nic;
            case 1 -> nic.replace("/cluster/", "/nodes/");
            case 2 -> nic.replace("/cluster/", "/Others/");
            default ->
                scaleSet(random.nextInt(2)) + "/virtualMachines/" + i + "/networkInterfaces/nic";
          };
      text = text.replace(nic + "\"", moved + "\"").replace(nic + "/", moved + "/");
    }
    if (random.nextBoolean()) {
      for (String address : Set.of("v6", "mine", "lost")) {
        String ip = NET + "publicIPAddresses/" + address + "\"";
        text = text.replace(SUB + "cluster" + ip, SUB + "ips" + ip);
      }
    }
    if (random.nextBoolean()) {
      String gateway = NET + "natGateways/v2";
      text = text.replace(SUB + "cluster" + gateway, SUB + "gateways" + gateway);
    }
    return text;
  }

  private static String scaleSet(int i) {
    return SUB + "nodes/providers/Microsoft.Compute/virtualMachineScaleSets/pool" + i;
  }

  private static void moveScaleSets(ObjectNode arm) {
    ArrayNode uniform = (ArrayNode) arm.get("virtualMachineScaleSetNetworkInterfaces");
    Iterator<JsonNode> nics = arm.get("networkInterfaces").iterator();
    while (nics.hasNext()) {
      JsonNode nic = nics.next();
      if (nic.path("id").asText().contains("virtualMachineScaleSets")) {
        nics.remove();
        uniform.add(nic);
      }
    }
  }

  /** The pool that some NICs name is there, in a group of its own, with members by address. */
  private static void nameElsewhere(ObjectNode arm, Random random) {
    String id = SUB + "elsewhere" + NET + "loadBalancers/lb-9";
    JsonNode named =
        parse(arm.toString().replace(SUB + "cluster" + NET + "loadBalancers/lb-9", id));
    arm.setAll((ObjectNode) named);
    if (random.nextInt(3) == 0) {
      return;
    }
    ObjectNode lb = ((ArrayNode) arm.get("loadBalancers")).addObject();
    lb.put("id", id).put("name", "lb-9").putObject("sku").put("name", "Standard");
    ObjectNode properties = lb.putObject("properties").put("provisioningState", "Succeeded");
    String frontend = id + "/frontendIPConfigurations/v4";
    ObjectNode fe = properties.putArray("frontendIPConfigurations").addObject();
    fe.put("id", frontend)
        .putObject("properties")
        .putObject("publicIPAddress")
        .put("id", SUB + "elsewhere" + NET + "publicIPAddresses/nine");
    String pool = id + "/backendAddressPools/somewhere";
    ObjectNode p = properties.putArray("backendAddressPools").addObject();
    ArrayNode entries =
        p.put("id", pool)
            .put("name", "somewhere")
            .putObject("properties")
            .put("provisioningState", "Succeeded")
            .putArray("loadBalancerBackendAddresses");
    for (int i = 0; i < 5; i++) {
      if (random.nextBoolean()) {
        entries
            .addObject()
            .put("name", "n" + i)
            .putObject("properties")
            .put("ipAddress", "10.0.0." + (4 + i));
      }
    }
    ObjectNode rule = properties.putArray("outboundRules").addObject().put("name", "o-9");
    ObjectNode r = rule.putObject("properties").put("protocol", "All");
    r.putObject("backendAddressPool").put("id", pool);
    r.putArray("frontendIPConfigurations").addObject().put("id", frontend);
    ObjectNode ip = ((ArrayNode) arm.get("publicIPAddresses")).addObject().put("name", "nine");
    ip.put("id", SUB + "elsewhere" + NET + "publicIPAddresses/nine")
        .putObject("properties")
        .put("publicIPAddressVersion", "IPv4");
  }
}
