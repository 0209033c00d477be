package io.poolkeeper.testing;

import java.util.Random;

/** Randomness of a test: printed, so that what failed can be run again with {@code -Dseed=}. */
public final class Seeds {
  private Seeds() {}

  public static Random random(Class<?> test, long seed) {
    long used = Long.getLong("seed", seed);
    System.out.println(test.getSimpleName() + ": -Dseed=" + used);
    return new Random(used);
  }
}
