package io.poolkeeper.testing;

import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Comparing what {@link BruteJudge} says of two states, by answer and protocol. */
public final class BruteStrengths {
  private BruteStrengths() {}

  /** Whether one is at least as strong as the other, everywhere. */
  public static boolean atLeast(List<Strength[]> one, List<Strength[]> other) {
    for (int i = 0; i < one.size(); i++) {
      if (!atLeast(one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  public static boolean atLeast(Strength[] one, Strength[] other) {
    for (int p = 0; p < one.length; p++) {
      if (one[p].weakerThan(other[p])) {
        return false;
      }
    }
    return true;
  }

  /** By answer and protocol the weaker of two. */
  public static List<Strength[]> weaker(List<Strength[]> one, List<Strength[]> other) {
    List<Strength[]> weaker = new ArrayList<>();
    for (int i = 0; i < one.size(); i++) {
      Strength[] copy = Arrays.copyOf(one.get(i), one.get(i).length);
      for (int p = 0; p < copy.length; p++) {
        copy[p] = other.get(i)[p].weakerThan(copy[p]) ? other.get(i)[p] : copy[p];
      }
      weaker.add(copy);
    }
    return weaker;
  }
}
