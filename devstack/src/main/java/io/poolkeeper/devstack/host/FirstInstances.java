package io.poolkeeper.devstack.host;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes an instance of every function once at start, so that what an app says of its settings is in
 * the log before the first event. The host serves on: each invocation then fails with the same.
 */
final class FirstInstances {
  private FirstInstances() {}

  static void make(FunctionLoader loader, Collection<LoadedFunction> functions) {
    Map<String, List<String>> failures = new LinkedHashMap<>();
    for (LoadedFunction function : functions) {
      try {
        loader.asApp(() -> loader.instance(function));
      } catch (Exception | LinkageError e) {
        failures.computeIfAbsent(e.toString(), text -> new ArrayList<>()).add(function.name());
      }
    }
    failures.forEach(
        (failure, names) ->
            HostLog.warn(
                "no instance of %s can be made, every invocation will fail: %s"
                    .formatted(String.join(", ", names), failure)));
  }
}
