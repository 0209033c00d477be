package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;

/**
 * Why a removal may not be made after all.
 *
 * @param reason EGRESS_UNKNOWN where some answer would allow it, else WOULD_STRAND_EGRESS
 * @param lost per protocol, in doubt the highest possible
 * @param evidence one line
 * @param inDoubt how far {@code lost} was judged only while things were in doubt
 */
public record Weakened(
    HoldReason reason,
    Optional<ArmId> machine,
    Map<Protocol, Strength> lost,
    String evidence,
    Ledger.InDoubt inDoubt) {

  static Weakened tooManyDoubts(Optional<ArmId> machine) {
    return new Weakened(
        HoldReason.EGRESS_UNKNOWN,
        machine,
        Map.of(),
        "it depends on too many things that could not be read",
        Ledger.InDoubt.NOTHING);
  }

  /** The ledger holds it, and the rule that releases it does not yet. */
  static Weakened stillHeld(
      Profile profile,
      BitSet next,
      Ledger.Hold hold,
      HoldRelease release,
      Optional<ArmId> machine) {
    boolean inDoubt = profile.settled().isEmpty() && release.isInDoubt(profile, next);
    return new Weakened(
        inDoubt ? HoldReason.EGRESS_UNKNOWN : HoldReason.WOULD_STRAND_EGRESS,
        machine,
        release.owed(),
        release.evidence(hold),
        release.inDoubt());
  }

  /**
   * @param pool position of the pool that it would leave
   * @param next the pools that it would be in
   * @param floor what must not be fallen short of
   * @param release of what the ledger holds; empty: it does not
   */
  static Weakened of(
      Profile profile,
      int pool,
      BitSet next,
      Strength[][] floor,
      Optional<ArmId> machine,
      Optional<HoldRelease> release) {
    boolean inDoubt = !profile.doubts().isEmpty();
    for (int answer = 0; answer < profile.answers(); answer++) {
      inDoubt |= profile.isSafeUnder(answer, next, floor);
    }
    StoredStrength owed = StoredStrength.of(Evidence.lost(profile, next, floor), profile, release);
    return new Weakened(
        inDoubt ? HoldReason.EGRESS_UNKNOWN : HoldReason.WOULD_STRAND_EGRESS,
        machine,
        owed.strength(),
        Evidence.ofHold(profile, pool, next, floor, inDoubt),
        owed.inDoubt());
  }
}
