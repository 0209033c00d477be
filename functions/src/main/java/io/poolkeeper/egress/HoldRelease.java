package io.poolkeeper.egress;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.time.Duration;
import java.time.Instant;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * When a held removal may be made after all. Per protocol: the strength after it is at least the
 * one that was stored, or the strength with the membership was NONE in two judgements at least 10
 * minutes apart; it is the strength with, never the one after. One NONE is not enough: rules are
 * sometimes replaced in two steps. What was stored in doubt may sink first, see {@link
 * StoredStrength}. Pure.
 *
 * @param owed the stored strengths that the machine would fall short of; a protocol that is not in
 *     it has been released
 * @param noneSince since when all of them are NONE with the membership
 * @param released whether the removal may be made
 * @param inDoubt how far {@code owed} was judged only while things were in doubt
 */
record HoldRelease(
    Map<Protocol, Strength> owed,
    Optional<Instant> noneSince,
    boolean released,
    Ledger.InDoubt inDoubt) {
  static final Duration APART = Duration.ofMinutes(10);

  /**
   * @param with the pools that the machine is in with the membership, as they are now
   * @param after the pools that it would be in without this hold
   */
  static HoldRelease of(Ledger.Hold hold, Profile profile, BitSet with, BitSet after, Instant now) {
    StoredStrength known = StoredStrength.of(hold, profile, with, now);
    Map<Protocol, Strength> owed = new EnumMap<>(Protocol.class);
    boolean none = profile.doubts().isEmpty() && !profile.tooManyAnswers();
    for (int p = 0; p < profile.protocols().size(); p++) {
      Strength stored = known.strength().get(profile.protocols().get(p));
      if (stored != null && weakest(profile, after, p).weakerThan(stored)) {
        owed.put(profile.protocols().get(p), stored);
        none &= strongest(profile, with, p) == Strength.NONE;
      }
    }
    Ledger.InDoubt inDoubt = known.inDoubtOf(owed.keySet());
    if (owed.isEmpty()) {
      return new HoldRelease(owed, Optional.empty(), true, inDoubt);
    }
    if (!none) {
      return new HoldRelease(owed, Optional.empty(), false, inDoubt);
    }
    Instant since = hold.noneSince().filter(at -> !at.isAfter(now)).orElse(now);
    boolean twice = !now.isBefore(since.plus(APART));
    return new HoldRelease(owed, Optional.of(since), twice, inDoubt);
  }

  /** Whether under some answer nothing would be owed. */
  boolean isInDoubt(Profile profile, BitSet after) {
    if (profile.tooManyAnswers() || !profile.doubts().isEmpty()) {
      return true;
    }
    for (int answer = 0; answer < profile.answers(); answer++) {
      boolean enough = true;
      for (int p = 0; p < profile.protocols().size(); p++) {
        Strength stored = owed.getOrDefault(profile.protocols().get(p), Strength.NONE);
        enough &= !profile.strength(after, answer, p).weakerThan(stored);
      }
      if (enough) {
        return true;
      }
    }
    return false;
  }

  /** One line: why it stays held although nothing would be lost at this moment. */
  String evidence(Ledger.Hold hold) {
    String held = "held since " + hold.since() + " as a way out " + owed + "; ";
    if (noneSince.isPresent()) {
      return held
          + "with the membership it has none since "
          + noneSince.get()
          + ": rules may be in replacement, released if still so 10 minutes later";
    }
    String left = held + "what would be left now is weaker than that";
    return inDoubt.clearSince().isEmpty()
        ? left
        : left
            + "; that was judged in doubt, and since "
            + inDoubt.clearSince().get()
            + " it is seen to be "
            + inDoubt.seen()
            + ", which counts if still so 10 minutes later";
  }

  static Strength weakest(Profile profile, BitSet in, int protocol) {
    if (profile.settled().isPresent()) {
      return profile.settledAt();
    }
    Strength weakest = profile.answers() == 0 ? Strength.NONE : Strength.CERTAIN;
    for (int answer = 0; answer < profile.answers(); answer++) {
      Strength strength = profile.strength(in, answer, protocol);
      weakest = strength.weakerThan(weakest) ? strength : weakest;
    }
    return weakest;
  }

  static Strength strongest(Profile profile, BitSet in, int protocol) {
    if (profile.settled().isPresent()) {
      return profile.settledAt();
    }
    Strength strongest = Strength.NONE;
    for (int answer = 0; answer < profile.answers(); answer++) {
      strongest = strongest.orBetter(profile.strength(in, answer, protocol));
    }
    return strongest;
  }
}
