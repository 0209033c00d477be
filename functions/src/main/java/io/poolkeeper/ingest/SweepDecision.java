package io.poolkeeper.ingest;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.reconcile.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Whether the sweep asks for a load balancer, and why. Pure. */
final class SweepDecision {
  static final Duration LOOKED_AT_EVERY = Duration.ofHours(1);

  /** Longer than any delay of a copy: by then a lost one is missed. */
  static final Duration COPY_IS_DUE = Duration.ofMinutes(15);

  private static final Set<Outcome> AT_THE_MAPPING =
      EnumSet.of(
          Outcome.MAPPING_UNREADABLE,
          Outcome.INVALID_MAPPING,
          Outcome.STALE_MAPPING,
          Outcome.NOT_MAPPED);

  /** The answers; the first five ask. */
  enum Kind {
    NEVER_LOOKED_AT(true),
    NOT_LOOKED_AT_FOR_AN_HOUR(true),
    STARTED_NOT_FINISHED(true),
    DIFFERS(true),
    HOLDS(true),
    ASKED_AGAIN(true),
    IN_STEP(false),
    /** A copy is on its way. */
    WAITS_FOR_ITS_COPY(false),
    /** It cannot succeed, and nothing has changed since. */
    CANNOT_SUCCEED_YET(false),
    THROTTLED(false),
    RUNNING(false);

    private final boolean asks;

    Kind(boolean asks) {
      this.asks = asks;
    }

    boolean asks() {
      return asks;
    }
  }

  /**
   * @param seen what an outcome depends on, as it is now, see {@link Seen}
   * @param slice of the mapping as it is now
   * @param differs whether desired and actual differ; asked last, since it costs most
   */
  record Facts(Ledger ledger, String seen, String slice, BooleanSupplier differs, Instant now) {}

  private SweepDecision() {}

  static Kind of(Facts facts) {
    Ledger ledger = facts.ledger();
    Instant now = facts.now();
    if (ledger.notBefore().filter(now::isBefore).isPresent()) {
      return Kind.THROTTLED;
    }
    if (ledger.startedNotFinished()) {
      boolean running = within(ledger.startedAt(), Ledgers.LEASE_DURATION, now);
      return running ? Kind.RUNNING : Kind.STARTED_NOT_FINISHED;
    }
    if (ledger.finishedAt().isEmpty()) {
      return Kind.NEVER_LOOKED_AT;
    }
    // A copy may name a cluster without a mapping; this load balancer has one that can be read.
    if (copyIsDue(ledger, now) && !mappingWasInTheWay(ledger)) {
      return Kind.WAITS_FOR_ITS_COPY;
    }
    if (ledger.askAgain().isPresent()) {
      Optional<Kind> bySchedule = askAgain(facts, ledger.askAgain().get());
      if (bySchedule.isPresent()) {
        return bySchedule.get();
      }
    }
    return byState(facts);
  }

  /** Empty: what can be re-judged at any time is left to the ordinary rules. */
  private static Optional<Kind> askAgain(Facts facts, Ledger.AskAgain askAgain) {
    boolean changed = Seen.changed(askAgain.seen(), facts.seen());
    if (changed || !facts.now().isBefore(askAgain.at())) {
      return Optional.of(Kind.ASKED_AGAIN);
    }
    boolean reJudges = covered(facts.ledger()) && facts.ledger().remembersRemovals();
    return reJudges ? Optional.of(Kind.HOLDS) : Optional.of(Kind.CANNOT_SUCCEED_YET);
  }

  private static Kind byState(Facts facts) {
    Ledger ledger = facts.ledger();
    if (!within(ledger.finishedAt(), LOOKED_AT_EVERY, facts.now())) {
      return Kind.NOT_LOOKED_AT_FOR_AN_HOUR;
    }
    if (mappingWasInTheWay(ledger)) {
      return Kind.DIFFERS;
    }
    Optional<String> slice = ledger.mapping().map(Ledger.MappingSeen::slice);
    if (!slice.equals(Optional.of(facts.slice()))) {
      return Kind.DIFFERS;
    }
    if (ledger.remembersRemovals()) {
      return Kind.HOLDS;
    }
    return facts.differs().getAsBoolean() ? Kind.DIFFERS : Kind.IN_STEP;
  }

  /**
   * Whether the last run ended at its mapping: where that can be read now, it has changed since.
   */
  static boolean mappingWasInTheWay(Ledger ledger) {
    return ledger.outcome().filter(AT_THE_MAPPING::contains).isPresent();
  }

  private static boolean covered(Ledger ledger) {
    return ledger.outcome().map(Outcome::covers).orElse(false);
  }

  private static boolean copyIsDue(Ledger ledger, Instant now) {
    Optional<Outcome.FollowUp> followUp = ledger.outcome().map(Outcome::followUp);
    boolean copied =
        followUp.isPresent()
            && switch (followUp.get()) {
              case DELAYED_REQUEST, BUSY_COPY, PARKED_COPY -> true;
              case NOTHING, AT_PAUSE_END, SWEEP_ASKS_AGAIN -> false;
            };
    return copied && within(ledger.finishedAt(), COPY_IS_DUE, now);
  }

  private static boolean within(Optional<Instant> since, Duration age, Instant now) {
    return since.isPresent() && now.isBefore(since.get().plus(age));
  }
}
