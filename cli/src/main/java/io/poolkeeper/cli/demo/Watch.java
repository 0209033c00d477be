package io.poolkeeper.cli.demo;

import io.poolkeeper.cli.demo.Screen.Tone;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/** Looks after processes that were left running, and says when one has ended by itself. */
final class Watch {
  private final Screen screen;
  private final BooleanSupplier stopping;

  /**
   * @param stopping whether all are being stopped on purpose, which is not worth a word
   */
  Watch(Screen screen, BooleanSupplier stopping) {
    this.screen = screen;
    this.stopping = stopping;
  }

  /**
   * A process of its own.
   *
   * @param more where to look when it has ended; may be empty text
   */
  record Part(String name, ProcessHandle process, String more) {}

  /** Returns when the last has ended. */
  void untilAllHaveEnded(List<Part> parts) {
    CompletableFuture.allOf(
            parts.stream()
                .map(part -> part.process().onExit().thenRun(() -> ended(part)))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private synchronized void ended(Part part) {
    if (stopping.getAsBoolean()) {
      return;
    }
    screen.say(
        Tone.BAD,
        "   %s has ended (process %d)%s"
            .formatted(
                part.name(),
                part.process().pid(),
                part.more().isEmpty() ? "" : "; " + part.more()));
  }
}
