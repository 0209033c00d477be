package io.poolkeeper.devstack.host;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An HTTP function's path: fixed parts compare without case, {@code {name}} takes one part, {@code
 * {name?}} takes one or none, {@code {*name}} the rest; a constraint after a colon is not checked.
 */
record RouteTemplate(String[] parts) {

  static RouteTemplate of(String prefix, String route) {
    return new RouteTemplate(split(prefix + "/" + route));
  }

  Optional<Map<String, String>> match(String path) {
    String[] given = split(path);
    Map<String, String> values = new LinkedHashMap<>();
    int i = 0;
    for (String part : parts) {
      if (part.startsWith("{*")) {
        values.put(name(part), String.join("/", List.of(given).subList(i, given.length)));
        return Optional.of(values);
      }
      boolean open = part.startsWith("{") && part.endsWith("}");
      if (i == given.length) {
        if (!part.endsWith("?}")) {
          return Optional.empty();
        }
        continue;
      }
      if (open) {
        values.put(name(part), given[i]);
      } else if (!part.equalsIgnoreCase(given[i])) {
        return Optional.empty();
      }
      i++;
    }
    return i == given.length ? Optional.of(values) : Optional.empty();
  }

  private static String name(String part) {
    return part.substring(1, part.length() - 1)
        .replaceFirst("^\\*", "")
        .replaceFirst("[:?=].*", "");
  }

  private static String[] split(String path) {
    return Arrays.stream(path.split("/")).filter(s -> !s.isEmpty()).toArray(String[]::new);
  }
}
