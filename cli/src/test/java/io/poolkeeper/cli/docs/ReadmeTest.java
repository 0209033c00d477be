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

class ReadmeTest {
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\./poolkeeper (plan .*)$");
  private static final Pattern OUTPUT = Pattern.compile("(?s)<!-- plan-output.*?```\n(.*?)```");

  @Test
  void theExampleShowsWhatTheCommandPrints() {
    String readme = Checkout.text("README.md");
    Matcher command = COMMAND.matcher(readme);
    Matcher output = OUTPUT.matcher(readme);
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
