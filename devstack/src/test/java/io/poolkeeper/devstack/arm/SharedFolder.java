package io.poolkeeper.devstack.arm;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Material that is handed to the project and not copied into it: found by setting or beside the
 * checkout.
 */
final class SharedFolder {
  private SharedFolder() {}

  /**
   * JSON files of a folder, in order of name; none, with a loud line, when the folder is not there.
   */
  static List<Path> files(String folder) {
    Path here = find(folder);
    if (here == null) {
      System.out.println(
          "!!! NOT CHECKED: no shared/"
              + folder
              + " beside the checkout; set POOLKEEPER_SHARED to check against it");
      return List.of();
    }
    try (Stream<Path> found = Files.list(here)) {
      return found
          .filter(f -> f.toString().endsWith(".json"))
          .sorted()
          .collect(Collectors.toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path find(String folder) {
    String set = System.getProperty("POOLKEEPER_SHARED", System.getenv("POOLKEEPER_SHARED"));
    if (set != null) {
      return Files.isDirectory(Path.of(set, folder)) ? Path.of(set, folder) : null;
    }
    for (Path up = Path.of("").toAbsolutePath(); up != null; up = up.getParent()) {
      if (Files.isDirectory(up.resolve("shared").resolve(folder))) {
        return up.resolve("shared").resolve(folder);
      }
    }
    return null;
  }
}
