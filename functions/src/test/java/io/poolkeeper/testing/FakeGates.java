package io.poolkeeper.testing;

import io.poolkeeper.port.Gates;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Gates in memory; the later time wins. */
public final class FakeGates implements Gates {
  private final Map<String, Instant> gates = new HashMap<>();
  private final Tape tape;

  private Optional<RuntimeException> failure = Optional.empty();

  public FakeGates(Tape tape) {
    this.tape = tape;
  }

  /** Once, instead of an answer. */
  public void failNextRead(RuntimeException instead) {
    failure = Optional.of(instead);
  }

  @Override
  public Optional<Instant> notBefore(String subscription) {
    return tape.call(
        "gate.read",
        () -> {
          if (failure.isPresent()) {
            RuntimeException thrown = failure.get();
            failure = Optional.empty();
            throw thrown;
          }
          return Optional.ofNullable(gates.get(subscription));
        });
  }

  @Override
  public void raise(String subscription, Instant notBefore) {
    tape.call(
        "gate.raise", () -> gates.merge(subscription, notBefore, (a, b) -> a.isAfter(b) ? a : b));
  }
}
