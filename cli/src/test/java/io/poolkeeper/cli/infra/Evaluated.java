package io.poolkeeper.cli.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All variants of the templates, evaluated once for all tests of this process. */
final class Evaluated {
  private static final List<String> VARIANTS =
      List.of(
          "premium",
          "two-clusters",
          "two-clusters-targets",
          "private",
          "pushed",
          "pushed-targets",
          "unpublished",
          "government",
          "china");

  private static final Map<String, String> LOCATIONS =
      Map.of("government", "usgovvirginia", "china", "chinanorth3");

  private static Map<String, Evaluated> all = Map.of();

  final String name;
  final JsonNode snapshot;

  private Evaluated(String name, JsonNode snapshot) {
    this.name = name;
    this.snapshot = snapshot;
  }

  /**
   * By the name of the parameter file; {@code sample} and {@code sample-targets} are those of
   * infra.
   */
  static synchronized Map<String, Evaluated> all() {
    if (all.isEmpty()) {
      Map<String, Evaluated> evaluated = new LinkedHashMap<>();
      try (Bicep bicep = Bicep.start()) {
        Path root = Checkout.root();
        put(evaluated, bicep, "sample", sample());
        put(evaluated, bicep, "sample-targets", root.resolve("infra/targets.bicepparam"));
        put(evaluated, bicep, "example", root.resolve("examples/self-managed-lb/main.bicepparam"));
        for (String name : VARIANTS) {
          put(evaluated, bicep, name, Checkout.parameters(name));
        }
      }
      all = evaluated;
    }
    return all;
  }

  /** The sample says nothing of the cloud, which follows from where it is deployed: added here. */
  private static Path sample() {
    String text = Checkout.text(Checkout.root().resolve("infra/main.bicepparam"));
    Path file = Checkout.root().resolve("cli/target/infra/sample.bicepparam");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file,
          text.replace("using 'main.bicep'", "using '../../../infra/main.bicep'")
              + "\nparam storageSuffix = 'core.windows.net'\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  private static void put(
      Map<String, Evaluated> evaluated, Bicep bicep, String name, Path parameters) {
    String location = LOCATIONS.getOrDefault(name, "westeurope");
    String group = name.equals("example") ? "rg-example" : null;
    evaluated.put(name, new Evaluated(name, bicep.snapshot(parameters, location, group)));
  }

  static Evaluated of(String name) {
    return all().get(name);
  }

  List<JsonNode> resources() {
    List<JsonNode> resources = new ArrayList<>();
    snapshot.path("predictedResources").forEach(resources::add);
    return resources;
  }

  List<JsonNode> ofType(String type) {
    return resources().stream().filter(r -> r.path("type").asText().equals(type)).toList();
  }

  JsonNode only(String type) {
    List<JsonNode> found = ofType(type);
    if (found.size() != 1) {
      throw new AssertionError(name + ": expected one " + type + ", found " + found.size());
    }
    return found.get(0);
  }

  /** App settings by name. */
  Map<String, String> settings() {
    Map<String, String> settings = new TreeMap<>();
    JsonNode properties =
        ofType("Microsoft.Web/sites/config").stream()
            .filter(r -> r.path("name").asText().endsWith("/appsettings"))
            .findFirst()
            .orElseThrow()
            .path("properties");
    properties.properties().forEach(e -> settings.put(e.getKey(), e.getValue().asText()));
    return settings;
  }

  /** What a role assignment stands on. */
  static String scope(JsonNode assignment) {
    return assignment
        .path("id")
        .asText()
        .replaceFirst("/providers/Microsoft\\.Authorization/roleAssignments/[^/]+$", "");
  }

  @Override
  public String toString() {
    return name;
  }
}
