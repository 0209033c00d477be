package io.poolkeeper.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the checkout that the tests run in. */
public final class Checkout {
  private Checkout() {}

  /** The repository's root: the first folder upwards that has the script. */
  public static Path root() {
    Path folder = Path.of(System.getProperty("poolkeeper.root", "")).toAbsolutePath().normalize();
    while (folder != null && !Files.isRegularFile(folder.resolve("poolkeeper"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("no checkout above " + Path.of("").toAbsolutePath());
    }
    return folder;
  }

  public static String text(String file) {
    try {
      return Files.readString(root().resolve(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
