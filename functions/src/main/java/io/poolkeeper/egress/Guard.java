package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Strength;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The egress guard: a removal is allowed iff no judged protocol's strength goes down, over the
 * state after all changes of the plan; otherwise the fewest removals of that address on this load
 * balancer that restore it are held.
 */
final class Guard {
  private final Map<Address, Profile> profiles;

  /**
   * @param profiles of all addresses with a removal that have a machine
   */
  Guard(Map<Address, Profile> profiles) {
    this.profiles = profiles;
  }

  /**
   * What is decided of one removal.
   *
   * @param reason empty: it may be made
   * @param lost per protocol what it would have cost
   */
  record Decision(
      java.util.Optional<HoldReason> reason,
      Map<io.poolkeeper.model.Protocol, Strength> lost,
      String evidence) {
    boolean held() {
      return reason.isPresent();
    }
  }

  /**
   * Decides the removals of one address.
   *
   * @param joins keys of the pools that it joins
   * @param leaves keys of the pools that it should leave
   * @param holdAll no order of writes was found that keeps it safe: hold all
   * @return by pool key
   */
  SortedMap<String, Decision> decide(
      Address address, Set<String> joins, Set<String> leaves, boolean holdAll) {
    SortedMap<String, Decision> decisions = new TreeMap<>();
    Profile profile = profiles.get(address);
    if (profile == null) {
      leaves.forEach(key -> decisions.put(key, allowed("no machine has the address")));
      return decisions;
    }
    if (profile.settled().isPresent()) {
      leaves.forEach(key -> decisions.put(key, allowed(profile.settled().get())));
      return decisions;
    }
    BitSet additions = positions(profile, joins);
    BitSet removals = positions(profile, leaves);
    BitSet held = holdAll ? (BitSet) removals.clone() : HoldChoice.of(profile, additions, removals);
    BitSet all = profile.before();
    all.or(additions);
    Strength[][] floor = profile.floor(profile.before(), all);
    BitSet after = without(all, removals, held, -1);
    for (String key : leaves) {
      int i = profile.indexOf(key);
      decisions.put(
          key,
          held.get(i)
              ? hold(profile, additions, removals, held, i, without(all, removals, held, i), floor)
              : allowed(Evidence.ofRemoval(profile, after)));
    }
    return decisions;
  }

  private static Decision hold(
      Profile profile,
      BitSet additions,
      BitSet removals,
      BitSet held,
      int i,
      BitSet without,
      Strength[][] floor) {
    boolean inDoubt = HoldChoice.isInDoubt(profile, additions, removals, held, i);
    return new Decision(
        java.util.Optional.of(inDoubt ? HoldReason.EGRESS_UNKNOWN : HoldReason.WOULD_STRAND_EGRESS),
        Evidence.lost(profile, without, floor),
        Evidence.ofHold(profile, i, without, floor, inDoubt));
  }

  private static Decision allowed(String evidence) {
    return new Decision(java.util.Optional.empty(), Map.of(), evidence);
  }

  private static BitSet positions(Profile profile, Set<String> keys) {
    BitSet positions = new BitSet();
    keys.forEach(key -> positions.set(profile.indexOf(key)));
    return positions;
  }

  /** The state after the plan; {@code also}: with this hold released as well. */
  private static BitSet without(BitSet all, BitSet removals, BitSet held, int also) {
    BitSet state = (BitSet) all.clone();
    state.andNot(removals);
    BitSet kept = (BitSet) held.clone();
    if (also >= 0) {
      kept.clear(also);
    }
    kept.and(all);
    state.or(kept);
    return state;
  }

  /**
   * The addresses that move through several of these works and for which their order matters.
   *
   * @param works in the order of writing preference
   */
  List<Mover> movers(List<Work> works) {
    Map<Address, List<Integer>> changes = new TreeMap<>();
    for (int i = 0; i < works.size(); i++) {
      Set<Address> changed = new HashSet<>(works.get(i).additions().keySet());
      changed.addAll(works.get(i).removals());
      for (Address address : changed) {
        if (profiles.containsKey(address)) {
          changes.computeIfAbsent(address, k -> new ArrayList<>()).add(i);
        }
      }
    }
    List<Mover> movers = new ArrayList<>();
    changes.forEach(
        (address, mine) -> {
          if (mine.size() > 1) {
            Mover mover = Mover.of(profiles.get(address), works, mine);
            if (mover.isConstrained()) {
              movers.add(mover);
            }
          }
        });
    return movers;
  }

  /**
   * Warnings for addresses that lose default outbound access by joining a pool: an addition is
   * never held.
   */
  List<io.poolkeeper.model.Warning> suppressedDefaultOutbound(
      List<WriteOrder.Put> puts, String loadBalancer) {
    List<io.poolkeeper.model.Warning> warnings = new ArrayList<>();
    for (WriteOrder.Put put : puts) {
      for (Address address : put.adds() ? put.work().additions().keySet() : Set.<Address>of()) {
        Profile profile = profiles.get(address);
        if (profile != null && profile.loses(put.work().key())) {
          warnings.add(
              new io.poolkeeper.model.Warning(
                  io.poolkeeper.model.Warning.Word.ADDITION_SUPPRESSES_DEFAULT_OUTBOUND,
                  Map.of(
                      "address",
                      address.text(),
                      "pool",
                      loadBalancer + "/" + put.work().draft().name())));
        }
      }
    }
    return warnings;
  }
}
