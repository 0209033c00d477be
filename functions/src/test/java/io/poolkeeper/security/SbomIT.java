package io.poolkeeper.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The bill of materials says what the staged package holds, under licences that go with ours. */
final class SbomIT {
  private static final Path TARGET = Path.of("target");
  private static final Path KEPT = Path.of("sbom.json");

  /** Of a component with several licences one is enough: the user may choose. */
  private static final Set<String> COMPATIBLE =
      Set.of("MIT", "MIT-0", "Apache-2.0", "EPL-1.0", "EPL-2.0", "BSD-3-Clause", "CC0-1.0");

  private static List<JsonNode> components() throws IOException {
    List<JsonNode> components = new ArrayList<>();
    new ObjectMapper()
        .readTree(Files.readAllBytes(KEPT))
        .path("components")
        .forEach(components::add);
    return components;
  }

  /** The goal makes none offline; a build server is online. */
  @Test
  void theKeptCopyIsWhatAnOnlineBuildMakes() throws IOException {
    Path made = TARGET.resolve("sbom.json");
    if (Files.exists(made)) {
      assertEquals(
          Files.readString(made), Files.readString(KEPT), "copy " + made + " to functions/" + KEPT);
    }
  }

  /** A copy that differs with each build says nothing by differing. */
  @Test
  void nothingInItComesFromTheMomentOrTheMachine() throws IOException {
    String text = Files.readString(KEPT);
    JsonNode bom = new ObjectMapper().readTree(text);
    assertEquals("", bom.path("metadata").path("timestamp").asText(""));
    String serial = bom.path("serialNumber").asText().replace("urn:uuid:", "");
    assertEquals(3, UUID.fromString(serial).version(), "made of a name, not at random");
    assertEquals(-1, text.indexOf("file:"), "a path of a machine");
  }

  @Test
  void itListsExactlyTheStagedLibraries() throws IOException {
    Set<String> listed = new TreeSet<>();
    for (JsonNode component : components()) {
      listed.add(
          component.path("name").asText() + "-" + component.path("version").asText() + ".jar");
    }
    // the worker brings its own, and the functions plugin leaves it out
    listed.removeIf(name -> name.startsWith("azure-functions-java-core-library-"));
    Set<String> staged = new TreeSet<>();
    try (Stream<Path> files = Files.list(TARGET.resolve("azure-functions/poolkeeper/lib"))) {
      files.forEach(file -> staged.add(file.getFileName().toString()));
    }
    assertEquals(staged, listed);
  }

  @Test
  void everyLibraryHasALicenceThatGoesWithOurs() throws IOException {
    List<String> others = new ArrayList<>();
    for (JsonNode component : components()) {
      Set<String> licences = new TreeSet<>();
      for (JsonNode choice : component.path("licenses")) {
        for (String part : choice.path("expression").asText("").split(" OR |[()]")) {
          licences.add(part.strip());
        }
        licences.add(choice.path("license").path("id").asText(""));
      }
      if (licences.stream().noneMatch(COMPATIBLE::contains)) {
        others.add(component.path("purl").asText() + " " + component.path("licenses"));
      }
    }
    assertEquals(List.of(), others);
    assertTrue(components().size() > 10, "the list is not empty");
  }
}
