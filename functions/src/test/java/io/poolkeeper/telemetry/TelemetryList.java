package io.poolkeeper.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code docs/telemetry.md}: kinds of lines, and each field's type by its path. */
public record TelemetryList(Map<String, Map<String, String>> kinds) {
  private static final String SECTION = "## ";

  /** Of every line. */
  private static final Set<String> HEAD = Set.of("message", "severity", "operationId");

  static TelemetryList read() throws IOException {
    Map<String, Map<String, String>> kinds = new TreeMap<>();
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : Files.readAllLines(Path.of("..", "docs", "telemetry.md"))) {
      if (line.startsWith(SECTION)) {
        fields = new LinkedHashMap<>();
        kinds.put(line.substring(SECTION.length()), fields);
      } else if (line.startsWith("# ")) {
        fields = new LinkedHashMap<>();
      } else if (line.startsWith("| ") && !line.startsWith("| field ")) {
        String[] cells = line.split("\\|", -1);
        fields.put(cells[1].strip(), cells[2].strip());
      }
    }
    return new TelemetryList(kinds);
  }

  /** Fails unless a line of this kind with these fields is one that is listed. */
  public static void check(String event, Map<String, Object> fields) {
    new JsonLineReports(
            (level, line) -> {
              try {
                JsonNode json = new ObjectMapper().readTree(line);
                assertEquals(List.of(), read().violations(json, new TreeMap<>()), line);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            },
            false,
            Optional::empty)
        .report(event, fields);
  }

  static String kind(JsonNode line) {
    boolean setAside = line.has("record") && line.path("message").asText().startsWith("reconcile");
    return line.path("message").asText() + (setAside ? " (SET_ASIDE)" : "");
  }

  /** What is wrong with a line; adds to {@code seen} the paths it has. */
  List<String> violations(JsonNode line, Map<String, Set<String>> seen) {
    String kind = kind(line);
    Map<String, String> fields = kinds.get(kind);
    if (fields == null) {
      return List.of("unknown kind " + kind);
    }
    List<String> wrong = new ArrayList<>();
    Set<String> found = seen.computeIfAbsent(kind, k -> new TreeSet<>());
    HEAD.stream().filter(name -> !line.path(name).isTextual()).forEach(n -> wrong.add("no " + n));
    walk("", line, fields, found, wrong);
    fields.keySet().stream()
        .filter(name -> !name.contains("[]") && !name.contains("."))
        .filter(name -> !line.has(name))
        .forEach(name -> wrong.add(kind + ": " + name + " is missing"));
    return wrong;
  }

  private void walk(
      String prefix,
      JsonNode node,
      Map<String, String> fields,
      Set<String> found,
      List<String> wrong) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String name = field.getKey();
      boolean counted = name.endsWith("LeftOut") && field.getValue().isIntegralNumber();
      if (counted || (prefix.isEmpty() && HEAD.contains(name))) {
        continue;
      }
      String path = fields.containsKey(prefix + name) ? prefix + name : prefix + "*";
      String type = fields.get(path);
      if (type == null) {
        wrong.add(prefix + name + " is not listed");
      } else if (!fits(type, field.getValue())) {
        wrong.add(prefix + name + " is no " + type + ": " + field.getValue());
      } else {
        found.add(path);
        field
            .getValue()
            .forEach(
                one -> {
                  if (one.isObject()) {
                    walk(path + "[].", one, fields, found, wrong);
                  }
                });
        if (field.getValue().isObject()) {
          walk(path + ".", field.getValue(), fields, found, wrong);
        }
      }
    }
  }

  private static boolean fits(String type, JsonNode value) {
    return switch (type) {
      case "int" -> value.isIntegralNumber() && value.longValue() >= 0;
      case "bool" -> value.isBoolean();
      case "list" -> value.isArray();
      case "map" -> value.isObject();
      case "text" -> value.isTextual();
      case "word" -> value.isTextual() && value.asText().matches("[A-Za-z_]*");
      case "time" ->
          value.isTextual()
              && (value.asText().isEmpty() || java.time.Instant.parse(value.asText()) != null);
      default -> throw new IllegalArgumentException("docs/telemetry.md knows no type " + type);
    };
  }
}
