package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * One address on its way through the writes of a plan, for which their order may matter.
 *
 * <p>It must never be weaker than before the plan; where additions alone weaken it, its strength
 * after the plan is the floor.
 */
final class Mover {
  private final Profile profile;
  private final List<Step> steps;
  private final Strength[][] floor;

  /**
   * @param work position of the pool among the plan's works
   * @param pool position among the profile's pools
   */
  record Step(int work, int pool, boolean joins) {}

  private Mover(Profile profile, List<Step> steps) {
    this.profile = profile;
    this.steps = steps;
    BitSet after = profile.before();
    steps.forEach(step -> after.set(step.pool(), step.joins()));
    this.floor = profile.floor(profile.before(), after);
  }

  /**
   * The address's changes in these works.
   *
   * @param mine positions of the works that change it, ascending
   */
  static Mover of(Profile profile, List<Work> works, List<Integer> mine) {
    List<Step> steps = new ArrayList<>();
    for (int work : mine) {
      int pool = profile.indexOf(works.get(work).key());
      if (pool >= 0) {
        steps.add(new Step(work, pool, works.get(work).additions().containsKey(profile.address())));
      }
    }
    return new Mover(profile, List.copyOf(steps));
  }

  Address address() {
    return profile.address();
  }

  List<Step> steps() {
    return steps;
  }

  Profile.OwnPool pool(Step step) {
    return profile.pools().get(step.pool());
  }

  boolean mayHaveDefaultAccess() {
    return profile.mayHaveDefaultAccess();
  }

  BitSet before() {
    return profile.before();
  }

  boolean isSafe(BitSet in) {
    return profile.isSafe(in, floor);
  }

  /**
   * Whether some state on the way could be too weak. The weakest that can be thought of is all
   * removals made, no addition made, and default outbound access blocked.
   */
  boolean isConstrained() {
    if (profile.settled().isPresent() || profile.answers() == 0) {
      return false;
    }
    BitSet weakest = profile.before();
    steps.forEach(step -> weakest.clear(step.pool()));
    for (int answer = 0; answer < profile.answers(); answer++) {
      for (int p = 0; p < profile.protocols().size(); p++) {
        if (weakestStrength(weakest, answer, p).weakerThan(floor[answer][p])) {
          return true;
        }
      }
    }
    return false;
  }

  private Strength weakestStrength(BitSet in, int answer, int protocol) {
    Strength best = profile.base()[answer][protocol];
    for (int i = in.nextSetBit(0); i >= 0; i = in.nextSetBit(i + 1)) {
      Profile.OwnPool pool = profile.pools().get(i);
      best = pool.member() ? best.orBetter(pool.gives()[answer][protocol]) : best;
    }
    return best;
  }

  /** How many of the judged protocols the pool of a step may give. */
  int protocolsOf(Step step) {
    int count = 0;
    for (int p = 0; p < profile.protocols().size(); p++) {
      count += pool(step).mayGive(p) ? 1 : 0;
    }
    return count;
  }

  /** Names the pairs of works of which the first should be written before the second. */
  void dependencies(Dependencies dependencies) {
    boolean access = mayHaveDefaultAccess();
    for (Step first : steps) {
      for (Step second : steps) {
        if (first != second && matters(first, second, access)) {
          dependencies.add(first.work(), second.work());
        }
      }
    }
  }

  /**
   * Joining a pool with SNAT helps before leaving one. With default outbound access to be had only
   * outside of all pools: joining the one that gives more goes first, leaving it goes last.
   */
  private boolean matters(Step first, Step second, boolean access) {
    Profile.OwnPool one = pool(first);
    Profile.OwnPool other = pool(second);
    if (first.joins() && !second.joins()) {
      return givesSomeOfTheSame(one, other);
    }
    if (!access || first.joins() != second.joins()) {
      return false;
    }
    return first.joins() ? one.mayGiveMoreThan(other) : other.mayGiveMoreThan(one);
  }

  private boolean givesSomeOfTheSame(Profile.OwnPool one, Profile.OwnPool other) {
    for (int p = 0; p < profile.protocols().size(); p++) {
      if (one.mayGive(p) && other.mayGive(p)) {
        return true;
      }
    }
    return false;
  }
}
