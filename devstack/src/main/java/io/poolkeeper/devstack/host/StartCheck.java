package io.poolkeeper.devstack.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Collects what stands against a start, so that all of it is said at once. */
final class StartCheck {
  private final List<String> problems = new ArrayList<>();

  /** The step's value; empty when it fails, which is kept. */
  <T> Optional<T> value(Supplier<T> step) {
    try {
      return Optional.of(step.get());
    } catch (HostFailure e) {
      problems.addAll(e.problems());
      return Optional.empty();
    }
  }

  void that(boolean holds, String problem) {
    if (!holds) {
      problems.add(problem);
    }
  }

  /**
   * @throws HostFailure naming all that was collected, each once
   */
  void orFail() {
    if (!problems.isEmpty()) {
      throw HostFailure.of(problems.stream().distinct().toList());
    }
  }
}
