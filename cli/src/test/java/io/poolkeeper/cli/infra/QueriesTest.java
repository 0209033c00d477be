package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The queries of alerts and workbook: Microsoft's own parser and binder takes them, and they name
 * fields that docs/telemetry.md lists, which a test of the app holds to the lines it writes.
 */
class QueriesTest {
  /** The columns of the workspace's table that queries may use; the service has more. */
  private static final Map<String, String> APP_TRACES =
      Map.of(
          "TimeGenerated", "datetime",
          "Message", "string",
          "SeverityLevel", "int",
          "OperationId", "string",
          "Properties", "dynamic");

  private static Map<String, String> queries() throws IOException {
    Map<String, String> queries = new LinkedHashMap<>();
    for (Path file : Checkout.files("infra/queries", ".kql")) {
      queries.put(file.getFileName().toString(), "let limitSeconds = 1;\n" + Checkout.text(file));
    }
    collect(workbook(), queries);
    return queries;
  }

  private static JsonNode workbook() throws IOException {
    return Bicep.JSON.readTree(
        Checkout.text(Checkout.root().resolve("infra/modules/workbook.json")));
  }

  private static void collect(JsonNode node, Map<String, String> queries) {
    if (node.path("version").asText().startsWith("KqlItem/")) {
      queries.put("workbook: " + node.path("title").asText(), node.path("query").asText());
    }
    node.forEach(child -> collect(child, queries));
  }

  private static List<String> errors(Map<String, String> queries) throws Exception {
    ObjectNode input = Bicep.JSON.createObjectNode();
    ObjectNode table = input.putObject("tables").putObject("AppTraces");
    APP_TRACES.forEach(table::put);
    ArrayNode list = input.putArray("queries");
    queries.forEach((name, text) -> list.addObject().put("name", name).put("text", text));
    Process process =
        new ProcessBuilder("node", "check.cjs")
            .directory(Checkout.root().resolve("cli/kql").toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (OutputStream out = process.getOutputStream()) {
      out.write(input.toString().getBytes(StandardCharsets.UTF_8));
    }
    byte[] answer = process.getInputStream().readAllBytes();
    assertEquals(0, process.waitFor(), "cli/kql/check.cjs");
    List<String> errors = new ArrayList<>();
    Bicep.JSON
        .readTree(answer)
        .forEach(e -> errors.add(e.path("name").asText() + ": " + e.path("message").asText()));
    return errors;
  }

  @Test
  void everyQueryParsesAndBinds() throws Exception {
    Map<String, String> queries = queries();
    assertTrue(queries.size() > 35, () -> "queries: " + queries.keySet());
    assertEquals(List.of(), errors(queries));
  }

  @Test
  void theParserFindsWhatIsWrong() throws Exception {
    List<String> found =
        errors(
            Map.of(
                "column", "AppTraces | where Nope == 1",
                "table", "traces | count",
                "type", "AppTraces | where Message > 1",
                "command", ".show tables",
                "empty", " ",
                "syntax", "AppTraces | where"));
    TreeSet<String> names = new TreeSet<>();
    found.forEach(error -> names.add(error.replaceFirst(":.*", "")));
    assertEquals("[column, command, empty, syntax, table, type]", names.toString());
  }

  /** Operators that rules of this kind do not take, whatever the parser says. */
  @Test
  void noRuleSearchesOrUnites() throws Exception {
    queries()
        .forEach(
            (name, text) ->
                assertTrue(
                    !Pattern.compile("\\b(search|union|bag_unpack|pivot|externaldata|ago)\\b")
                        .matcher(text)
                        .find(),
                    name));
  }

  @Test
  void everyFieldThatAQueryNamesIsOneOfTheAppsLines() throws Exception {
    Map<String, TreeSet<String>> fields = fields();
    List<String> unknown = new ArrayList<>();
    queries()
        .forEach(
            (name, text) -> {
              TreeSet<String> known = new TreeSet<>(List.of("message", "severity", "operationId"));
              fields.forEach(
                  (message, names) -> {
                    if (text.contains("== \"" + message + "\"")) {
                      known.addAll(names);
                    }
                  });
              TreeSet<String> named = named(text);
              assertTrue(named.size() > 1, name);
              named.removeAll(known);
              named.forEach(field -> unknown.add(name + ": " + field));
            });
    assertEquals(List.of(), unknown);
  }

  /** Names of fields by the message of their line, as docs/telemetry.md lists them. */
  private static Map<String, TreeSet<String>> fields() {
    String text = Checkout.text(Checkout.root().resolve("docs/telemetry.md"));
    Map<String, TreeSet<String>> fields = new LinkedHashMap<>();
    for (String part : text.split("(?m)^##? ")) {
      String message = part.lines().findFirst().orElse("").replaceFirst(" \\(.*", "");
      Matcher row = Pattern.compile("(?m)^\\| ([\\w.*\\[\\]]+) \\| (?!-)").matcher(part);
      while (row.find()) {
        fields.computeIfAbsent(message, key -> new TreeSet<>()).add(row.group(1));
      }
    }
    assertTrue(fields.size() > 5, () -> "lines: " + fields.keySet());
    return fields;
  }

  /** As {@code pools[].held[].address}: what {@code mv-expand} names stands for an element. */
  private static TreeSet<String> named(String text) {
    Map<String, String> elements = new LinkedHashMap<>(Map.of("line", ""));
    Matcher expand = Pattern.compile("mv-expand (\\w+) = (\\w+)\\.(\\w+)").matcher(text);
    while (expand.find()) {
      elements.put(expand.group(1), elements.get(expand.group(2)) + expand.group(3) + "[].");
    }
    TreeSet<String> named = new TreeSet<>();
    Matcher access = Pattern.compile("\\b(\\w+)\\.(\\w+)").matcher(text.replaceAll("//.*", ""));
    while (access.find()) {
      String before = elements.get(access.group(1));
      named.add(before == null ? "not a line: " + access.group() : before + access.group(2));
    }
    return named;
  }

  @Test
  void theWorkbookIsOfTabsThatAreAllShown() throws IOException {
    TreeSet<String> links = new TreeSet<>();
    TreeSet<String> groups = new TreeSet<>();
    for (JsonNode item : workbook().path("items")) {
      item.at("/content/links").forEach(link -> links.add(link.path("subTarget").asText()));
      if (item.path("type").asInt() == 12) {
        groups.add(item.at("/conditionalVisibility/value").asText());
        double width = 0;
        for (JsonNode part : item.at("/content/items")) {
          width += part.path("customWidth").asDouble(100);
        }
        assertEquals(0, width % 100, 0.01, "rows that are not full in " + item.path("name"));
      }
    }
    assertEquals(links, groups);
    assertEquals(6, groups.size());
  }

  @Test
  void theWorkbookKnowsItsWorkspace() {
    for (Evaluated variant : AlertsTest.apps()) {
      JsonNode workbook = variant.only("Microsoft.Insights/workbooks");
      String workspace =
          variant.only("Microsoft.OperationalInsights/workspaces").path("id").asText();
      assertTrue(
          workbook.path("name").asText().matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"));
      assertEquals(workspace, workbook.at("/properties/sourceId").asText());
      String content = workbook.at("/properties/serializedData").asText();
      assertTrue(content.contains("\"fallbackResourceIds\":[\"" + workspace + "\"]"), content);
    }
  }
}
