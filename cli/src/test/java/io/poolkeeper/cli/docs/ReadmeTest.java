package io.poolkeeper.cli.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadmeTest {
  private static final String COMMAND = "(?m)^\\./poolkeeper (%s .*)$";
  private static final String OUTPUT = "(?s)<!-- %s-output.*?```\n(.*?)```";

  @ParameterizedTest
  @ValueSource(strings = {"plan", "audit"})
  void theExampleShowsWhatTheCommandPrints(String name) {
    String readme = Checkout.text("README.md");
    Matcher command = Pattern.compile(COMMAND.formatted(name)).matcher(readme);
    Matcher output = Pattern.compile(OUTPUT.formatted(name)).matcher(readme);
    assertTrue(command.find() && output.find(), "the README has the command and its output");
    List<String> arguments = new ArrayList<>();
    for (String word : command.group(1).split(" ")) {
      boolean file = word.startsWith("examples/");
      arguments.add(file ? Checkout.root().resolve(word).toString() : word);
    }
    assertEquals(Run.of(arguments.toArray(String[]::new)).out(), output.group(1));
  }

  @Test
  void whereItMayBeUsedStandsOnTheFirstScreen() {
    List<String> lines = Checkout.text("README.md").lines().toList();
    int table = lines.indexOf("| profile | who owns the pools | Poolkeeper |");
    assertTrue(table > 0 && table < 15, "line of the table: " + table);
  }
}
