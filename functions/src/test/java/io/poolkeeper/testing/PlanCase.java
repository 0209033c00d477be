package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * One plan case as a file says it; its format is described in {@code cases/README.md}.
 *
 * @param expectedEntries of {@code expected-entries.json}, a missing node where it says nothing
 */
public record PlanCase(
    String name,
    String title,
    byte[] mapping,
    JsonNode arm,
    boolean assumeDefaultOutbound,
    List<String> protocols,
    List<String> reconcile,
    Expected expected,
    JsonNode expectedEntries) {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Map<Path, PlanCase> OWN = new java.util.concurrent.ConcurrentHashMap<>();

  /**
   * What must be left; pool names in lower case, {@code lb/pool}.
   *
   * @param held {@code lb/pool address reason}
   * @param skipped {@code lb reason} or {@code lb/pool reason}
   */
  public record Expected(
      Map<String, Set<String>> pools,
      Set<String> held,
      Set<String> skipped,
      Optional<String> error,
      int poolWrites,
      boolean orderMatters) {}

  /** The files of a folder, sorted; {@code -Dcases.dir=DIR} or the project's own. */
  public static List<Path> files() {
    try (Stream<Path> files = Files.list(folder())) {
      return files.filter(f -> f.toString().endsWith(".json")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path folder() {
    String given = System.getProperty("cases.dir", "");
    if (given.isEmpty()) {
      return Path.of("src/test/resources/cases/plan");
    }
    Path fromRoot = Path.of("..").resolve(given);
    return Files.isDirectory(Path.of(given)) ? Path.of(given) : fromRoot;
  }

  /** The file of entries that must come back verbatim; it may be missing beside another folder. */
  public static JsonNode readExpectedEntries() {
    Path file = folder().toAbsolutePath().getParent().resolve("expected-entries.json");
    try {
      return Files.exists(file) ? JSON.readTree(file.toFile()) : JSON.createObjectNode();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The project's own cases are read once, other folders may be of any size. */
  public static PlanCase read(Path file, JsonNode expectedEntries) {
    return System.getProperty("cases.dir", "").isEmpty()
        ? OWN.computeIfAbsent(file, f -> parse(f, expectedEntries))
        : parse(file, expectedEntries);
  }

  private static PlanCase parse(Path file, JsonNode expectedEntries) {
    try {
      return of(JSON.readTree(file.toFile()), expectedEntries);
    } catch (IOException e) {
      throw new UncheckedIOException(file.toString(), e);
    }
  }

  private static PlanCase of(JsonNode json, JsonNode expectedEntries) throws IOException {
    JsonNode given = json.path("given");
    JsonNode settings = given.path("settings");
    byte[] mapping =
        given.has("mappingText")
            ? given.get("mappingText").asText().getBytes(StandardCharsets.UTF_8)
            : JSON.writeValueAsBytes(given.path("mapping"));
    List<String> protocols = texts(settings.path("protocols"));
    String name = json.path("name").asText();
    return new PlanCase(
        name,
        json.path("title").asText(),
        mapping,
        given.path("arm"),
        settings.path("defaultOutbound").asText("never").equals("assume"),
        protocols.isEmpty() ? List.of("TCP") : protocols,
        texts(json.path("when").path("reconcile")),
        expected(json.path("then")),
        expectedEntries.path(name));
  }

  private static Expected expected(JsonNode then) {
    Map<String, Set<String>> pools = new TreeMap<>();
    for (Map.Entry<String, JsonNode> pool : then.path("pools").properties()) {
      pools.put(pool.getKey().toLowerCase(Locale.ROOT), new TreeSet<>(texts(pool.getValue())));
    }
    Set<String> held = new TreeSet<>();
    then.path("held")
        .forEach(
            h ->
                held.add(
                    key(h.path("loadBalancer").asText(), h.path("pool").asText())
                        + " "
                        + h.path("address").asText()
                        + " "
                        + h.path("reason").asText()));
    Set<String> skipped = new TreeSet<>();
    then.path("skipped")
        .forEach(
            s ->
                skipped.add(
                    (s.has("pool")
                            ? key(s.path("loadBalancer").asText(), s.path("pool").asText())
                            : s.path("loadBalancer").asText().toLowerCase(Locale.ROOT))
                        + " "
                        + s.path("reason").asText()));
    JsonNode error = then.path("error");
    return new Expected(
        pools,
        held,
        skipped,
        error.isTextual() ? Optional.of(error.asText()) : Optional.empty(),
        then.path("poolWrites").asInt(),
        then.path("orderMatters").asBoolean());
  }

  public static String key(String loadBalancer, String pool) {
    return (loadBalancer + "/" + pool).toLowerCase(Locale.ROOT);
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new java.util.ArrayList<>();
    array.forEach(node -> texts.add(node.asText()));
    return texts;
  }
}
