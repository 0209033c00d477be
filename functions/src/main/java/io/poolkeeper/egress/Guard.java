package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
  private final HoldMemory memory;
  private final Instant now;

  /**
   * @param profiles of all addresses with a removal that have a machine
   * @param memory what the ledger remembers of held removals
   */
  Guard(Map<Address, Profile> profiles, HoldMemory memory, Instant now) {
    this.profiles = profiles;
    this.memory = memory;
    this.now = now;
  }

  /** Of what is seen now alone: no earlier hold is remembered. */
  static Guard withoutMemory(Map<Address, Profile> profiles) {
    return new Guard(profiles, HoldMemory.NONE, Instant.EPOCH);
  }

  /**
   * What is decided of one removal.
   *
   * @param reason empty: it may be made
   * @param lost per protocol what it would have cost, now or when it was first held
   * @param noneSince of a hold: since when the strength with the membership is NONE
   * @param inDoubt of a hold: how far {@code lost} was judged only while things were in doubt
   */
  record Decision(
      Optional<HoldReason> reason,
      Map<Protocol, Strength> lost,
      String evidence,
      Optional<Instant> noneSince,
      Ledger.InDoubt inDoubt) {

    /** Of something else than egress. */
    static Decision unjudged(Optional<HoldReason> reason, String evidence) {
      return new Decision(reason, Map.of(), evidence, Optional.empty(), Ledger.InDoubt.NOTHING);
    }

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
      leaves.forEach(key -> decisions.put(key, settled(profile, key)));
      return decisions;
    }
    BitSet additions = positions(profile, joins);
    BitSet removals = positions(profile, leaves);
    BitSet all = profile.before();
    all.or(additions);
    BitSet remembered = new BitSet();
    BitSet held =
        holdAll ? (BitSet) removals.clone() : held(profile, additions, removals, remembered);
    Strength[][] floor = profile.floor(profile.before(), all);
    BitSet after = without(all, removals, held, -1);
    for (String key : leaves) {
      int i = profile.indexOf(key);
      decisions.put(
          key,
          !held.get(i)
              ? allowed(Evidence.ofRemoval(profile, after))
              : remembered.get(i)
                  ? remembered(profile, i, without(all, removals, held, i))
                  : hold(
                      profile,
                      additions,
                      removals,
                      held,
                      i,
                      without(all, removals, held, i),
                      floor));
    }
    return decisions;
  }

  /**
   * The fewest removals that have to be held, and those that the ledger holds and that are not
   * released: each of these may make others needless, so they are found one by one.
   *
   * @param remembered takes up the latter
   */
  private BitSet held(Profile profile, BitSet additions, BitSet removals, BitSet remembered) {
    BitSet all = profile.before();
    all.or(additions);
    while (true) {
      BitSet open = (BitSet) removals.clone();
      open.andNot(remembered);
      BitSet held = HoldChoice.of(profile, additions, open);
      held.or(remembered);
      BitSet after = without(all, removals, held, -1);
      int more = firstUnreleased(profile, removals, held, after);
      if (more < 0) {
        return held;
      }
      remembered.set(more);
    }
  }

  private int firstUnreleased(Profile profile, BitSet removals, BitSet held, BitSet after) {
    for (int i = removals.nextSetBit(0); i >= 0; i = removals.nextSetBit(i + 1)) {
      if (!held.get(i) && release(profile, i, after).filter(r -> !r.released()).isPresent()) {
        return i;
      }
    }
    return -1;
  }

  /** Empty: the ledger does not hold it. */
  private Optional<HoldRelease> release(Profile profile, int i, BitSet after) {
    return memory
        .ofEgress(profile.pools().get(i).key(), profile.address())
        .map(hold -> HoldRelease.of(hold, profile, profile.before(), after, now));
  }

  /** Nothing depends on pools; a way out that was there may come back all the same. */
  private Decision settled(Profile profile, String key) {
    Optional<Ledger.Hold> hold = memory.ofEgress(key, profile.address());
    BitSet none = new BitSet();
    Optional<HoldRelease> release = hold.map(h -> HoldRelease.of(h, profile, none, none, now));
    String evidence = profile.settled().orElseThrow();
    return release.isEmpty() || release.get().released()
        ? allowed(evidence)
        : new Decision(
            Optional.of(HoldReason.WOULD_STRAND_EGRESS),
            release.get().owed(),
            evidence + "; " + release.get().evidence(hold.get()),
            release.get().noneSince(),
            release.get().inDoubt());
  }

  private Decision remembered(Profile profile, int i, BitSet without) {
    Ledger.Hold hold =
        memory.ofEgress(profile.pools().get(i).key(), profile.address()).orElseThrow();
    HoldRelease release = HoldRelease.of(hold, profile, profile.before(), without, now);
    boolean inDoubt = release.isInDoubt(profile, without);
    String evidence = release.evidence(hold);
    return new Decision(
        Optional.of(inDoubt ? HoldReason.EGRESS_UNKNOWN : HoldReason.WOULD_STRAND_EGRESS),
        release.owed(),
        inDoubt ? Evidence.ofDoubt(profile) + "; " + evidence : evidence,
        release.noneSince(),
        release.inDoubt());
  }

  /** What would be lost now, and what is still owed from before. */
  private Decision hold(
      Profile profile,
      BitSet additions,
      BitSet removals,
      BitSet held,
      int i,
      BitSet without,
      Strength[][] floor) {
    boolean inDoubt = HoldChoice.isInDoubt(profile, additions, removals, held, i);
    StoredStrength owed =
        StoredStrength.of(
            Evidence.lost(profile, without, floor), profile, release(profile, i, without));
    return new Decision(
        Optional.of(inDoubt ? HoldReason.EGRESS_UNKNOWN : HoldReason.WOULD_STRAND_EGRESS),
        owed.strength(),
        Evidence.ofHold(profile, i, without, floor, inDoubt),
        Optional.empty(),
        owed.inDoubt());
  }

  private static Decision allowed(String evidence) {
    return Decision.unjudged(Optional.empty(), evidence);
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
}
