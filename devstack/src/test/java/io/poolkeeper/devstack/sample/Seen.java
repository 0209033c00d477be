package io.poolkeeper.devstack.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What the sample functions saw, one line each in {@code $SAMPLE_OUT/<name>}. */
final class Seen {
  private Seen() {}

  static void line(String name, String line) throws IOException {
    Files.writeString(
        Path.of(System.getenv("SAMPLE_OUT"), name),
        line + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
