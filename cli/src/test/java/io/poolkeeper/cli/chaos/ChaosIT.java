package io.poolkeeper.cli.chaos;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The chaos command as an operator starts it: a process of its own, which leaves none running. */
class ChaosIT {
  private static final String MINUTES = "1.2";

  @Test
  @Timeout(value = 17, unit = TimeUnit.MINUTES)
  void nothingIsLostWhileWorkersAreKilledInTheMiddleOfWrites()
      throws IOException, InterruptedException {
    Process chaos = start("--minutes", MINUTES, "--seed", "20261201");
    List<ProcessHandle> children = new ArrayList<>();
    StringBuilder lines = new StringBuilder();
    try (BufferedReader reader = chaos.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.append(line).append('\n');
        if (line.contains("chaos is over")) {
          chaos.descendants().forEach(children::add);
        }
      }
    }
    String said = lines.toString();
    int code = chaos.waitFor();
    System.out.println(said);
    String summary =
        said.lines().filter(l -> l.startsWith("chaos: minutes=")).findFirst().orElse("");
    assertAll(
        () -> assertEquals(0, code, said),
        () -> assertTrue(number(summary, "during a write") >= 2, summary),
        () -> assertTrue(number(summary, "pauses") >= 1, summary),
        () -> assertTrue(number(summary, "faults") >= 10, summary),
        () -> assertTrue(number(summary, "changes made") >= 20, summary),
        () -> assertEquals(0, number(summary, "changes lost"), summary),
        () -> assertEquals(0, number(summary, "strandings"), summary),
        () -> assertTrue(children.size() >= 4, "storage and three workers: " + children),
        () -> assertEndedSoon(children));
  }

  /** As Ctrl-C does: SIGTERM, with workers that may just be stopped or starting. */
  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void toldToStopItLeavesNoProcessBehind() throws IOException, InterruptedException {
    Process chaos = start("--minutes", "3", "--seed", "1");
    try (BufferedReader said = chaos.inputReader(StandardCharsets.UTF_8)) {
      String line = said.readLine();
      while (line != null && !line.contains("worker-3")) {
        line = said.readLine();
      }
      assertTrue(line != null, "it ended before its workers were there");
      List<ProcessHandle> children = chaos.descendants().toList();
      assertTrue(children.size() >= 4, "storage and three workers: " + children);
      chaos.destroy();
      assertTrue(chaos.waitFor(90, TimeUnit.SECONDS), "it did not end");
      assertEndedSoon(children);
    } finally {
      chaos.destroyForcibly();
    }
  }

  private static void assertEndedSoon(List<ProcessHandle> children) {
    for (ProcessHandle child : children) {
      child.onExit().orTimeout(120, TimeUnit.SECONDS).join();
    }
  }

  private static int number(String summary, String name) {
    Matcher matcher = Pattern.compile(Pattern.quote(name) + "=(\\d+)").matcher(summary);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
  }

  private static Process start(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.add("chaos");
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("POOLKEEPER_ROOT", Checkout.root().toString());
    return builder.redirectErrorStream(true).start();
  }
}
