package io.poolkeeper.mapping;

import java.util.List;
import java.util.regex.Pattern;

/** Text of JSON paths such as {@code $.services['ns1/web'].nodes[3]}. */
final class JsonPath {
  static final String ROOT = "$";

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,79}");

  private JsonPath() {}

  /**
   * @param segments property names as text, positions in lists as {@link Integer}
   */
  static String of(Object... segments) {
    return of(List.of(segments));
  }

  static String of(List<Object> segments) {
    StringBuilder path = new StringBuilder(ROOT);
    for (Object segment : segments) {
      if (segment instanceof Integer) {
        path.append('[').append(segment).append(']');
      } else {
        appendName(path, (String) segment);
      }
    }
    return path.toString();
  }

  private static void appendName(StringBuilder path, String name) {
    if (PLAIN.matcher(name).matches()) {
      path.append('.').append(name);
    } else {
      path.append("['").append(Shown.escaped(name)).append("']");
    }
  }
}
