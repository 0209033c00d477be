package io.poolkeeper.devstack.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A host in a process of its own. Several may run side by side on one storage; each can be stopped,
 * killed and suspended as a real instance would be. It ends when this process does.
 */
public final class FunctionHost implements AutoCloseable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration LOOK = Duration.ofMillis(20);
  private static final long STOP_SECONDS = 60;

  private final Process process;
  private final LaunchOptions options;
  private final ReadyFile ready;
  private volatile boolean suspended;

  private FunctionHost(Process process, LaunchOptions options, ReadyFile ready) {
    this.process = process;
    this.options = options;
    this.ready = ready;
  }

  /**
   * Starts a host and waits until it serves.
   *
   * @throws IOException when the process cannot be started, ends, or does not serve within 60 s;
   *     the message carries the end of its log
   */
  public static FunctionHost launch(LaunchOptions options) throws IOException {
    if (options.logFile() == null) {
      Path folder = Files.createTempDirectory("function-host");
      options.filesIn(folder, "host");
    }
    Files.createDirectories(options.logFile().toAbsolutePath().getParent());
    Files.deleteIfExists(options.readyFile());
    Process process = options.start();
    return new FunctionHost(process, options, awaitReady(process, options));
  }

  private static ReadyFile awaitReady(Process process, LaunchOptions options) throws IOException {
    long deadline = System.nanoTime() + START_LIMIT.toNanos();
    while (System.nanoTime() - deadline < 0 && process.isAlive()) {
      if (Files.exists(options.readyFile())) {
        return ReadyFile.read(options.readyFile());
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
    boolean ended = !process.isAlive();
    process.destroyForcibly();
    throw new IOException(
        "the function host %s; the end of %s:\n%s"
            .formatted(
                ended ? "ended while starting" : "did not serve within " + START_LIMIT,
                options.logFile(),
                tail(options.logFile())));
  }

  private static String tail(Path log) throws IOException {
    List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
    return String.join("\n", lines.subList(Math.max(0, lines.size() - 30), lines.size()));
  }

  /** Where it listens, without a slash at the end. */
  public URI uri() {
    return ready.url();
  }

  /** The webhook of an Event Grid function. */
  public URI eventGridUri(String function) {
    return uri().resolve(EventGridEndpoint.PATH + "?functionName=" + function);
  }

  /** The key that guarded HTTP functions ask for. */
  public String hostKey() {
    return ready.hostKey();
  }

  /** The functions that were loaded, disabled ones left out. */
  public List<String> functions() {
    return ready.functions();
  }

  /** The process, for tests that kill it. */
  public ProcessHandle process() {
    return process.toHandle();
  }

  /** Standard output and error of the host. */
  public Path logFile() {
    return options.logFile();
  }

  /** What ran so far: a line when an invocation starts and one when it ends. */
  public List<Invocation> invocations() {
    try {
      return Invocation.read(options.invocationLog());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends it at once, as a lost machine would; running work is cut off. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd();
  }

  /** Stops it in mid-air (SIGSTOP): it holds what it holds and does nothing. */
  public void suspend() throws IOException {
    suspended = true;
    signal("STOP");
  }

  /** Lets a suspended host go on (SIGCONT). */
  public void resume() throws IOException {
    signal("CONT");
    suspended = false;
  }

  private void signal(String name) throws IOException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    try {
      if (kill.waitFor() != 0) {
        throw new IOException("kill -" + name + " " + process.pid() + " failed");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while sending " + name, e);
    }
  }

  /**
   * Asks it to stop: no more work is taken, running work may end; forced after 60 s. A suspended
   * host could not hear that and is ended at once.
   */
  @Override
  public void close() {
    if (suspended) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    awaitEnd();
  }

  private void awaitEnd() {
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
