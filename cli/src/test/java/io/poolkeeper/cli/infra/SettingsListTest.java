package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.app.KnownSettings;
import io.poolkeeper.app.KnownSettings.Known;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/**
 * One list of settings: what the code knows is what sample, documents and templates name, with the
 * same default and the same place to set it. A setting that is missing or one too many is a
 * difference of two lists.
 */
class SettingsListTest {
  private static final String LOCAL = "local only";
  private static final String EVERYWHERE = "everywhere";
  private static final String LOCAL_STORAGE = "UseDevelopmentStorage=true";

  /** Names that the host and the worker read, and the app does not. */
  private static final Map<String, String> PLATFORM =
      Map.of("FUNCTIONS_WORKER_RUNTIME", "java", "AzureWebJobsStorage", LOCAL_STORAGE);

  private static Map<String, String> list(Predicate<Known> which, Function<Known, String> row) {
    return KnownSettings.ALL.stream()
        .filter(which)
        .collect(Collectors.toMap(Known::fullName, row, (a, b) -> a, TreeMap::new));
  }

  private static Map<String, String> code() {
    return list(known -> true, known -> shown(known) + ", " + where(known));
  }

  private static String shown(Known known) {
    return known.isRequired() ? "–" : known.defaultValue();
  }

  private static String where(Known known) {
    return known.localOnly() ? LOCAL : EVERYWHERE;
  }

  @Test
  void theReadmeHasTheListOfTheCode() {
    assertEquals(code(), table(Checkout.root().resolve("README.md"), "", Row::withWhere));
  }

  @Test
  void theReferenceHasTheListOfTheCode() {
    assertEquals(
        code(), table(Checkout.root().resolve("docs/reference.md"), "POOLKEEPER_", Row::withWhere));
  }

  /** The words that the project was given may have no column of their own for the place. */
  @Test
  void theReferenceBesideTheCheckoutHasTheListOfTheCode() {
    Path given =
        shared("reference.md")
            .orElseThrow(
                () -> {
                  String text =
                      "SKIPPED: the settings were NOT compared with the reference beside the"
                          + " checkout, since there is none; POOLKEEPER_SHARED names its folder";
                  System.out.println(text);
                  return new TestAbortedException(text);
                });
    assertEquals(
        list(known -> true, SettingsListTest::shown),
        table(given, "POOLKEEPER_", row -> row.defaultValue));
  }

  @Test
  void theSampleHasTheListOfTheCode() throws IOException {
    JsonNode sample =
        Bicep.JSON.readTree(Checkout.text(Checkout.root().resolve("local.settings.sample.json")));
    assertEquals(false, sample.path("IsEncrypted").booleanValue());
    Map<String, String> values = new TreeMap<>();
    sample.path("Values").properties().forEach(e -> values.put(e.getKey(), e.getValue().asText()));
    Map<String, String> expected =
        list(known -> true, known -> known.isRequired() ? LOCAL_STORAGE : value(known));
    expected.putAll(PLATFORM);
    assertEquals(expected, values);
  }

  /** What templates leave out is written blank, which the app reads as absent. */
  @Test
  void theTemplatesHaveTheListOfTheCodeWithoutWhatIsLocal() {
    Map<String, String> set = new TreeMap<>();
    Evaluated.of("sample")
        .settings()
        .forEach(
            (name, value) -> {
              if (name.startsWith("POOLKEEPER_")) {
                boolean part = name.contains("__");
                set.put(name.replaceFirst("__.*", ""), part ? "a connection" : value);
              }
            });
    assertEquals(
        list(
            known -> !known.localOnly(),
            known -> known.isRequired() ? "a connection" : value(known)),
        set);
  }

  private static String value(Known known) {
    return known.isAbsent() ? "" : known.defaultValue();
  }

  private record Row(String defaultValue, String where) {
    String withWhere() {
      return defaultValue + ", " + where;
    }
  }

  /** Name to what the row says; a row may name two settings, with one default or two. */
  private static Map<String, String> table(Path file, String prefix, Function<Row, String> of) {
    Map<String, String> settings = new TreeMap<>();
    Matcher rows =
        Pattern.compile(
                "(?m)^\\| (`?(?:POOLKEEPER_)?[A-Z_]+`?(?:, `?[A-Z_]+`?)*) \\| ([^|]*) \\| ([^|]*) \\|")
            .matcher(section(Checkout.text(file)));
    while (rows.find()) {
      List<String> names = List.of(rows.group(1).replace("`", "").split(", "));
      List<String> defaults = List.of(rows.group(2).replace("`", "").split(", "));
      for (int i = 0; i < names.size(); i++) {
        Row row = new Row(defaults.get(Math.min(i, defaults.size() - 1)).strip(), rows.group(3));
        String twice = settings.put(prefix + names.get(i), of.apply(row));
        assertEquals(null, twice, "twice in " + file + ": " + names.get(i));
      }
    }
    return settings;
  }

  private static String section(String text) {
    Matcher heading = Pattern.compile("(?m)^## (?:3\\. )?Settings.*$").matcher(text);
    if (!heading.find()) {
      throw new AssertionError("no section on settings");
    }
    return text.substring(heading.end()).split("(?m)^## ", 2)[0];
  }

  private static Optional<Path> shared(String file) {
    String given = System.getProperty("POOLKEEPER_SHARED", System.getenv("POOLKEEPER_SHARED"));
    if (given != null) {
      return Optional.of(Path.of(given, file)).filter(Files::isRegularFile);
    }
    for (Path up = Checkout.root(); up != null; up = up.getParent()) {
      Path candidate = up.resolveSibling("shared").resolve(file);
      if (Files.isRegularFile(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
