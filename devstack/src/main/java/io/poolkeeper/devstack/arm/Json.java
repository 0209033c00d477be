package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/** The one mapper, and short ways to look into raw ARM JSON. */
final class Json {
  static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode strings(Collection<String> values) {
    ArrayNode array = MAPPER.createArrayNode();
    values.forEach(array::add);
    return array;
  }

  /** The text at a path of field names, or an empty string. */
  static String text(JsonNode node, String... path) {
    return at(node, path).asText("");
  }

  static JsonNode at(JsonNode node, String... path) {
    JsonNode here = node;
    for (String name : path) {
      here = here.path(name);
    }
    return here;
  }

  /** The lower-case id at {@code path.id}, or an empty string. */
  static String id(JsonNode node, String... path) {
    return lower(at(node, path).path("id").asText(""));
  }

  /** All objects of an array; empty for anything else. */
  static List<JsonNode> items(JsonNode node, String... path) {
    JsonNode array = at(node, path);
    List<JsonNode> found = new ArrayList<>();
    if (array.isArray()) {
      for (Iterator<JsonNode> i = array.elements(); i.hasNext(); ) {
        JsonNode item = i.next();
        if (item.isObject()) {
          found.add(item);
        }
      }
    }
    return found;
  }

  static boolean filled(JsonNode node, String... path) {
    return at(node, path).isArray() && !at(node, path).isEmpty();
  }

  static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }

  /** The properties object, made when missing. */
  static ObjectNode properties(ObjectNode resource) {
    return resource.path("properties").isObject()
        ? (ObjectNode) resource.get("properties")
        : resource.putObject("properties");
  }
}
