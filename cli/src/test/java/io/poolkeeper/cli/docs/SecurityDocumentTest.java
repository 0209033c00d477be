package io.poolkeeper.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SecurityDocumentTest {
  private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]*[a-z][A-Za-z]*)`");

  private static Set<String> javaFiles(String kind) throws IOException {
    try (Stream<Path> files = Files.walk(Checkout.root())) {
      return files
          .filter(file -> file.toString().contains("/src/" + kind + "/java/"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static List<List<String>> rows() {
    return Checkout.text("docs/security.md")
        .lines()
        .filter(
            line ->
                line.startsWith("| ") && !line.startsWith("| who") && !line.startsWith("| input"))
        .map(line -> Arrays.stream(line.split("\\|")).skip(1).map(String::strip).toList())
        .toList();
  }

  private static Set<String> named(String text) {
    Set<String> named = new TreeSet<>();
    Matcher matcher = CLASS.matcher(text);
    while (matcher.find()) {
      named.add(matcher.group(1));
    }
    return named;
  }

  @Test
  void everyLimitNamesATestThatIsThere() throws IOException {
    Set<String> tests = javaFiles("test");
    assertTrue(rows().size() > 25, "the tables are read");
    for (List<String> row : rows()) {
      Set<String> named = named(row.get(3));
      assertTrue(!named.isEmpty() && tests.containsAll(named), row::toString);
    }
  }

  @Test
  void everyClassThatIsNamedIsThere() throws IOException {
    Set<String> there = javaFiles("main");
    there.addAll(javaFiles("test"));
    Set<String> missing = named(Checkout.text("docs/security.md"));
    missing.removeAll(there);
    assertEquals(Set.of(), missing);
  }

  @Test
  void noDocumentPutsAKeyIntoAUrl() throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Checkout.root())) {
      for (Path file :
          files
              .filter(f -> f.toString().matches(".*\\.(md|bicep|bicepparam|sh|yaml|yml)"))
              .toList()) {
        String path = Checkout.root().relativize(file).toString();
        boolean ours = !path.contains("node_modules") && !path.contains("target/");
        if (ours && Files.readString(file, StandardCharsets.UTF_8).matches("(?s).*[?&]code=.*")) {
          found.add(path);
        }
      }
    }
    assertEquals(List.of(), found);
  }
}
