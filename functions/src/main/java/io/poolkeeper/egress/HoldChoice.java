package io.poolkeeper.egress;

import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which removals of one address are held: the fewest that keep it as strong as before the plan,
 * over the state after all changes, under every possible answer at once. Equal sets compare by
 * their sorted elements, pools that any outbound rule names first, then by lower-case name.
 */
final class HoldChoice {
  /**
   * Pools that give the same are interchangeable, so only the first of each kind is tried; with
   * more kinds than this the sets are not enumerated and all removals that may matter are held.
   */
  private static final int MAX_KINDS = 16;

  private final Profile profile;
  private final List<Integer> removals;
  private final BitSet joined;
  private final Strength[][] floor;

  private HoldChoice(Profile profile, BitSet additions, BitSet removals) {
    this.profile = profile;
    this.joined = profile.before();
    this.joined.or(additions);
    this.floor = profile.floor(profile.before(), joined);
    this.removals = new ArrayList<>();
    removals.stream().forEach(this.removals::add);
    this.removals.sort(
        Comparator.comparing((Integer i) -> !profile.pools().get(i).outbound())
            .thenComparing(i -> profile.pools().get(i).key()));
  }

  /**
   * @param additions positions of the pools it joins
   * @param removals positions of the pools it should leave
   * @return positions of the removals to hold
   */
  static BitSet of(Profile profile, BitSet additions, BitSet removals) {
    if (profile.settled().isPresent() || removals.isEmpty()) {
      return new BitSet();
    }
    if (profile.tooManyAnswers()) {
      return (BitSet) removals.clone();
    }
    return new HoldChoice(profile, additions, removals).smallest();
  }

  /** Whether it would be safe under some answer not to hold this one, the others kept. */
  static boolean isInDoubt(Profile profile, BitSet additions, BitSet removals, BitSet held, int i) {
    if (profile.tooManyAnswers() || !profile.doubts().isEmpty()) {
      return true;
    }
    HoldChoice choice = new HoldChoice(profile, additions, removals);
    BitSet others = (BitSet) held.clone();
    others.clear(i);
    BitSet after = choice.after(others);
    for (int answer = 0; answer < profile.answers(); answer++) {
      if (profile.isSafeUnder(answer, after, choice.floor)) {
        return profile.answers() > 1;
      }
    }
    return false;
  }

  private BitSet smallest() {
    if (isAcceptable(new BitSet())) {
      return new BitSet();
    }
    List<Integer> kinds = kinds();
    if (kinds.size() <= MAX_KINDS) {
      for (int size = 1; size <= kinds.size(); size++) {
        BitSet found = search(kinds, 0, size, new BitSet());
        if (found != null) {
          return found;
        }
      }
    }
    BitSet all = new BitSet();
    kinds.forEach(all::set);
    if (isAcceptable(all)) {
      return all;
    }
    removals.forEach(all::set);
    return all;
  }

  /** The first of each kind of pool that may give something, in the order of preference. */
  private List<Integer> kinds() {
    Map<String, Integer> first = new LinkedHashMap<>();
    for (int i : removals) {
      Profile.OwnPool pool = profile.pools().get(i);
      boolean leaves = pool.member() && joined.get(i);
      for (int p = 0; p < profile.protocols().size(); p++) {
        if (leaves && pool.mayGive(p)) {
          first.putIfAbsent(Arrays.deepToString(pool.gives()), i);
        }
      }
    }
    return List.copyOf(first.values());
  }

  /** Sets of one size in the order in which equal sets compare; the first acceptable one wins. */
  private BitSet search(List<Integer> kinds, int from, int size, BitSet chosen) {
    if (size == 0) {
      return isAcceptable(chosen) ? (BitSet) chosen.clone() : null;
    }
    for (int k = from; k <= kinds.size() - size; k++) {
      chosen.set(kinds.get(k));
      BitSet found = search(kinds, k + 1, size - 1, chosen);
      if (found != null) {
        return found;
      }
      chosen.clear(kinds.get(k));
    }
    return null;
  }

  private BitSet after(BitSet held) {
    BitSet after = (BitSet) joined.clone();
    for (int i : removals) {
      after.set(i, held.get(i) && joined.get(i));
    }
    return after;
  }

  private boolean isAcceptable(BitSet held) {
    BitSet after = after(held);
    return profile.isSafe(after, floor) && hasSafeOrder(after);
  }

  /**
   * Whether the removals can be made one after the other. Additions go first and memberships only
   * get fewer, so every state on the way is at least as strong as the last one, unless that one
   * rests on default outbound access, which begins only with the last removal: then some pool has
   * to be enough alone right before.
   */
  private boolean hasSafeOrder(BitSet after) {
    boolean restsOnDefault = false;
    for (int answer = 0; answer < profile.answers(); answer++) {
      restsOnDefault |= profile.defaultAccess()[answer] && !profile.blocked()[answer];
    }
    if (!restsOnDefault || after.stream().anyMatch(i -> profile.pools().get(i).member())) {
      return true;
    }
    BitSet leaving = (BitSet) joined.clone();
    leaving.andNot(after);
    if (leaving.stream().noneMatch(i -> profile.pools().get(i).member())) {
      return true;
    }
    return leaving.stream()
        .anyMatch(
            last -> {
              BitSet before = (BitSet) after.clone();
              before.set(last);
              return profile.isSafe(before, floor);
            });
  }
}
