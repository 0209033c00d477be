package io.poolkeeper.devstack.host;

import java.util.List;

/**
 * The package, its settings or its storage do not allow the host to run; the message says what was
 * found, where, and what to do.
 */
public final class HostFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private final transient List<String> problems;

  HostFailure(String message) {
    this(message, (Throwable) null);
  }

  HostFailure(String message, Throwable cause) {
    super(message, cause);
    this.problems = List.of(message);
  }

  private HostFailure(String message, List<String> problems) {
    super(message);
    this.problems = problems;
  }

  /** Several at once: one line each below their count. */
  static HostFailure of(List<String> problems) {
    return problems.size() == 1
        ? new HostFailure(problems.get(0))
        : new HostFailure(
            "%d things keep the host from starting:\n  %s"
                .formatted(problems.size(), String.join("\n  ", problems)),
            List.copyOf(problems));
  }

  /** Each a sentence of its own; one, unless several were found at once. */
  List<String> problems() {
    return problems;
  }
}
