package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TemplatesCompileTest {
  private static Bicep bicep;

  @BeforeAll
  static void start() {
    bicep = Bicep.start();
  }

  @AfterAll
  static void stop() {
    if (bicep != null) {
      bicep.close();
    }
  }

  private static List<Path> templates() {
    return Stream.of("infra", "examples/self-managed-lb")
        .flatMap(folder -> Checkout.files(folder, ".bicep").stream())
        .toList();
  }

  private static List<Path> all() {
    return Stream.concat(
            templates().stream(),
            Stream.of("infra", "examples/self-managed-lb")
                .flatMap(folder -> Checkout.files(folder, ".bicepparam").stream()))
        .toList();
  }

  @Test
  void everyTemplateCompilesWithoutAnyDiagnostic() {
    Map<Path, List<String>> found = new TreeMap<>();
    for (Path file : templates()) {
      List<String> diagnostics = bicep.compile(file).diagnostics();
      if (!diagnostics.isEmpty()) {
        found.put(file, diagnostics);
      }
    }
    assertTrue(templates().size() > 10, () -> "templates: " + templates());
    assertEquals(Map.of(), found);
  }

  @Test
  void buildAndLintHaveNothingToSayOfTemplatesAndParameters() throws Exception {
    Path compiler = Bicep.compilerOrSkip();
    assertEquals("exit 0", run(compiler, "infra", "build", "main.bicep", "--stdout"));
    assertEquals("exit 0", run(compiler, "infra", "build-params", "main.bicepparam", "--stdout"));
    for (String folder : List.of("infra", "examples/self-managed-lb")) {
      for (String pattern : List.of("**/*.bicep", "*.bicepparam")) {
        String said = run(compiler, folder, "lint", "--pattern", pattern);
        assertEquals("exit 0", said, folder + " " + pattern);
      }
    }
  }

  /** Diagnostics and exit code, since warnings leave the code at 0. */
  private static String run(Path compiler, String folder, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(compiler.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command)
            .directory(Checkout.root().resolve(folder).toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .start();
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return errors + "exit " + process.waitFor();
  }

  @Test
  void everyTemplateIsFormatted() {
    List<Path> other =
        all().stream()
            .filter(file -> !bicep.formatted(file).strip().equals(Checkout.text(file).strip()))
            .toList();
    assertEquals(List.of(), other, "run bicep format on");
  }

  @Test
  void everyModuleIsUsed() {
    String texts = all().stream().map(Checkout::text).collect(Collectors.joining());
    List<Path> unused =
        Checkout.files("infra/modules", ".bicep").stream()
            .filter(file -> !texts.contains("/" + file.getFileName()) && !usedBeside(file))
            .toList();
    assertEquals(List.of(), unused);
  }

  private static boolean usedBeside(Path module) {
    return Checkout.files("infra/modules", ".bicep").stream()
        .anyMatch(file -> Checkout.text(file).contains("'" + module.getFileName() + "'"));
  }

  @Test
  void everyRuleOfTheLinterIsAnError() throws IOException {
    String infra = Checkout.text(Checkout.root().resolve("infra/bicepconfig.json"));
    assertEquals(
        infra, Checkout.text(Checkout.root().resolve("examples/self-managed-lb/bicepconfig.json")));
    JsonNode rules = Bicep.JSON.readTree(infra).at("/analyzers/core/rules");
    List<String> others =
        rules.properties().stream()
            .filter(rule -> !rule.getValue().path("level").asText().equals("error"))
            .map(Map.Entry::getKey)
            .toList();
    assertEquals(List.of(), others);
    assertEquals(34, rules.size());
  }

  @Test
  void theConfigurationBites(@TempDir Path folder) throws IOException {
    Files.writeString(
        folder.resolve("bicepconfig.json"),
        Checkout.text(Checkout.root().resolve("infra/bicepconfig.json")));
    Path file = folder.resolve("bad.bicep");
    Files.writeString(file, "param unused string\n");
    List<String> found = bicep.compile(file).diagnostics();
    assertTrue(
        found.stream().anyMatch(d -> d.contains("no-unused-params") && d.contains("Error"))
            && found.stream().anyMatch(d -> d.contains("use-description-params")),
        () -> "" + found);
  }

  @Test
  void theCompiledTemplatesHoldNoKeysAndAskForNone() {
    for (String name : List.of("main", "targets", "access")) {
      JsonNode template =
          bicep.compile(Checkout.root().resolve("infra/" + name + ".bicep")).template();
      TreeSet<String> found = new TreeSet<>();
      walk(
          template,
          "$",
          (path, value) -> {
            String text = value.asText().toLowerCase(Locale.ROOT);
            if (path.endsWith(".allowSharedKeyAccess") && !text.equals("false")) {
              found.add(path);
            }
            if (text.contains("listkeys")
                || text.contains("listaccountsas")
                || text.contains("accountkey=")
                || text.contains("sharedaccess")
                || text.equals("securestring")
                || text.equals("secureobject")) {
              found.add(path + " = " + value);
            }
          });
      assertEquals(new TreeSet<>(), found, name);
    }
  }

  private static void walk(JsonNode node, String path, BiConsumer<String, JsonNode> leaf) {
    if (node.isObject()) {
      node.properties().forEach(e -> walk(e.getValue(), path + "." + e.getKey(), leaf));
    } else if (node.isArray()) {
      for (int i = 0; i < node.size(); i++) {
        walk(node.get(i), path + "[" + i + "]", leaf);
      }
    } else {
      leaf.accept(path, node);
    }
  }

  @Test
  void whatCannotWorkIsRefusedWithTheReason() {
    Map<String, String> expected =
        Map.of(
            "sweep-slower-than-its-alert", "expected at least 25 minutes",
            "sweep-as-slow-as-its-alert", "expected at least 65 minutes",
            "sweep-of-some-hours", "expected at least 1445 minutes",
            "flex-in-government", "Azure Government has no Flex Consumption",
            "push-to-private", "Event Grid cannot reach a private app",
            "quote-in-cluster", "a cluster's name has no quote",
            "other-cloud", "found storage.example",
            "name-with-underscore", "letters, digits and hyphens, found my_env",
            "target-name-with-dot", "letters, digits and hyphens, found my.env",
            "group-twice", "found one twice");
    expected.forEach(
        (name, reason) -> {
          IllegalStateException refused =
              assertThrows(
                  IllegalStateException.class,
                  () -> bicep.snapshot(Checkout.parameters("refused/" + name), "westeurope", null),
                  name);
          assertTrue(
              String.valueOf(refused.getMessage()).contains(reason),
              () -> name + ": " + refused.getMessage());
        });
    assertEquals(
        expected.size(),
        Checkout.files("cli/src/test/resources/infra/refused", ".bicepparam").size());
  }
}
