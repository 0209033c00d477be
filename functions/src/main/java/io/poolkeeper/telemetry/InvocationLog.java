package io.poolkeeper.telemetry;

import io.poolkeeper.model.TraceContext;
import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

  private final ThreadLocal<Invocation> current = new ThreadLocal<>();

  /** Runs with the invocation's logger as the target of this thread's lines. */
  public void within(Invocation invocation, Runnable work) {
    within(
        invocation,
        () -> {
          work.run();
          return true;
        });
  }

  /** Of the invocation that runs on this thread, where the host says so. */
  public Optional<TraceContext> operation() {
    return Optional.ofNullable(current.get()).flatMap(Invocation::operation);
  }

  private <T> T within(Invocation invocation, Supplier<T> work) {
    Invocation before = current.get();
    current.set(invocation);
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
      Invocation invocation = current.get();
      if (invocation == null) {
        return threads.all(calls);
      }
      List<Supplier<T>> carried = new ArrayList<>();
      calls.forEach(call -> carried.add(() -> within(invocation, call)));
      return threads.all(carried);
    }
  }

  @Override
  public void accept(Level level, String line) {
    Invocation invocation = current.get();
    (invocation == null ? PROCESS : invocation.logger()).log(level, () -> line);
  }
}
