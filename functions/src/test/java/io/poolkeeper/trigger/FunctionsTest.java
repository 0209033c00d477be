package io.poolkeeper.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.poolkeeper.app.Poolkeeper;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class FunctionsTest {
  private static final List<Class<?>> FUNCTIONS =
      List.of(
          IngestEvent.class,
          IngestQueuedEvent.class,
          SweepTimer.class,
          ReconcileLoadBalancer.class,
          ReportPoison.class,
          Status.class);

  @Test
  void everyFunctionHasItsNameAndTakesTheAppFromTheInjector() throws Exception {
    Set<String> names = new TreeSet<>();
    for (Class<?> function : FUNCTIONS) {
      function.getDeclaredConstructor(Poolkeeper.class);
      Stream.of(function.getMethods())
          .flatMap(method -> Stream.ofNullable(method.getAnnotation(FunctionName.class)))
          .forEach(name -> names.add(name.value()));
    }
    assertEquals(
        Set.of(
            "IngestEvent",
            "IngestQueuedEvent",
            "ReconcileLoadBalancer",
            "ReportPoison",
            "Status",
            "Sweep"),
        names);
  }

  @Test
  void allViolationsAreReportedWhenTheWorkerMakesTheInjectorAndByEveryFunction() {
    List<LogRecord> lines = new ArrayList<>();
    Logger process = Logger.getLogger("io.poolkeeper");
    Handler handler = handler(lines);
    process.addHandler(handler);
    GraphInjector injector;
    try {
      injector = new GraphInjector();
    } finally {
      process.removeHandler(handler);
    }
    assertEquals(1, lines.size());
    assertEquals(Level.SEVERE, lines.get(0).getLevel());
    String line = lines.get(0).getMessage();
    assertTrue(line.startsWith("{\"message\":\"settings refused\",\"severity\":\"error\""), line);
    for (Class<?> function : FUNCTIONS) {
      String message =
          assertThrows(IllegalStateException.class, () -> injector.getInstance(function))
              .getMessage();
      for (String name :
          List.of("STATE__blobServiceUri", "STATE__queueServiceUri", "DATA__blobServiceUri")) {
        assertTrue(message.contains("POOLKEEPER_" + name + ": expected"), message);
        assertTrue(line.contains("POOLKEEPER_" + name + ": expected"), line);
      }
    }
  }

  private static Handler handler(List<LogRecord> lines) {
    return new Handler() {
      @Override
      public void publish(LogRecord line) {
        lines.add(line);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }

  @Test
  void theInjectorIsRegisteredAndFailsClearlyWithoutSettings() {
    List<FunctionInstanceInjector> found =
        ServiceLoader.load(FunctionInstanceInjector.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    assertEquals(1, found.size());
    assertThrows(IllegalStateException.class, () -> found.get(0).getInstance(Status.class));
  }
}
