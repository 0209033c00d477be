package io.poolkeeper.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.ArmId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * A place in an ARM document, with its path for messages. Absent and null are the same; a value of
 * another type than expected is a format error, because reading it as absent would turn an unknown
 * into a no.
 */
record Json(String path, JsonNode node) {

  static Json root(JsonNode node) {
    Json root = new Json("$", node);
    root.expectObject();
    return root;
  }

  Json at(String name) {
    return new Json(path + "." + name, node.path(name));
  }

  boolean absent() {
    return node.isMissingNode() || node.isNull();
  }

  private void expectObject() {
    if (!node.isObject()) {
      throw wrong("an object");
    }
  }

  /** The object of that name; absent is an empty object. */
  Json object(String name) {
    Json child = at(name);
    if (!child.absent()) {
      child.expectObject();
    }
    return child;
  }

  Optional<String> text(String name) {
    Json child = at(name);
    if (child.absent()) {
      return Optional.empty();
    }
    if (!child.node.isTextual()) {
      throw child.wrong("a text");
    }
    return Optional.of(child.node.textValue());
  }

  String textOr(String name, String otherwise) {
    return text(name).orElse(otherwise);
  }

  String requiredText(String name) {
    return text(name).filter(t -> !t.isEmpty()).orElseThrow(() -> at(name).wrong("a text"));
  }

  Optional<Boolean> flag(String name) {
    Json child = at(name);
    if (child.absent()) {
      return Optional.empty();
    }
    if (!child.node.isBoolean()) {
      throw child.wrong("true or false");
    }
    return Optional.of(child.node.booleanValue());
  }

  int number(String name) {
    Json child = at(name);
    if (child.absent()) {
      return 0;
    }
    if (!child.node.canConvertToInt()) {
      throw child.wrong("a whole number");
    }
    return child.node.intValue();
  }

  /** Elements of the array of that name; absent is an empty array. */
  <T> List<T> list(String name, BiFunction<Json, Integer, T> read) {
    Json array = at(name);
    if (array.absent()) {
      return List.of();
    }
    if (!array.node.isArray()) {
      throw array.wrong("an array");
    }
    List<T> items = new ArrayList<>(array.node.size());
    for (int i = 0; i < array.node.size(); i++) {
      items.add(read.apply(new Json(array.path + "[" + i + "]", array.node.get(i)), i));
    }
    return List.copyOf(items);
  }

  int size(String name) {
    return list(name, (item, i) -> item).size();
  }

  ArmId id() {
    return armId(requiredText("id"), at("id"));
  }

  /** The id in a reference object, {@code {"id": ...}}. */
  Optional<ArmId> reference(String name) {
    Json child = object(name);
    return child.absent() ? Optional.empty() : Optional.of(child.id());
  }

  List<ArmId> references(String name) {
    return list(name, (item, i) -> item.id());
  }

  private static ArmId armId(String text, Json place) {
    return ArmId.parse(text).orElseThrow(() -> place.wrong("an ARM id"));
  }

  ArmFormatException wrong(String expected) {
    String found = absent() ? "nothing" : shortened(node.toString());
    return new ArmFormatException(path, "expected " + expected + ", found " + found);
  }

  private static String shortened(String text) {
    return text.length() <= 120 ? text : text.substring(0, 120) + "...";
  }
}
