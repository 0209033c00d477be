package io.poolkeeper.port;

import java.util.List;
import java.util.function.Supplier;

/** Runs independent calls side by side. */
public interface Parallel {

  /**
   * Runs all and waits for all; the first exception is thrown when all have ended, the others are
   * attached as suppressed.
   */
  <T> List<T> all(List<Supplier<T>> calls);
}
