package io.poolkeeper.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class InvocationLogTest {
  private final List<String> logged = new ArrayList<>();
  private final InvocationLog log = new InvocationLog();
  private final Parallel parallel = log.carriedBy(new OtherThreads());

  /** Each call on a thread of its own, none on the caller's. */
  private static final class OtherThreads implements Parallel {
    @Override
    public <T> List<T> all(List<Supplier<T>> calls) {
      return calls.stream()
          .map(call -> CompletableFuture.supplyAsync(call, this::run).join())
          .toList();
    }

    private void run(Runnable work) {
      Thread thread = new Thread(work);
      thread.setDaemon(true);
      thread.start();
    }
  }

  private Logger logger(String name) {
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            logged.add(name + " " + line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    return logger;
  }

  private Invocation invocation(String name) {
    return new Invocation(logger(name), Optional.empty());
  }

  private Supplier<Integer> saying(String line) {
    return () -> {
      log.accept(Level.INFO, line);
      return 1;
    };
  }

  @Test
  void linesOfCallsSideBySideStayWithTheirInvocation() {
    log.within(invocation("first"), () -> parallel.all(List.of(saying("a"), saying("b"))));
    log.within(invocation("second"), () -> parallel.all(List.of(saying("c"))));
    assertEquals(List.of("first a", "first b", "second c"), logged);
  }

  @Test
  void outsideOfAnInvocationTheyGoToTheProcess() {
    Logger process = Logger.getLogger("io.poolkeeper");
    Handler handler = logger("process").getHandlers()[0];
    process.addHandler(handler);
    try {
      assertEquals(List.of(1), parallel.all(List.of(saying("d"))));
    } finally {
      process.removeHandler(handler);
    }
    assertEquals(List.of("process d"), logged);
  }
}
