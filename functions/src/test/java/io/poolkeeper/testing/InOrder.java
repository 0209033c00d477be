package io.poolkeeper.testing;

import io.poolkeeper.port.Parallel;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Side by side in name only: one after the other, counted as one round trip. */
public final class InOrder implements Parallel {
  private final Tape tape;

  public InOrder(Tape tape) {
    this.tape = tape;
  }

  @Override
  public <T> List<T> all(List<Supplier<T>> calls) {
    List<T> results = new ArrayList<>();
    RuntimeException first = null;
    tape.batch(true);
    try {
      for (Supplier<T> call : calls) {
        try {
          results.add(call.get());
        } catch (RuntimeException e) {
          if (first == null) {
            first = e;
          } else {
            first.addSuppressed(e);
          }
        }
      }
    } finally {
      tape.batch(false);
    }
    if (first != null) {
      throw first;
    }
    return results;
  }
}
