package io.poolkeeper.cli.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;

/** What chaos did and when, one line each, beside the logs of the workers. */
final class Journal {
  private final Path file;

  Journal(Path file) {
    this.file = file;
  }

  synchronized void note(String text) {
    try {
      Files.writeString(
          file,
          Clock.systemUTC().instant() + " " + text + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException("the journal " + file + " is not writable", e);
    }
  }
}
