package io.poolkeeper.telemetry;

import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends lines to the logger of the invocation that runs on this thread, so that the host files them
 * under it; a line from another thread goes to the process's own logger.
 */
public final class InvocationLog implements BiConsumer<Level, String> {
  private static final Logger PROCESS = Logger.getLogger("io.poolkeeper");

  private final ThreadLocal<Logger> current = new ThreadLocal<>();

  /** Runs with the invocation's logger as the target of this thread's lines. */
  public void within(Logger logger, Runnable work) {
    Logger before = current.get();
    current.set(logger);
    try {
      work.run();
    } finally {
      if (before == null) {
        current.remove();
      } else {
        current.set(before);
      }
    }
  }

  @Override
  public void accept(Level level, String line) {
    Logger logger = current.get();
    (logger == null ? PROCESS : logger).log(level, () -> line);
  }
}
