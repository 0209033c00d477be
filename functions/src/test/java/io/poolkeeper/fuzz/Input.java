package io.poolkeeper.fuzz;

import java.util.Random;

/** One way into the app from outside. */
interface Input {
  /**
   * What the reader said.
   *
   * @param where of a refusal: the words that tell where or what
   */
  record Fate(boolean accepted, String where) {
    static Fate taken() {
      return new Fate(true, "");
    }

    static Fate refused(String where) {
      return new Fate(false, where);
    }
  }

  String name();

  /** A document to spoil, or as it is. */
  byte[] valid(Random random);

  byte[] spoiled(Random random, byte[] valid);

  /** Reads it, as the app does. Whatever it throws is a failure. */
  Fate read(byte[] input);

  /** Hands it to the whole app over the fakes; throws AssertionError where it had an effect. */
  default void follow(byte[] input, Fate fate) {}

  /** Bytes that reading may allocate whatever the input's length. */
  default long floor() {
    return 4L * 1024 * 1024;
  }

  /** Bytes that reading may allocate for each of the input's. */
  default long perByte() {
    return 200;
  }
}
