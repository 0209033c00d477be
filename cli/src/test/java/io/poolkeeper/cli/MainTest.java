package io.poolkeeper.cli;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class MainTest {

  @Test
  void theHelpThatWrongUsageNamesIsThere() {
    List<List<String>> wrong =
        new ArrayList<>(
            List.of(
                List.of(),
                List.of("--nonsense"),
                List.of("nonsense"),
                List.of("help", "nonsense")));
    Main.commandLine().getSubcommands().keySet().stream()
        .filter(command -> !command.equals("help"))
        .forEach(command -> wrong.add(List.of(command, "--nonsense")));
    for (List<String> arguments : wrong) {
      Run run = Run.of(arguments.toArray(String[]::new));
      assertEquals(1, run.exitCode(), arguments.toString());
      String hint = run.err().lines().reduce((first, second) -> second).orElse("");
      assertTrue(hint.startsWith("see: poolkeeper help"), run.err());
      Run help = Run.of(hint.substring("see: poolkeeper ".length()).split(" "));
      assertAll(
          hint,
          () -> assertEquals(0, help.exitCode(), help.err()),
          () -> assertTrue(help.out().contains("Usage: poolkeeper"), help.out()));
    }
  }

  @Test
  void theListOfCommandsShowsAWholeSentenceForEach() {
    String help = Run.of("help").out().replaceAll("\\s+", " ");
    Main.commandLine()
        .getSubcommands()
        .forEach((name, command) -> assertTrue(help.contains(summary(command)), name + help));
    assertTrue(
        help.contains(
            "demo Runs the staged app on a local Azure and tells its story: real storage leases, a"
                + " real queue, ARM over HTTPS, events over HTTP."),
        help);
  }

  private static String summary(CommandLine command) {
    var usage = command.getCommandSpec().usageMessage();
    String all = String.join(" ", usage.header().length > 0 ? usage.header() : usage.description());
    int end = all.indexOf(". ");
    return end < 0 ? all : all.substring(0, end + 1);
  }
}
