package io.poolkeeper.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.model.Warning;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every word, field, link and test name of {@code docs/failures.md} is there in the code. */
class FailureTableTest {
  private static final int COLUMNS = 6;
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern LINK = Pattern.compile("\\[([A-Z_]+)]\\(runbook\\.md#([a-z_]+)\\)");
  private static final String REPORT = "reconcile/ReconcileReport.java";
  private static final String LEDGER = "state/LedgerFields.java";

  /** Outcomes in which nothing went wrong and nobody waits. */
  private static final Set<Outcome> FINE =
      EnumSet.of(
          Outcome.UNCHANGED,
          Outcome.UPDATED,
          Outcome.OBSERVED,
          Outcome.COVERED,
          Outcome.NOT_MAPPED);

  /** Warnings about something that failed, or that has no effect. */
  private static final Set<Warning.Word> FAILURES =
      EnumSet.of(
          Warning.Word.POOL_RECREATED,
          Warning.Word.CONTESTED,
          Warning.Word.UNKNOWN_CONTROLS_ENTRY,
          Warning.Word.LEDGER_REPLACED);

  private record Row(
      String seen, String policy, String words, String fields, String runbook, String tests) {}

  private static List<Row> rows() {
    List<Row> rows = new ArrayList<>();
    for (String line : Checkout.text("docs/failures.md").lines().toList()) {
      if (line.startsWith("| ") && !line.startsWith("| seen |")) {
        String[] cells = line.substring(2, line.length() - 2).split(" \\| ", -1);
        assertEquals(COLUMNS, cells.length, line);
        rows.add(new Row(cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]));
      }
    }
    assertTrue(rows.size() > 40, "the table is found: " + rows.size());
    return rows;
  }

  private static List<String> code(String cell) {
    List<String> found = new ArrayList<>();
    Matcher matcher = CODE.matcher(cell);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static TreeSet<String> names(Enum<?>[]... words) {
    return Stream.of(words)
        .flatMap(Stream::of)
        .map(Enum::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static TreeSet<String> used() {
    return rows().stream()
        .flatMap(row -> code(row.words()).stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @Test
  void everyCellIsFilled() {
    for (Row row : rows()) {
      for (String cell :
          List.of(
              row.seen(), row.policy(), row.words(), row.fields(), row.runbook(), row.tests())) {
        assertTrue(!cell.isBlank(), row.toString());
      }
    }
  }

  @Test
  void everyWordIsOneOfTheCodes() {
    TreeSet<String> unknown = used();
    unknown.removeAll(
        names(
            Outcome.values(),
            PoolSkip.values(),
            HoldReason.values(),
            Refusal.values(),
            Warning.Word.values()));
    assertEquals(Set.of(), unknown);
  }

  @Test
  void everyWordThatDenotesAFailureHasARow() {
    TreeSet<String> missing =
        names(
            EnumSet.complementOf(EnumSet.copyOf(FINE)).toArray(Outcome[]::new),
            PoolSkip.values(),
            HoldReason.values(),
            Refusal.values(),
            FAILURES.toArray(Warning.Word[]::new));
    missing.removeAll(used());
    assertEquals(Set.of(), missing);
  }

  @Test
  void everyAnswerOfThePortHasARow() {
    TreeSet<String> missing = names(WriteKind.values(), ReadKind.values());
    missing.remove(WriteKind.CONFIRMED.name());
    missing.remove(ReadKind.FOUND.name());
    rows().forEach(row -> code(row.seen()).forEach(missing::remove));
    assertEquals(Set.of(), missing);
  }

  @Test
  void everyFieldIsReported() {
    String report = source(REPORT);
    String ledger = source(LEDGER) + source("state/LedgerCodec.java");
    List<String> unknown = new ArrayList<>();
    for (Row row : rows()) {
      for (String field : code(row.fields())) {
        String name = field.substring(field.indexOf('.') + 1);
        String where = field.startsWith("ledger.") ? ledger : report;
        if (!where.contains("\"" + name + "\"")) {
          unknown.add(field + " of " + row.seen());
        }
      }
    }
    assertEquals(List.of(), unknown);
  }

  private static String source(String file) {
    return Checkout.text("functions/src/main/java/io/poolkeeper/" + file);
  }

  @Test
  void everyLinkLeadsToTheSectionOfAWordOfItsRow() {
    Set<String> headings =
        Checkout.text("docs/runbook.md")
            .lines()
            .filter(line -> line.startsWith("## "))
            .map(line -> line.substring(3))
            .collect(Collectors.toSet());
    for (Row row : rows()) {
      Matcher link = LINK.matcher(row.runbook());
      int links = 0;
      while (link.find()) {
        links++;
        assertEquals(link.group(1).toLowerCase(Locale.ROOT), link.group(2), row.toString());
        assertTrue(headings.contains(link.group(1)), link.group(1) + " has no section");
        assertTrue(code(row.words()).contains(link.group(1)), row.toString());
      }
      assertTrue(links > 0, row.toString());
    }
  }

  @Test
  void everyTestIsThere() throws IOException {
    Map<String, String> sources = testSources();
    List<String> missing = new ArrayList<>();
    for (Row row : rows()) {
      List<String> tests = code(row.tests());
      assertTrue(!tests.isEmpty(), row.toString());
      for (String test : tests) {
        int dot = test.indexOf('.');
        String source = sources.getOrDefault(test.substring(0, Math.max(0, dot)), "");
        if (!hasTest(source, test.substring(dot + 1))) {
          missing.add(test);
        }
      }
    }
    assertEquals(List.of(), missing);
  }

  /** With the annotations right above it: methods stand apart from each other by a blank line. */
  private static boolean hasTest(String source, String method) {
    Matcher found = Pattern.compile("(?:void|DynamicTest>) " + method + "\\(").matcher(source);
    if (!found.find()) {
      return false;
    }
    String head = source.substring(source.lastIndexOf("\n\n", found.start()), found.start());
    return Stream.of("@Test", "@ParameterizedTest").anyMatch(head::contains);
  }

  private static Map<String, String> testSources() throws IOException {
    Map<String, String> sources = new TreeMap<>();
    for (String module : List.of("functions", "devstack", "cli")) {
      try (Stream<Path> files = Files.walk(Checkout.root().resolve(module + "/src/test/java"))) {
        for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
          String name = file.getFileName().toString();
          sources.merge(
              name.substring(0, name.length() - ".java".length()),
              Files.readString(file),
              String::concat);
        }
      }
    }
    return sources;
  }
}
