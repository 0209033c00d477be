package io.poolkeeper.reconcile;

import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Independent calls with results of different types, in one round trip. */
final class SideBySide {
  private SideBySide() {}

  static void run(Parallel parallel, Runnable... calls) {
    List<Supplier<Boolean>> suppliers = new ArrayList<>();
    for (Runnable call : calls) {
      suppliers.add(
          () -> {
            call.run();
            return true;
          });
    }
    parallel.all(suppliers);
  }
}
