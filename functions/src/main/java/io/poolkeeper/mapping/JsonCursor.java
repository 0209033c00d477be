package io.poolkeeper.mapping;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Walks once through a JSON text, knows where it is, and notes what is not as expected instead of
 * stopping. Every read method starts at the first token of a value and ends at its last one; what
 * was not as expected is skipped and answered with an empty result.
 */
final class JsonCursor {

  /** Reads the value of one property. */
  interface Property {
    /** Whether the property is known; if not, the value has not been touched. */
    boolean read(String name) throws IOException;
  }

  /** Reads one entry of a map or one item of a list. */
  interface Entry {
    void read(String name, int index) throws IOException;
  }

  private final JsonParser parser;
  private final ViolationList violations;
  private final List<Object> path = new ArrayList<>();

  JsonCursor(JsonParser parser, ViolationList violations) {
    this.parser = parser;
    this.violations = violations;
  }

  String path() {
    return JsonPath.of(path);
  }

  void violation(Supplier<String> message) {
    violations.add(this::path, message);
  }

  /** An object of known properties: no repeated, unknown or missing one. */
  boolean object(Shape shape, Property property) throws IOException {
    if (!at(JsonToken.START_OBJECT, shape.expected())) {
      return false;
    }
    Set<String> seen = new HashSet<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      path.add(name);
      parser.nextToken();
      if (repeated(name, seen)) {
        parser.skipChildren();
      } else if (!property.read(name)) {
        violation(() -> shape.unknown(name));
        parser.skipChildren();
      }
      path.remove(path.size() - 1);
    }
    for (String required : shape.required()) {
      if (!seen.contains(required)) {
        violation(() -> shape.missing(required));
      }
    }
    return true;
  }

  /**
   * An object of names that the document chooses.
   *
   * @param limit most entries; those beyond are counted, not read
   * @return whether it was an object within the limit
   */
  boolean map(String expected, int limit, Entry entry) throws IOException {
    if (!at(JsonToken.START_OBJECT, expected)) {
      return false;
    }
    Set<String> seen = new HashSet<>();
    int count = 0;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      path.add(name);
      parser.nextToken();
      if (count++ >= limit || repeated(name, seen)) {
        parser.skipChildren();
      } else {
        checkName(name);
        entry.read(name, count - 1);
      }
      path.remove(path.size() - 1);
    }
    return within(limit, count);
  }

  /**
   * @param limit most items; those beyond are counted, not read
   * @return whether it was a list within the limit
   */
  boolean list(String expected, int limit, Entry item) throws IOException {
    if (!at(JsonToken.START_ARRAY, expected)) {
      return false;
    }
    int count = 0;
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      path.add(count);
      if (count >= limit) {
        parser.skipChildren();
      } else {
        item.read("", count);
      }
      path.remove(path.size() - 1);
      count++;
    }
    return within(limit, count);
  }

  Optional<String> text(String expected) throws IOException {
    if (!at(JsonToken.VALUE_STRING, expected)) {
      return Optional.empty();
    }
    return Optional.of(parser.getText());
  }

  Optional<Boolean> bool() throws IOException {
    JsonToken token = parser.currentToken();
    if (token != JsonToken.VALUE_TRUE && token != JsonToken.VALUE_FALSE) {
      refuse("true or false");
      return Optional.empty();
    }
    return Optional.of(token == JsonToken.VALUE_TRUE);
  }

  /** A whole number; {@code 42.0} is one. */
  Optional<Long> integer(long min, long max) throws IOException {
    Optional<Long> value = parser.currentToken().isNumeric() ? wholeNumber() : Optional.empty();
    if (value.isEmpty() || value.get() < min || value.get() > max) {
      refuse("a whole number from " + min + " to " + max);
      return Optional.empty();
    }
    return value;
  }

  private Optional<Long> wholeNumber() throws IOException {
    if (parser.getTextLength() > Limits.NUMBER_LENGTH) {
      return Optional.empty();
    }
    BigDecimal number = new BigDecimal(parser.getText());
    if (number.signum() == 0) {
      return Optional.of(0L);
    }
    BigDecimal plain = number.stripTrailingZeros();
    // Looked at before any conversion: 1e999999999 would fill the memory with digits.
    long digits = (long) plain.precision() - plain.scale();
    return plain.scale() > 0 || digits > 18 ? Optional.empty() : Optional.of(plain.longValue());
  }

  private boolean repeated(String name, Set<String> seen) {
    if (seen.add(name)) {
      return false;
    }
    violation(() -> "expected every key once, found it again; keep one of the two");
    return true;
  }

  private void checkName(String name) {
    if (name.length() > Limits.NAME_LENGTH) {
      violation(
          () ->
              "expected a name of at most "
                  + Limits.NAME_LENGTH
                  + " characters, found "
                  + name.length()
                  + "; shorten it");
    }
  }

  private boolean within(int limit, int count) {
    if (count > limit) {
      violation(
          () ->
              "expected at most " + limit + " entries, found " + count + "; split the document up");
    }
    return count <= limit;
  }

  private boolean at(JsonToken token, String expected) throws IOException {
    if (parser.currentToken() == token) {
      return true;
    }
    refuse(expected);
    return false;
  }

  private void refuse(String expected) throws IOException {
    String found = found();
    violation(() -> "expected " + expected + ", found " + found + "; correct the value");
    parser.skipChildren();
  }

  private String found() throws IOException {
    JsonToken token = parser.currentToken();
    switch (token) {
      case START_OBJECT:
        return "an object";
      case START_ARRAY:
        return "a list";
      case VALUE_STRING:
        return "the text " + Shown.quoted(parser.getText());
      default:
        return token.isNumeric()
            ? "the number " + Shown.escaped(parser.getText())
            : parser.getText();
    }
  }
}
