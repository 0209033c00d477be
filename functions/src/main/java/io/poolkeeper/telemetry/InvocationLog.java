package io.poolkeeper.telemetry;

import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Sends lines to the logger of the invocation that runs on this thread, so that the host files them
 * under it; what it runs side by side stays with it, see {@link #carriedBy}. A line from any other
 * thread goes to the process's own logger.
 */
public final class InvocationLog implements BiConsumer<Level, String> {
  private static final Logger PROCESS = Logger.getLogger("io.poolkeeper");

  private final ThreadLocal<Logger> current = new ThreadLocal<>();

  /** Runs with the invocation's logger as the target of this thread's lines. */
  public void within(Logger logger, Runnable work) {
    within(
        logger,
        () -> {
          work.run();
          return true;
        });
  }

  private <T> T within(Logger logger, Supplier<T> work) {
    Logger before = current.get();
    current.set(logger);
    try {
      return work.get();
    } finally {
      if (before == null) {
        current.remove();
      } else {
        current.set(before);
      }
    }
  }

  /** Whatever runs side by side logs as the thread that asked for it. */
  public Parallel carriedBy(Parallel threads) {
    return new Carried(threads);
  }

  private final class Carried implements Parallel {
    private final Parallel threads;

    Carried(Parallel threads) {
      this.threads = threads;
    }

    @Override
    public <T> List<T> all(List<Supplier<T>> calls) {
      Logger logger = current.get();
      if (logger == null) {
        return threads.all(calls);
      }
      List<Supplier<T>> carried = new ArrayList<>();
      calls.forEach(call -> carried.add(() -> within(logger, call)));
      return threads.all(carried);
    }
  }

  @Override
  public void accept(Level level, String line) {
    Logger logger = current.get();
    (logger == null ? PROCESS : logger).log(level, () -> line);
  }
}
