package io.poolkeeper.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.model.Warning;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentsTest {
  private static final List<String> LINES =
      List.of("Meaning:", "Safe to wait?", "**Do not:**", "Look at:", "Do:", "Over when:");

  @Test
  void theRunbookHasOneSectionPerWordAndNoOther() {
    TreeSet<String> sections = new TreeSet<>(sections().keySet());
    sections.removeIf(name -> name.startsWith("alert-"));
    assertEquals(words(), sections);
  }

  @Test
  void everySectionOfTheRunbookHasTheSameSixLines() {
    sections()
        .forEach(
            (word, body) ->
                assertEquals(
                    LINES,
                    body.lines()
                        .filter(line -> line.startsWith("- "))
                        .map(line -> start(line.substring(2)))
                        .toList(),
                    word));
  }

  @Test
  void theRunbookHasARowForEveryAnswerToAWriteThatLeadsToASection() {
    List<String> answers = new ArrayList<>();
    Matcher row =
        Pattern.compile("(?m)^\\| ([A-Z_]+) \\| [^|]+ \\| ([^|]+) \\|$")
            .matcher(Checkout.text("docs/runbook.md"));
    while (row.find()) {
      answers.add(row.group(1));
      Matcher link = Pattern.compile("\\(#([a-z_]+)\\)").matcher(row.group(2));
      assertTrue(link.find() || row.group(2).equals("as STALE"), row.group());
      assertTrue(
          row.group(2).equals("as STALE")
              || sections().containsKey(link.group(1).toUpperCase(Locale.ROOT)),
          row.group());
    }
    assertEquals(
        Stream.of(WriteKind.values())
            .map(Enum::name)
            .collect(Collectors.toCollection(TreeSet::new)),
        new TreeSet<>(answers));
  }

  private static String start(String line) {
    return LINES.stream().filter(line::startsWith).findFirst().orElse(line);
  }

  @Test
  void theReferenceKnowsEveryWord() {
    String reference = Checkout.text("docs/reference.md");
    List<String> missing =
        Stream.concat(words().stream(), Stream.of(Cause.values()).map(Enum::name))
            .filter(word -> !Pattern.compile("\\b" + word + "\\b").matcher(reference).find())
            .toList();
    assertEquals(List.of(), missing);
  }

  @Test
  void everyTestThatTheArchitectureNamesIsThere() throws IOException {
    Set<String> there = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Checkout.root())) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .forEach(name -> there.add(name.substring(0, name.length() - ".java".length())));
    }
    Matcher named =
        Pattern.compile("`(\\w+(?:Test|IT))`").matcher(Checkout.text("docs/architecture.md"));
    List<String> missing = new ArrayList<>();
    while (named.find()) {
      if (!there.contains(named.group(1))) {
        missing.add(named.group(1));
      }
    }
    assertEquals(List.of(), missing);
  }

  private static TreeSet<String> words() {
    return Stream.<Enum<?>[]>of(
            Outcome.values(),
            PoolSkip.values(),
            HoldReason.values(),
            Refusal.values(),
            Warning.Word.values())
        .flatMap(Stream::of)
        .map(Enum::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static SortedMap<String, String> sections() {
    SortedMap<String, String> sections = new TreeMap<>();
    for (String part : Checkout.text("docs/runbook.md").split("(?m)^## ")) {
      int end = part.indexOf('\n');
      if (part.substring(0, end).matches("[A-Z_]+|alert-[a-z-]+")) {
        sections.put(part.substring(0, end), part.split("(?m)^# ")[0]);
      }
    }
    return sections;
  }
}
