package io.poolkeeper.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules of style that are checked by reading the source tree; each find is file:line. */
final class TidyTest {
  private static final Path ROOT = Path.of("src").toAbsolutePath();
  private static final int MAX_LINES = 400;
  private static final int MAX_TRIGGER_LINES = 40;

  /** The one class that reads the machine's clocks and waits. */
  private static final String CLOCK = "SystemTime.java";

  private static final Pattern CLOCK_READS =
      Pattern.compile(
          "Instant\\.now\\(|System\\.nanoTime\\(|currentTimeMillis\\(|LocalDate(Time)?\\.now\\("
              + "|OffsetDateTime\\.now\\(|Clock\\.system|Thread\\.sleep|parkNanos");

  /** Written in halves, so that this file does not find itself. */
  private static final Pattern LEFTOVERS =
      Pattern.compile("TO" + "DO|FIX" + "ME|@Dis" + "abled|assume" + "True\\(|XX" + "X ");

  private static final Pattern SLEEPS = Pattern.compile("Thread\\.sl" + "eep\\(");

  private static List<Path> sources(String tree) throws IOException {
    try (Stream<Path> files = Files.walk(ROOT.resolve(tree).resolve("java"))) {
      List<Path> found = files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
      assertTrue(found.size() > 20, "the tree is found: " + found.size());
      return found;
    }
  }

  private static List<String> finds(List<Path> files, Pattern pattern) throws IOException {
    List<String> finds = new ArrayList<>();
    for (Path file : files) {
      List<String> lines = Files.readAllLines(file);
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          finds.add(file + ":" + (i + 1) + " " + lines.get(i).strip());
        }
      }
    }
    return finds;
  }

  @Test
  void noFileIsLongerThanFourHundredLines() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : sources("main")) {
      int lines = Files.readAllLines(file).size();
      if (lines > MAX_LINES) {
        tooLong.add(file + ":" + lines);
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void functionsAreThin() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : sources("main")) {
      boolean function = file.getParent().endsWith("trigger");
      long lines =
          Files.readAllLines(file).stream()
              .filter(line -> !line.isBlank() && !line.startsWith("import "))
              .count();
      if (function && lines > MAX_TRIGGER_LINES) {
        tooLong.add(file + ":" + lines);
      }
    }
    assertEquals(List.of(), tooLong);
  }

  @Test
  void clocksAreReadInOnePlace() throws IOException {
    List<Path> files = sources("main").stream().filter(file -> !file.endsWith(CLOCK)).toList();
    assertEquals(List.of(), finds(files, CLOCK_READS));
  }

  @Test
  void testsDoNotSleep() throws IOException {
    assertEquals(List.of(), finds(sources("test"), SLEEPS));
  }

  @Test
  void nothingIsLeftForLater() throws IOException {
    List<Path> files = new ArrayList<>(sources("main"));
    files.addAll(sources("test"));
    assertEquals(List.of(), finds(files, LEFTOVERS));
  }

  @Test
  void noPackageIsADrawer() throws IOException {
    Set<String> drawers = Set.of("util", "utils", "common", "manager", "helper", "misc");
    List<String> found =
        sources("main").stream()
            .filter(file -> drawers.contains(file.getParent().getFileName().toString()))
            .map(Path::toString)
            .toList();
    assertEquals(List.of(), found);
  }
}
