package io.poolkeeper.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is remembered of one load balancer: the content of its ledger blob, written only under the
 * lease on it.
 *
 * @param loadBalancer empty only in {@link #EMPTY}
 * @param startedAt later than {@code finishedAt}: a run started to write and did not finish
 * @param coveredThrough storage's clock at the lock of the last run that left all equal to its plan
 * @param notBefore no ARM call before this
 * @param divergedSince since when actual and desired differ
 * @param history newest last, at most 50
 * @param warnings of the last plan, at most 50, for the status
 * @param pausedSince since when every run that came so far met a pause
 * @param unlisted there are holds for which the blob had no room
 * @param removing removals that a run was about to make and that no look after them has confirmed,
 *     in the shape of holds: without a strength, since as judged then nothing would be lost
 */
public record Ledger(
    Optional<ArmId> loadBalancer,
    Optional<String> cluster,
    Optional<Instant> startedAt,
    Optional<Instant> finishedAt,
    Optional<Instant> coveredThrough,
    Optional<Outcome> outcome,
    Optional<Instant> notBefore,
    Optional<Instant> divergedSince,
    Optional<ModeSince> modeSince,
    Optional<MappingSeen> mapping,
    List<Hold> holds,
    Optional<Brake> brake,
    List<Rejected> rejected,
    List<Instant> restores,
    Optional<AskAgain> askAgain,
    List<HistoryEntry> history,
    List<Warning> warnings,
    Optional<Instant> pausedSince,
    Optional<Unlisted> unlisted,
    List<Hold> removing) {

  public static final int MAX_HISTORY = 50;
  public static final int MAX_WARNINGS = 50;

  /** Of a load balancer never looked at. */
  public static final Ledger EMPTY =
      new Ledger(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          List.of(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          List.of());

  /** Without warnings, pause, holds that are not listed and open removals. */
  public Ledger(
      Optional<ArmId> loadBalancer,
      Optional<String> cluster,
      Optional<Instant> startedAt,
      Optional<Instant> finishedAt,
      Optional<Instant> coveredThrough,
      Optional<Outcome> outcome,
      Optional<Instant> notBefore,
      Optional<Instant> divergedSince,
      Optional<ModeSince> modeSince,
      Optional<MappingSeen> mapping,
      List<Hold> holds,
      Optional<Brake> brake,
      List<Rejected> rejected,
      List<Instant> restores,
      Optional<AskAgain> askAgain,
      List<HistoryEntry> history) {
    this(
        loadBalancer,
        cluster,
        startedAt,
        finishedAt,
        coveredThrough,
        outcome,
        notBefore,
        divergedSince,
        modeSince,
        mapping,
        holds,
        brake,
        rejected,
        restores,
        askAgain,
        history,
        List.of(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  public record ModeSince(Mode mode, Instant at) {}

  /**
   * @param slice hash of the load balancer's part of the mapping
   * @param pools lower-case names of pools that a mapping named and that are still there; what is
   *     in it and no longer named is an orphan
   */
  public record MappingSeen(
      long epoch, long revision, String etag, String slice, List<String> pools) {
    public MappingSeen {
      pools = List.copyOf(pools);
    }

    public MappingSeen(long epoch, long revision, String etag, String slice) {
      this(epoch, revision, etag, slice, List.of());
    }
  }

  /**
   * A removal that is held back.
   *
   * @param machine the VM or NIC that had the address when it was judged
   * @param strength what would have been lost, per protocol; empty where egress was not judged
   * @param judgedAt when it was last judged
   * @param noneSince since when the strength with the membership is NONE
   * @param inDoubt how far the strength was judged only while things were in doubt
   */
  public record Hold(
      String pool,
      Address address,
      Optional<ArmId> machine,
      Map<Protocol, Strength> strength,
      HoldReason reason,
      Instant since,
      Instant judgedAt,
      Optional<Instant> noneSince,
      InDoubt inDoubt) {

    /** Of a strength that was judged clearly. */
    public Hold(
        String pool,
        Address address,
        Optional<ArmId> machine,
        Map<Protocol, Strength> strength,
        HoldReason reason,
        Instant since,
        Instant judgedAt,
        Optional<Instant> noneSince) {
      this(pool, address, machine, strength, reason, since, judgedAt, noneSince, InDoubt.NOTHING);
    }

    /** Whether it remembers a strength that the machine must not fall short of. */
    public boolean remembersEgress() {
      return !strength.isEmpty();
    }
  }

  /**
   * Where in doubt the highest strength was stored, and less may be owed in truth.
   *
   * @param seen of each such protocol the highest strength with the membership that judgements
   *     without doubt have shown so far; NONE: none has shown any
   * @param clearSince the first judgement without doubt since the last one with some
   */
  public record InDoubt(Map<Protocol, Strength> seen, Optional<Instant> clearSince) {
    public static final InDoubt NOTHING = new InDoubt(Map.of(), Optional.empty());
  }

  /**
   * Holds that remember a strength and are not in the list. As nobody knows which members they are
   * of, each member that is not listed may be one of them.
   *
   * @param strength the highest that any of them remembers, per protocol
   * @param since when the oldest of them began
   */
  public record Unlisted(Map<Protocol, Strength> strength, Instant since) {
    /** What has to be taken for the hold of this member. */
    public Hold hold(String pool, Address address) {
      return new Hold(
          pool,
          address,
          Optional.empty(),
          strength,
          HoldReason.EGRESS_UNKNOWN,
          since,
          since,
          Optional.empty());
    }
  }

  /**
   * @param base owned members when the brake fell
   * @param digest of the plan that is held, for an approval to name; may be empty text
   */
  public record Brake(Instant since, int base, String digest) {
    public Brake(Instant since, int base) {
      this(since, base, "");
    }
  }

  /**
   * @param digest of the body that Azure refused
   * @param etag of the pool at that time
   */
  public record Rejected(String pool, String digest, String etag, String code) {}

  /**
   * @param step how many times the sweep asked again
   * @param at not before this, unless something changed
   * @param seen hash of what the outcome depended on (slice, controls, mode, the load balancer's
   *     etag); empty text: not known, any change counts
   */
  public record AskAgain(int step, Instant at, String seen) {
    public AskAgain(int step, Instant at) {
      this(step, at, "");
    }
  }

  public record HistoryEntry(
      Instant at, String reconcileId, Outcome outcome, int added, int removed, int held) {}

  /** "Started, not finished": what ARM shows is the only truth then. */
  public boolean startedNotFinished() {
    return startedAt.isPresent()
        && (finishedAt.isEmpty() || startedAt.get().isAfter(finishedAt.get()));
  }

  /** Whether it remembers removals that are judged again: held ones, and made ones still open. */
  public boolean remembersRemovals() {
    return !holds.isEmpty() || !removing.isEmpty();
  }

  public LedgerBuilder toBuilder() {
    return new LedgerBuilder(this);
  }
}
