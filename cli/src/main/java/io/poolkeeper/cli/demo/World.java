package io.poolkeeper.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The shop: two load balancers, three nodes in a private subnet, and what is said of them. */
final class World {
  static final String CLUSTER = "shop";
  static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop";
  static final String NETWORK = GROUP + "/providers/Microsoft.Network";
  static final String SUBNET = NETWORK + "/virtualNetworks/vnet-1/subnets/nodes";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ObjectNode mapping;

  World() throws IOException {
    mapping = (ObjectNode) JSON.readTree(resource("mapping.json"));
  }

  /** Puts Azure at the start of the story into a file. */
  static Path azure(Path folder) throws IOException {
    Files.createDirectories(folder);
    return Files.write(folder.resolve("azure-at-the-start.json"), resource("azure.json"));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = World.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("the program does not carry " + name);
      }
      return in.readAllBytes();
    }
  }

  static String scope() {
    return "{\"" + CLUSTER + "\":{\"loadBalancers\":[\"" + GROUP + "\"]}}";
  }

  /** Mode of the controls document: it can only be stricter than the app's setting. */
  static byte[] controls(String mode) {
    return "{\"schema\":\"poolkeeper.controls/v1\",\"cluster\":\"%s\",\"mode\":\"%s\"}"
        .formatted(CLUSTER, mode)
        .getBytes(StandardCharsets.UTF_8);
  }

  byte[] mapping() throws IOException {
    return JSON.writeValueAsBytes(mapping);
  }

  void revision(long revision) {
    mapping.put("revision", revision);
  }

  void move(String service, String loadBalancer) {
    service(service).put("loadBalancer", loadBalancer);
  }

  void unready(String node) {
    ((ObjectNode) mapping.path("nodes").path(node)).put("ready", false);
  }

  private ObjectNode service(String name) {
    return (ObjectNode) mapping.path("services").path(name);
  }

  /** A copy with three mistakes of a kind that publishers make. */
  byte[] broken(long revision) throws IOException {
    ObjectNode broken = mapping.deepCopy().put("revision", revision);
    ((ObjectNode) broken.path("services").path("shop/api")).put("loadBalancer", "lb-9");
    ((ObjectNode) broken.path("nodes").path("node-a")).putArray("addresses").add("10.0.0");
    ((ObjectNode) broken.path("services").path("shop/web")).put("nodess", "typo");
    return JSON.writeValueAsBytes(broken);
  }

  /** Body of the PUT that attaches the NAT gateway to the subnet of the nodes. */
  static JsonNode subnetWithGateway() {
    ObjectNode subnet = JSON.createObjectNode().put("name", "nodes");
    ObjectNode properties = subnet.putObject("properties");
    properties.put("addressPrefix", "10.0.0.0/24").put("defaultOutboundAccess", false);
    properties.putObject("natGateway").put("id", NETWORK + "/natGateways/nat-1");
    return subnet;
  }
}
