package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Everything that decides the egress of one address, boiled down: its strength under each possible
 * answer, as a function of which of its pools on the plan's load balancer it is in.
 *
 * @param settled why nothing depends on pools: gateway, route, own public address; else empty
 * @param doubts things that could not be read and would settle it; not empty: under some answer
 *     every removal is safe
 * @param unknowns the other things that could not be read or may be ending
 * @param answers number of answers to judge under; 0: too many, see {@link Facts#MAX_ANSWERS}
 * @param base strength by all other memberships, [answer][protocol]
 * @param blocked whether another membership ends default outbound access, [answer]
 * @param defaultAccess whether it has default outbound access without any membership, [answer]
 * @param pools the pools that the plan changes for it
 * @param settledAt with {@code settled}: its strength, whatever pools it is in
 * @param others descriptions of other memberships that give something
 */
record Profile(
    Address address,
    Optional<String> settled,
    List<String> doubts,
    List<String> unknowns,
    List<Protocol> protocols,
    int answers,
    Strength[][] base,
    boolean[] blocked,
    boolean[] defaultAccess,
    List<OwnPool> pools,
    List<Supplier<String>> others,
    Strength settledAt) {

  /**
   * A pool of the plan's load balancer that the address leaves or joins.
   *
   * @param before whether the address is a member of it now
   * @param member whether being in it counts as a membership of our machine
   * @param outbound whether an outbound rule names it
   * @param gives strength that membership gives, [answer][protocol]
   * @param description for evidence
   */
  record OwnPool(
      String key,
      Pool pool,
      boolean before,
      boolean member,
      boolean outbound,
      Strength[][] gives,
      Supplier<String> description) {

    boolean mayGive(int protocol) {
      for (Strength[] byProtocol : gives) {
        if (byProtocol[protocol] != Strength.NONE) {
          return true;
        }
      }
      return false;
    }

    /** Whether under some answer it gives more of some protocol than the other pool does. */
    boolean mayGiveMoreThan(OwnPool other) {
      for (int answer = 0; answer < gives.length; answer++) {
        for (int p = 0; p < gives[answer].length; p++) {
          if (other.gives[answer][p].weakerThan(gives[answer][p])) {
            return true;
          }
        }
      }
      return false;
    }
  }

  boolean tooManyAnswers() {
    return settled.isEmpty() && answers == 0;
  }

  /** Whether any answer leaves it with default outbound access once it is in no pool. */
  boolean mayHaveDefaultAccess() {
    for (int answer = 0; answer < answers; answer++) {
      if (defaultAccess[answer] && !blocked[answer]) {
        return true;
      }
    }
    return false;
  }

  /** Position in {@link #pools} by key, -1 if the plan does not change it there. */
  int indexOf(String key) {
    for (int i = 0; i < pools.size(); i++) {
      if (pools.get(i).key().equals(key)) {
        return i;
      }
    }
    return -1;
  }

  /** The pools that it is in now. */
  BitSet before() {
    BitSet state = new BitSet();
    for (int i = 0; i < pools.size(); i++) {
      state.set(i, pools.get(i).before());
    }
    return state;
  }

  /**
   * Strength while the address is in exactly these of its pools: the best of its memberships; in no
   * Standard pool at all, default outbound access where that is assumed.
   */
  Strength strength(BitSet in, int answer, int protocol) {
    Strength best = base[answer][protocol];
    boolean member = blocked[answer];
    for (int i = in.nextSetBit(0); i >= 0; i = in.nextSetBit(i + 1)) {
      OwnPool pool = pools.get(i);
      if (pool.member()) {
        member = true;
        best = best.orBetter(pool.gives()[answer][protocol]);
      }
    }
    return !member && defaultAccess[answer] ? Strength.POSSIBLE : best;
  }

  /** The weaker of two states, [answer][protocol]: what must not be fallen short of. */
  Strength[][] floor(BitSet one, BitSet other) {
    Strength[][] floor = new Strength[answers][protocols.size()];
    for (int answer = 0; answer < answers; answer++) {
      for (int p = 0; p < protocols.size(); p++) {
        Strength a = strength(one, answer, p);
        Strength b = strength(other, answer, p);
        floor[answer][p] = a.weakerThan(b) ? a : b;
      }
    }
    return floor;
  }

  /** Whether a state is at least as strong as the floor, under every answer and protocol. */
  boolean isSafe(BitSet in, Strength[][] floor) {
    for (int answer = 0; answer < answers; answer++) {
      if (!isSafeUnder(answer, in, floor)) {
        return false;
      }
    }
    return true;
  }

  boolean isSafeUnder(int answer, BitSet in, Strength[][] floor) {
    for (int p = 0; p < protocols.size(); p++) {
      if (strength(in, answer, p).weakerThan(floor[answer][p])) {
        return false;
      }
    }
    return true;
  }

  /** Whether joining this pool alone makes it weaker under some answer. */
  boolean loses(String key) {
    int pool = indexOf(key);
    if (pool < 0) {
      return false;
    }
    BitSet joined = before();
    joined.set(pool);
    return !isSafe(joined, floor(before(), before()));
  }
}
