package io.poolkeeper.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Spoils documents: mostly in their structure, so that they get far into a reader, less often in
 * their bytes, seldom altogether. Values and names that the reader knows make near misses.
 */
final class Mutator {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VALUE = "__value__";

  private final List<String> values;
  private final List<String> names;

  /**
   * @param values JSON texts, single-quoted
   */
  Mutator(List<String> values, List<String> names) {
    List<String> all = new ArrayList<>(Hostile.VALUES);
    // as often as the hostile ones, so that some documents stay valid
    while (all.size() < 2 * Hostile.VALUES.size() && !values.isEmpty()) {
      values.forEach(value -> all.add(value.replace('\'', '"')));
    }
    this.values = List.copyOf(all);
    this.names = List.copyOf(names);
  }

  byte[] spoiled(Random random, byte[] valid) {
    int kind = random.nextInt(100);
    if (kind < 4) {
      return Hostile.WHOLE.get(random.nextInt(Hostile.WHOLE.size())).apply(valid);
    }
    if (kind < 30) {
      return Hostile.damaged(random, valid);
    }
    byte[] changed = structure(random, valid);
    return kind < 95 ? changed : Hostile.damaged(random, changed);
  }

  /** The tree holds marks where values go, so that they may be what no tree can hold. */
  private byte[] structure(Random random, byte[] valid) {
    JsonNode root = parsed(valid);
    if (!root.isContainerNode()) {
      return Hostile.damaged(random, valid);
    }
    List<String> filled = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      change(random, root, filled);
    }
    String text = root.toString();
    for (String value : filled) {
      text =
          text.replaceFirst("\"" + VALUE + "\"", java.util.regex.Matcher.quoteReplacement(value));
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private void change(Random random, JsonNode root, List<String> filled) {
    List<JsonNode> containers = new ArrayList<>();
    collect(root, containers);
    JsonNode container = containers.get(random.nextInt(containers.size()));
    if (container instanceof ArrayNode array) {
      change(random, array, filled);
    } else {
      change(random, (ObjectNode) container, filled);
    }
  }

  private void change(Random random, ArrayNode array, List<String> filled) {
    int at = random.nextInt(array.size() + 1);
    switch (array.isEmpty() ? 0 : random.nextInt(3)) {
      case 0 -> array.insert(at, mark(random, filled));
      case 1 -> array.remove(at);
      default -> array.add(array.get(random.nextInt(array.size())).deepCopy());
    }
  }

  private void change(Random random, ObjectNode object, List<String> filled) {
    List<String> own = new ArrayList<>();
    object.fieldNames().forEachRemaining(own::add);
    String existing = own.isEmpty() ? "x" : own.get(random.nextInt(own.size()));
    String other = names.isEmpty() ? "x" : names.get(random.nextInt(names.size()));
    switch (random.nextInt(5)) {
      case 0 -> object.remove(existing);
      case 1, 2 -> object.set(existing, mark(random, filled));
      case 3 -> object.set(other, mark(random, filled));
      default -> {
        JsonNode moved = object.remove(existing);
        object.set(other, moved == null ? mark(random, filled) : moved);
      }
    }
  }

  private JsonNode mark(Random random, List<String> filled) {
    filled.add(values.get(random.nextInt(values.size())));
    return JSON.getNodeFactory().textNode(VALUE);
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  static JsonNode parsed(byte[] valid) {
    try {
      return JSON.readTree(valid);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
