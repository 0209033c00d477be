package io.poolkeeper.app;

import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Calls side by side on daemon threads. The caller makes the first call itself, so a lone call
 * costs no thread.
 */
final class Threads implements Parallel {
  private final ExecutorService executor;

  Threads() {
    AtomicInteger number = new AtomicInteger();
    executor =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, "poolkeeper-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public <T> List<T> all(List<Supplier<T>> calls) {
    List<Future<T>> others = new ArrayList<>();
    for (Supplier<T> call : calls.subList(Math.min(1, calls.size()), calls.size())) {
      others.add(executor.submit(call::get));
    }
    Failures failures = new Failures();
    List<T> results = new ArrayList<>();
    if (!calls.isEmpty()) {
      results.add(failures.orNull(calls.get(0)::get));
    }
    others.forEach(other -> results.add(failures.orNull(() -> result(other))));
    failures.throwFirst();
    return results;
  }

  private static <T> T result(Future<T> future) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return future.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException cause
          ? cause
          : new IllegalStateException(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The first failure, with the others attached. */
  private static final class Failures {
    private RuntimeException first;

    <T> T orNull(Supplier<T> call) {
      try {
        return call.get();
      } catch (RuntimeException e) {
        if (first == null) {
          first = e;
        } else if (first != e) {
          first.addSuppressed(e);
        }
        return null;
      }
    }

    void throwFirst() {
      if (first != null) {
        throw first;
      }
    }
  }
}
