package io.poolkeeper.mapping;

import java.util.List;
import java.util.Optional;

/**
 * A document that was read: either valid, or all its violations at once.
 *
 * @param value present if and only if there are no violations
 */
public record DocumentResult<T>(Optional<T> value, List<Violation> violations) {
  public DocumentResult {
    if (value.isPresent() != violations.isEmpty()) {
      throw new IllegalArgumentException("a document is either valid or has violations");
    }
    violations = List.copyOf(violations);
  }

  public static <T> DocumentResult<T> valid(T value) {
    return new DocumentResult<>(Optional.of(value), List.of());
  }

  public static <T> DocumentResult<T> invalid(List<Violation> violations) {
    return new DocumentResult<>(Optional.empty(), violations);
  }
}
