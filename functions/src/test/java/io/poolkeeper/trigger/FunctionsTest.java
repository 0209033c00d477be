package io.poolkeeper.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.spi.inject.FunctionInstanceInjector;
import io.poolkeeper.app.Poolkeeper;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
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
  void theInjectorIsRegisteredAndFailsClearlyWithoutSettings() {
    List<FunctionInstanceInjector> found =
        ServiceLoader.load(FunctionInstanceInjector.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    assertEquals(1, found.size());
    assertThrows(IllegalStateException.class, () -> found.get(0).getInstance(Status.class));
  }
}
