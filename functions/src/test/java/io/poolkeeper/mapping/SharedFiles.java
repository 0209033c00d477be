package io.poolkeeper.mapping;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds material that lies beside the project. */
public final class SharedFiles {
  private SharedFiles() {}

  /** The plan cases: the project's own, else those handed beside it. */
  static Optional<Path> cases() {
    Path own = Path.of("src", "test", "resources", "cases", "plan");
    Path flat = Path.of("src", "test", "resources", "cases");
    if (Files.isDirectory(own)) {
      return Optional.of(own);
    }
    return Files.isDirectory(flat) ? Optional.of(flat) : find("cases/plan");
  }

  /**
   * A folder of {@code shared}: by the property or variable {@code POOLKEEPER_SHARED}, else beside
   * the checkout or above it.
   */
  public static Optional<Path> find(String folder) {
    String given = System.getProperty("POOLKEEPER_SHARED", System.getenv("POOLKEEPER_SHARED"));
    if (given != null) {
      return Optional.of(Path.of(given, folder)).filter(Files::isDirectory);
    }
    for (Path up = Path.of("").toAbsolutePath(); up != null; up = up.getParent()) {
      Path candidate = up.resolve("shared").resolve(folder);
      if (Files.isDirectory(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
