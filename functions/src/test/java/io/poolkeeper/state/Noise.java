package io.poolkeeper.state;

import java.util.Arrays;
import java.util.Random;

/** Damages documents: cut, bytes changed, parts doubled, or nothing but noise. */
final class Noise {
  private static final String TELLING = "{}[]\",:0123456789-+eE\\u null true \u0000";

  private Noise() {}

  static byte[] of(Random random, byte[] valid) {
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(valid, random.nextInt(valid.length));
      case 1 -> changed(random, valid);
      case 2 -> doubled(random, valid);
      default -> noise(random);
    };
  }

  private static byte[] changed(Random random, byte[] valid) {
    byte[] result = valid.clone();
    for (int i = random.nextInt(4); i >= 0; i--) {
      result[random.nextInt(result.length)] =
          random.nextBoolean()
              ? (byte) random.nextInt(256)
              : (byte) TELLING.charAt(random.nextInt(TELLING.length()));
    }
    return result;
  }

  private static byte[] doubled(Random random, byte[] valid) {
    int from = random.nextInt(valid.length);
    byte[] result = Arrays.copyOf(valid, valid.length + valid.length - from);
    System.arraycopy(valid, from, result, valid.length, valid.length - from);
    return result;
  }

  private static byte[] noise(Random random) {
    byte[] result = new byte[random.nextInt(200)];
    random.nextBytes(result);
    return result;
  }
}
