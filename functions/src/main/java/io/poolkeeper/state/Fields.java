package io.poolkeeper.state;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Typed reading of one JSON object; {@code null} counts as absent, unknown fields are not looked
 * at.
 */
final class Fields {
  /** Times outside are no times of this system. */
  static final Instant EARLIEST = Instant.parse("2000-01-01T00:00:00Z");

  static final Instant LATEST = Instant.parse("2999-12-31T23:59:59Z");

  private static final int MAX_TIME_LENGTH = 40;

  /** Reads one element of a list. */
  interface Reader<T> {
    T read(Fields fields) throws DocumentFault;
  }

  private final String path;
  private final JsonNode node;

  private Fields(String path, JsonNode node) {
    this.path = path;
    this.node = node;
  }

  static Fields of(String path, JsonNode node) throws DocumentFault {
    if (!node.isObject()) {
      throw new DocumentFault(path, "an object", shown(node));
    }
    return new Fields(path, node);
  }

  String path(String name) {
    return path + "." + name;
  }

  private Optional<JsonNode> value(String name) {
    JsonNode value = node.get(name);
    return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  private <T> T required(String name, String expected, Optional<T> value) throws DocumentFault {
    if (value.isEmpty()) {
      throw new DocumentFault(path(name), expected, "nothing");
    }
    return value.get();
  }

  Optional<String> text(String name, int maxLength) throws DocumentFault {
    Optional<JsonNode> value = value(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (!value.get().isTextual() || value.get().textValue().length() > maxLength) {
      throw new DocumentFault(
          path(name), "text of at most " + maxLength + " characters", shown(value.get()));
    }
    return Optional.of(value.get().textValue());
  }

  /** Of a field that decides nothing: empty where it is no text. */
  String looseText(String name) {
    return value(name).filter(JsonNode::isTextual).map(JsonNode::textValue).orElse("");
  }

  String requiredText(String name, int maxLength) throws DocumentFault {
    return required(name, "text", text(name, maxLength));
  }

  Optional<Long> number(String name, long min, long max) throws DocumentFault {
    Optional<JsonNode> value = value(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    JsonNode number = value.get();
    boolean fits =
        number.isIntegralNumber()
            && number.canConvertToLong()
            && number.longValue() >= min
            && number.longValue() <= max;
    if (!fits) {
      String expected =
          min == max ? "the whole number " + min : "a whole number from " + min + " to " + max;
      throw new DocumentFault(path(name), expected, shown(number));
    }
    return Optional.of(number.longValue());
  }

  long requiredNumber(String name, long min, long max) throws DocumentFault {
    return required(name, "a whole number", number(name, min, max));
  }

  Optional<Boolean> flag(String name) throws DocumentFault {
    Optional<JsonNode> value = value(name);
    if (value.isPresent() && !value.get().isBoolean()) {
      throw new DocumentFault(path(name), "true or false", shown(value.get()));
    }
    return value.map(JsonNode::booleanValue);
  }

  Optional<Instant> time(String name) throws DocumentFault {
    Optional<JsonNode> value = value(name);
    return value.isEmpty() ? Optional.empty() : Optional.of(time(path(name), value.get()));
  }

  Instant requiredTime(String name) throws DocumentFault {
    return required(name, "a time", time(name));
  }

  private static Instant time(String path, JsonNode value) throws DocumentFault {
    if (value.isTextual() && value.textValue().length() <= MAX_TIME_LENGTH) {
      try {
        Instant time = Instant.parse(value.textValue());
        if (!time.isBefore(EARLIEST) && !time.isAfter(LATEST)) {
          return time;
        }
      } catch (DateTimeException e) {
        // said below, with what was found
      }
    }
    throw new DocumentFault(path, "a time such as 2026-01-31T12:00:00Z", shown(value));
  }

  <E extends Enum<E>> Optional<E> word(String name, Class<E> words) throws DocumentFault {
    Optional<JsonNode> value = value(name);
    return value.isEmpty()
        ? Optional.empty()
        : Optional.of(word(path(name), value.get().asText(), words));
  }

  <E extends Enum<E>> E requiredWord(String name, Class<E> words) throws DocumentFault {
    return required(name, "a word", word(name, words));
  }

  private static <E extends Enum<E>> E word(String path, String found, Class<E> words)
      throws DocumentFault {
    for (E word : words.getEnumConstants()) {
      if (word.name().equals(found)) {
        return word;
      }
    }
    throw new DocumentFault(path, "one of " + List.of(words.getEnumConstants()), shown(found));
  }

  Optional<Fields> object(String name) throws DocumentFault {
    Optional<JsonNode> value = value(name);
    return value.isEmpty() ? Optional.empty() : Optional.of(of(path(name), value.get()));
  }

  <T> Optional<T> object(String name, Reader<T> reader) throws DocumentFault {
    Optional<Fields> fields = object(name);
    return fields.isEmpty() ? Optional.empty() : Optional.of(reader.read(fields.get()));
  }

  /** Words to words; sorted by key. */
  <K extends Enum<K>, V extends Enum<V>> Map<K, V> words(String name, Class<K> keys, Class<V> words)
      throws DocumentFault {
    Map<K, V> result = new TreeMap<>();
    Optional<Fields> fields = object(name);
    if (fields.isPresent()) {
      for (Map.Entry<String, JsonNode> entry : fields.get().node.properties()) {
        String at = fields.get().path(entry.getKey());
        result.put(word(at, entry.getKey(), keys), word(at, entry.getValue().asText(), words));
      }
    }
    return result;
  }

  <T> List<T> list(String name, Reader<T> reader) throws DocumentFault {
    List<T> result = new ArrayList<>();
    for (JsonNode element : array(name)) {
      result.add(reader.read(of(path(name) + "[" + result.size() + "]", element)));
    }
    return List.copyOf(result);
  }

  List<Instant> times(String name) throws DocumentFault {
    List<Instant> result = new ArrayList<>();
    for (JsonNode element : array(name)) {
      result.add(time(path(name) + "[" + result.size() + "]", element));
    }
    return List.copyOf(result);
  }

  List<String> texts(String name, int maxLength) throws DocumentFault {
    List<String> result = new ArrayList<>();
    for (JsonNode element : array(name)) {
      if (!element.isTextual() || element.textValue().length() > maxLength) {
        String path = path(name) + "[" + result.size() + "]";
        throw new DocumentFault(path, "a text of at most " + maxLength, shown(element));
      }
      result.add(element.textValue());
    }
    return List.copyOf(result);
  }

  /** Every field of the object that is a text. */
  Map<String, String> allTexts() {
    Map<String, String> texts = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : node.properties()) {
      if (entry.getValue().isTextual()) {
        texts.put(entry.getKey(), entry.getValue().textValue());
      }
    }
    return texts;
  }

  private Iterable<JsonNode> array(String name) throws DocumentFault {
    Optional<JsonNode> value = value(name);
    if (value.isPresent() && !value.get().isArray()) {
      throw new DocumentFault(path(name), "a list", shown(value.get()));
    }
    return value.isPresent() ? value.get() : List.of();
  }

  /** What was found, short: a value may be anything that came from outside. */
  private static String shown(JsonNode node) {
    if (node.isContainerNode() || node.isMissingNode()) {
      return node.getNodeType().name().toLowerCase(java.util.Locale.ROOT);
    }
    return node.isTextual() ? shown(node.asText()) : cut(node.asText());
  }

  /** In quotes, as texts are: the number 1 is another thing than '1'. */
  static String shown(String text) {
    return "'" + cut(text) + "'";
  }

  private static String cut(String text) {
    String cut = text.length() <= 80 ? text : text.substring(0, 80) + "...";
    return cut.replaceAll("[\\p{Cntrl}\\u2028\\u2029]", " ");
  }
}
