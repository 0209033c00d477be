package io.poolkeeper.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * Everything that one seed decides. Each decision has a key of its own and depends on seed and key
 * alone, so that leaving one out (its default then holds) leaves all others as they were: that is
 * how a failing life is shrunk.
 */
final class Choices {
  private final long seed;
  private final Optional<Set<String>> kept;
  private final List<String> taken = new ArrayList<>();

  /**
   * @param kept empty: every decision; else only these, all others take their default
   */
  Choices(long seed, Optional<Set<String>> kept) {
    this.seed = seed;
    this.kept = kept;
  }

  /** Randomness of its own for this key. */
  Random of(String key) {
    long hash = seed * 0x9E3779B97F4A7C15L;
    for (int i = 0; i < key.length(); i++) {
      hash = (hash ^ key.charAt(i)) * 0x100000001B3L;
    }
    hash ^= hash >>> 32;
    return new Random(hash * 0xD6E8FEB86659FD93L);
  }

  /** Something is about to go wrong, or to change: whether it does in this life. */
  boolean take(String key) {
    if (kept.isPresent() && !kept.get().contains(key)) {
      return false;
    }
    taken.add(key);
    return true;
  }

  List<String> taken() {
    return List.copyOf(taken);
  }
}
