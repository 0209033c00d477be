package io.poolkeeper.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.cli.Checkout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** One executable case: a mapping, a state of ARM, and what a run must leave. */
record PlanCase(Path file, JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String OWN_CASES = "functions/src/test/resources/cases/plan";

  /** Those of the project, or of the folder that {@code -Dcases.dir} names; in name order. */
  static List<PlanCase> all() {
    String given = System.getProperty("cases.dir", "");
    Path folder = given.isBlank() ? Checkout.root().resolve(OWN_CASES) : Path.of(given);
    try (Stream<Path> files = Files.list(folder)) {
      List<PlanCase> cases = new ArrayList<>();
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        cases.add(new PlanCase(file, JSON.readTree(file.toFile())));
      }
      if (cases.isEmpty()) {
        throw new IllegalStateException("no cases in " + folder);
      }
      return cases;
    } catch (IOException e) {
      throw new UncheckedIOException("cases in " + folder, e);
    }
  }

  /** One of the project's own, by file name without ending. */
  static PlanCase own(String name) {
    Path file = Checkout.root().resolve(OWN_CASES).resolve(name + ".json");
    try {
      return new PlanCase(file, JSON.readTree(file.toFile()));
    } catch (IOException e) {
      throw new UncheckedIOException("case " + file, e);
    }
  }

  String name() {
    return json.path("name").asText();
  }

  byte[] mapping() {
    JsonNode given = json.path("given");
    String text =
        given.has("mappingText")
            ? given.path("mappingText").asText()
            : given.path("mapping").toString();
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Of the document, else a name that fits any. */
  String cluster() {
    return json.at("/given/mapping/cluster").asText("prod-weu");
  }

  JsonNode arm() {
    return json.at("/given/arm");
  }

  List<String> reconcile() {
    List<String> names = new ArrayList<>();
    json.at("/when/reconcile").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** {@code never} or {@code assume}. */
  String defaultOutbound() {
    return json.at("/given/settings/defaultOutbound").asText("never");
  }

  /** Comma-separated. */
  String protocols() {
    List<String> protocols = new ArrayList<>();
    json.at("/given/settings/protocols").forEach(protocol -> protocols.add(protocol.asText()));
    return protocols.isEmpty() ? "TCP" : String.join(",", protocols);
  }

  JsonNode then() {
    return json.path("then");
  }

  /** Its title, as a test is shown. */
  @Override
  public String toString() {
    return name() + ": " + json.path("title").asText();
  }
}
