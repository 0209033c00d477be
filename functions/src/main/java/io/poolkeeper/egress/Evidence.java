package io.poolkeeper.egress;

import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** One line that says why a removal is held or goes ahead. */
final class Evidence {
  private Evidence() {}

  /**
   * @param without the pools that it would be in without this hold
   * @param floor what must not be fallen short of
   */
  static String ofHold(
      Profile profile, int held, BitSet without, Strength[][] floor, boolean inDoubt) {
    if (inDoubt) {
      return ofDoubt(profile);
    }
    String pool = profile.pools().get(held).description().get();
    Strength left = Strength.CERTAIN;
    boolean weaker = false;
    for (int answer = 0; answer < profile.answers(); answer++) {
      for (int p = 0; p < profile.protocols().size(); p++) {
        Strength strength = profile.strength(without, answer, p);
        if (strength.weakerThan(floor[answer][p])) {
          weaker = true;
          left = strength.weakerThan(left) ? strength : left;
        }
      }
    }
    if (!weaker) {
      return "no order of removals keeps a way out at every step; last is " + pool;
    }
    return left == Strength.NONE
        ? "only way out is " + pool
        : "a certain way out is " + pool + ", what is left is only possible";
  }

  static String ofDoubt(Profile profile) {
    List<String> reasons = new ArrayList<>(profile.doubts());
    reasons.addAll(profile.unknowns());
    return reasons.isEmpty()
        ? "it depends on things that could not be read"
        : String.join("; ", reasons);
  }

  /** Per protocol that would get weaker, what would have been lost; in doubt the highest. */
  static Map<Protocol, Strength> lost(Profile profile, BitSet without, Strength[][] floor) {
    Map<Protocol, Strength> lost = new EnumMap<>(Protocol.class);
    for (int answer = 0; answer < profile.answers(); answer++) {
      for (int p = 0; p < profile.protocols().size(); p++) {
        if (profile.strength(without, answer, p).weakerThan(floor[answer][p])) {
          lost.merge(profile.protocols().get(p), floor[answer][p], Strength::orBetter);
        }
      }
    }
    return lost.isEmpty() ? highest(profile, floor) : lost;
  }

  /** Held for want of a safe order, or because there is too much in doubt to tell. */
  private static Map<Protocol, Strength> highest(Profile profile, Strength[][] floor) {
    Map<Protocol, Strength> highest = new EnumMap<>(Protocol.class);
    for (int p = 0; p < profile.protocols().size(); p++) {
      Strength strength = profile.tooManyAnswers() ? Strength.CERTAIN : Strength.NONE;
      for (Strength[] byProtocol : floor) {
        strength = strength.orBetter(byProtocol[p]);
      }
      if (strength != Strength.NONE) {
        highest.put(profile.protocols().get(p), strength);
      }
    }
    return highest;
  }

  /**
   * @param after the pools that it is in after the plan
   */
  static String ofRemoval(Profile profile, BitSet after) {
    if (profile.settled().isPresent()) {
      return profile.settled().get();
    }
    List<String> left = new ArrayList<>();
    after.stream()
        .mapToObj(profile.pools()::get)
        .filter(pool -> pool.member() && mayGive(profile, pool))
        .forEach(pool -> left.add(pool.description().get()));
    profile.others().forEach(other -> left.add(other.get()));
    if (!left.isEmpty()) {
      return "still in " + String.join(", ", left.stream().sorted().toList());
    }
    boolean mayStillHave =
        profile.mayHaveDefaultAccess()
            && after.stream().noneMatch(i -> profile.pools().get(i).member());
    return mayStillHave ? "default outbound access is assumed" : "the pool was no way out for it";
  }

  private static boolean mayGive(Profile profile, Profile.OwnPool pool) {
    for (int p = 0; p < profile.protocols().size(); p++) {
      if (pool.mayGive(p)) {
        return true;
      }
    }
    return false;
  }
}
