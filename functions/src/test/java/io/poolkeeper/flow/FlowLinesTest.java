package io.poolkeeper.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** Every line of {@code cases/flow.md} is the name of exactly one test. */
final class FlowLinesTest {
  private static final Pattern LINE = Pattern.compile("- \\*\\*(F\\d\\d)\\*\\* (\\S.*)");
  private static final Pattern NAME = Pattern.compile("(F\\d\\d) (\\S.*)");

  private static SortedMap<String, String> lines() throws IOException {
    SortedMap<String, String> lines = new TreeMap<>();
    try (InputStream file = FlowLinesTest.class.getResourceAsStream("/cases/flow.md")) {
      Matcher line = LINE.matcher(new String(file.readAllBytes(), StandardCharsets.UTF_8));
      while (line.find()) {
        assertEquals(
            null, lines.put(line.group(1), line.group(2)), line.group(1) + " stands twice");
      }
    }
    return lines;
  }

  /** Ids to the tests that have them; classes of this module's tests alone. */
  private static SortedMap<String, List<String>> named() throws Exception {
    SortedMap<String, List<String>> named = new TreeMap<>();
    for (Class<?> type : classes()) {
      for (Method method : type.getDeclaredMethods()) {
        DisplayName name = method.getAnnotation(DisplayName.class);
        Matcher id = NAME.matcher(name == null ? "" : name.value());
        if (id.matches()) {
          String where = type.getSimpleName() + "." + method.getName();
          assertTrue(runs(method), where + " has a name and is no test");
          named.computeIfAbsent(id.group(1), i -> new ArrayList<>()).add(where);
        }
      }
    }
    return named;
  }

  private static boolean runs(Method method) {
    return method.isAnnotationPresent(Test.class)
        || method.isAnnotationPresent(ParameterizedTest.class);
  }

  private static List<Class<?>> classes() throws IOException, URISyntaxException {
    Path root =
        Path.of(FlowLinesTest.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    List<Class<?>> classes = new ArrayList<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        String name = root.relativize(file).toString().replace('/', '.').replace('\\', '.');
        if (name.matches(".*(Test|IT)\\.class")) {
          classes.add(load(name.substring(0, name.length() - ".class".length())));
        }
      }
    }
    return classes;
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, FlowLinesTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new AssertionError(name, e);
    }
  }

  @Test
  void theListGoesFromF01ToF51() throws IOException {
    List<String> ids = new ArrayList<>();
    for (int i = 1; i <= 51; i++) {
      ids.add("F%02d".formatted(i));
    }
    assertEquals(ids, List.copyOf(lines().keySet()));
  }

  @Test
  void everyLineIsTheNameOfExactlyOneTest() throws Exception {
    SortedMap<String, List<String>> named = named();
    assertEquals(lines().keySet(), new TreeSet<>(named.keySet()));
    named.forEach((id, tests) -> assertEquals(1, tests.size(), id + ": " + tests));
    assertFalse(named.isEmpty());
  }
}
