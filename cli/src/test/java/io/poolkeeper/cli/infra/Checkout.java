package io.poolkeeper.cli.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of the checkout that the tests run in. */
final class Checkout {
  private Checkout() {}

  static Path root() {
    Path folder = Path.of("").toAbsolutePath().normalize();
    while (folder != null && !Files.isRegularFile(folder.resolve("infra/main.bicep"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("no infra/main.bicep above " + Path.of("").toAbsolutePath());
    }
    return folder;
  }

  static Path parameters(String name) {
    return root().resolve("cli/src/test/resources/infra/" + name + ".bicepparam");
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Files below a folder with one of the endings, sorted. */
  static List<Path> files(String folder, String... endings) {
    try (Stream<Path> files = Files.walk(root().resolve(folder))) {
      return files
          .filter(file -> Stream.of(endings).anyMatch(file.toString()::endsWith))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
