package io.poolkeeper.mapping;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** JSON with sorted keys and no blanks: equal values give equal bytes, so they can be hashed. */
public final class CanonicalJson {
  private CanonicalJson() {}

  /**
   * @param value a map with text keys, a list, text, a whole number or a boolean; lists keep their
   *     order, so the caller sorts those whose order means nothing
   * @throws IllegalArgumentException for any other value
   */
  public static String write(Object value) {
    StringBuilder json = new StringBuilder();
    append(json, value);
    return json.toString();
  }

  /** Sha256 of {@link #write}'s UTF-8 bytes, 64 lower-case hexadecimal digits. */
  public static String sha256(Object value) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(write(value).getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private static void append(StringBuilder json, Object value) {
    if (value instanceof Map) {
      appendObject(json, (Map<?, ?>) value);
    } else if (value instanceof List) {
      appendList(json, (List<?>) value);
    } else if (value instanceof String) {
      appendText(json, (String) value);
    } else if (value instanceof Boolean || value instanceof Integer || value instanceof Long) {
      json.append(value);
    } else {
      throw new IllegalArgumentException("no canonical form of " + value);
    }
  }

  private static void appendObject(StringBuilder json, Map<?, ?> map) {
    Map<String, Object> sorted = new TreeMap<>();
    map.forEach((key, value) -> sorted.put((String) key, value));
    json.append('{');
    String separator = "";
    for (Map.Entry<String, Object> entry : sorted.entrySet()) {
      json.append(separator);
      appendText(json, entry.getKey());
      json.append(':');
      append(json, entry.getValue());
      separator = ",";
    }
    json.append('}');
  }

  private static void appendList(StringBuilder json, List<?> list) {
    json.append('[');
    String separator = "";
    for (Object item : list) {
      json.append(separator);
      append(json, item);
      separator = ",";
    }
    json.append(']');
  }

  private static void appendText(StringBuilder json, String text) {
    json.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, json);
    json.append('"');
  }
}
