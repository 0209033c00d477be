package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.model.ArmId;
import java.io.IOException;
import java.io.InputStream;

/**
 * A virtual network as it comes. With Azure CNI every pod is an ipConfiguration of a subnet, so
 * they pass by one after the other and only the rest is kept.
 */
final class NetworkPage implements ArmClient.BodyReader {
  private final Holders holders;
  private JsonNode network = MissingNode.getInstance();

  NetworkPage(Holders holders) {
    this.holders = holders;
  }

  /**
   * @param expanded with the addresses of ipConfigurations
   */
  static String path(ArmId network, boolean expanded) {
    return ArmClient.escaped(network.text())
        + "?api-version="
        + ArmClient.API_VERSION
        + (expanded ? "&%24expand=subnets%2FipConfigurations" : "");
  }

  /** Without ipConfigurations; missing if there was no JSON object. */
  JsonNode network() {
    return network;
  }

  private interface Part {
    /** Null: nothing of it is kept. */
    JsonNode read(JsonParser in) throws IOException;
  }

  @Override
  public void read(InputStream body) throws IOException {
    try (JsonParser in = Answer.MAPPER.createParser(body)) {
      in.nextToken();
      network = object(in, "properties", p -> object(p, "subnets", this::subnets));
    }
  }

  private static JsonNode object(JsonParser in, String special, Part part) throws IOException {
    if (in.currentToken() != JsonToken.START_OBJECT) {
      return tree(in);
    }
    ObjectNode object = Answer.MAPPER.createObjectNode();
    while (in.nextToken() == JsonToken.FIELD_NAME) {
      String name = in.currentName();
      in.nextToken();
      JsonNode value = name.equals(special) ? part.read(in) : tree(in);
      if (value != null) {
        object.set(name, value);
      }
    }
    return object;
  }

  /** Where the body has ended there is none. */
  private static JsonNode tree(JsonParser in) throws IOException {
    JsonNode tree = in.readValueAsTree();
    return tree == null ? MissingNode.getInstance() : tree;
  }

  private JsonNode subnets(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      return tree(in);
    }
    ArrayNode subnets = Answer.MAPPER.createArrayNode();
    while (in.nextToken() != JsonToken.END_ARRAY) {
      JsonNode subnet =
          object(in, "properties", p -> object(p, "ipConfigurations", this::configurations));
      holders.subnetEnds(ArmId.parse(subnet.path("id").asText("")));
      subnets.add(subnet);
    }
    return subnets;
  }

  private JsonNode configurations(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.START_ARRAY) {
      return tree(in);
    }
    while (in.nextToken() != JsonToken.END_ARRAY) {
      holders.add(in.readValueAsTree());
    }
    return null;
  }
}
