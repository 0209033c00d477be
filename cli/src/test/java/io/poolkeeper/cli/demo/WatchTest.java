package io.poolkeeper.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatchTest {
  private final StringWriter said = new StringWriter();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final Watch watch = new Watch(new Screen(new PrintWriter(said), false), stopping::get);
  private Process host;
  private Process storage;

  /** Waits for its input, as long as nobody ends it. */
  private static Process waiting() throws IOException {
    return new ProcessBuilder("cat").start();
  }

  @BeforeEach
  void start() throws IOException {
    host = waiting();
    storage = waiting();
  }

  @AfterEach
  void end() {
    host.destroyForcibly();
    storage.destroyForcibly();
  }

  private CompletableFuture<Void> watching() {
    return CompletableFuture.runAsync(
        () ->
            watch.untilAllHaveEnded(
                List.of(
                    new Watch.Part("app", host.toHandle(), "its log: app.log"),
                    new Watch.Part("storage", storage.toHandle(), ""))));
  }

  @Test
  void aProcessThatEndsByItselfIsNamedAndTheOthersAreStillWatched() throws Exception {
    CompletableFuture<Void> watching = watching();
    host.destroyForcibly();
    host.onExit().get(10, TimeUnit.SECONDS);
    storage.destroyForcibly();
    watching.get(10, TimeUnit.SECONDS);
    assertEquals(
        List.of(
            "   app has ended (process %d); its log: app.log".formatted(host.pid()),
            "   storage has ended (process %d)".formatted(storage.pid())),
        said.toString().lines().sorted().toList());
  }

  @Test
  void whatIsStoppedOnPurposeIsNotWorthAWord() throws Exception {
    CompletableFuture<Void> watching = watching();
    stopping.set(true);
    host.destroyForcibly();
    storage.destroyForcibly();
    watching.get(10, TimeUnit.SECONDS);
    assertTrue(said.toString().isEmpty(), said.toString());
  }
}
