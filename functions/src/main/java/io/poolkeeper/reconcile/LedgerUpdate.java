package io.poolkeeper.reconcile;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LedgerBuilder;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.plan.Plan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ledger that a run leaves. Pure. */
final class LedgerUpdate {
  private static final Duration RESTORES_KEPT = Duration.ofHours(1);

  private LedgerUpdate() {}

  /**
   * @param acquiredAt storage's clock at the lock: what a covering run stands for
   */
  static Ledger after(RunFacts facts, Outcome outcome, Instant acquiredAt, Instant now) {
    Ledger before = facts.ledger.orElse(Ledger.EMPTY);
    Instant finishedAt = notBefore(now, before.startedAt());
    LedgerBuilder ledger =
        before.toBuilder()
            .loadBalancer(facts.request.loadBalancer())
            .finishedAt(finishedAt)
            .outcome(outcome)
            .notBefore(facts.notBefore)
            .rejected(facts.rejected)
            .restores(restores(before, facts, now))
            .askAgain(askAgain(before, facts, outcome, now))
            .divergedSince(divergedSince(before, facts, outcome, now))
            .pausedSince(pausedSince(before, facts, outcome, now))
            .remember(
                new Ledger.HistoryEntry(
                    now, facts.reconcileId, outcome, facts.added(), facts.removed(), facts.held()));
    facts.mapping.ifPresent(mapping -> ledger.cluster(mapping.cluster()));
    facts.mappingSeen.ifPresent(ledger::mapping);
    facts.mode.ifPresent(mode -> ledger.modeSince(modeSince(before, mode, now)));
    List<Ledger.Hold> removing = facts.removals.all();
    if (facts.plan.isPresent()) {
      Plan plan = facts.plan.get();
      List<Ledger.Hold> holds = HoldsAfter.of(before, facts, plan, now);
      // what is first held while only observing is forgotten: it does not stand for a removal of
      // ours
      boolean remembered = facts.mode.filter(Mode.APPLY::equals).isPresent();
      removing = remembered ? facts.removals.after(holds) : removing;
      ledger
          .holds(holds)
          .unlisted(HoldsAfter.unlisted(before, plan, outcome.covers()))
          .warnings(plan.warnings())
          .brake(brake(plan));
    }
    ledger.removing(removing);
    if (outcome.covers() && removing.isEmpty()) {
      ledger.coveredThrough(acquiredAt);
    }
    return ledger.build();
  }

  /** Clocks of two workers differ: an order that was seen is kept. */
  static Instant notBefore(Instant now, Optional<Instant> earliest) {
    return earliest.filter(now::isBefore).orElse(now);
  }

  /** Later than the last end also for a worker whose clock is slow: else a kill would not show. */
  static Instant startedAt(Instant now, Optional<Instant> lastEnd) {
    return notBefore(now, lastEnd.map(end -> end.plusMillis(1)));
  }

  private static List<Instant> restores(Ledger before, RunFacts facts, Instant now) {
    List<Instant> restores = recent(before.restores(), now);
    restores.addAll(facts.restores);
    return restores;
  }

  /** With one more, made now. */
  static List<Instant> withRestore(List<Instant> before, Instant now) {
    List<Instant> restores = recent(before, now);
    restores.add(now);
    return restores;
  }

  private static List<Instant> recent(List<Instant> before, Instant now) {
    List<Instant> recent = new ArrayList<>(before);
    recent.removeIf(at -> at.isBefore(now.minus(RESTORES_KEPT)));
    return recent;
  }

  private static Optional<Ledger.ModeSince> modeSince(Ledger before, Mode mode, Instant now) {
    return before
        .modeSince()
        .filter(since -> since.mode() == mode)
        .or(() -> Optional.of(new Ledger.ModeSince(mode, now)));
  }

  private static Optional<Instant> divergedSince(
      Ledger before, RunFacts facts, Outcome outcome, Instant now) {
    boolean same =
        outcome.covers()
            || (outcome == Outcome.OBSERVED && facts.plan.map(Plan::isConverged).orElse(false));
    boolean unknown = facts.plan.isEmpty();
    if (same || (unknown && before.divergedSince().isEmpty())) {
      return Optional.empty();
    }
    return before.divergedSince().or(() -> Optional.of(now));
  }

  /** A run that did not come as far as the controls says nothing of it. */
  private static Optional<Instant> pausedSince(
      Ledger before, RunFacts facts, Outcome outcome, Instant now) {
    if (outcome == Outcome.PAUSED) {
      return before.pausedSince().or(() -> Optional.of(now));
    }
    return facts.plan.isPresent() ? Optional.empty() : before.pausedSince();
  }

  /** With the digest that an approval has to name. */
  private static Optional<Ledger.Brake> brake(Plan plan) {
    return plan.brake().map(b -> new Ledger.Brake(b.since(), b.base(), plan.digest()));
  }

  /** Further apart each time that nothing has changed, and close again when something has. */
  private static Optional<Ledger.AskAgain> askAgain(
      Ledger before, RunFacts facts, Outcome outcome, Instant now) {
    if (!asksAgain(facts, outcome)) {
      return Optional.empty();
    }
    String seen = facts.seen();
    Optional<Ledger.AskAgain> last =
        before.askAgain().filter(again -> !Seen.changed(again.seen(), seen));
    if (last.isPresent() && now.isBefore(last.get().at())) {
      return last;
    }
    int step = last.map(again -> again.step() + 1).orElse(0);
    return Optional.of(new Ledger.AskAgain(step, now.plus(Backoff.askAgain(step)), seen));
  }

  private static boolean asksAgain(RunFacts facts, Outcome outcome) {
    return switch (outcome) {
      case OBSERVED,
          PAUSED,
          FORBIDDEN,
          LB_NOT_FOUND,
          UNSUPPORTED_SKU,
          NOT_ALLOWED,
          OWNED_ELSEWHERE,
          GAVE_UP ->
          true;
      case UNCHANGED, UPDATED -> refused(facts);
      case PARTIAL,
          COVERED,
          PARKED,
          LOCK_BUSY,
          LB_BUSY,
          HANDED_OVER,
          THROTTLED,
          CONFLICT,
          LOCK_LOST,
          FAILED,
          MAPPING_UNREADABLE,
          CONTROLS_UNREADABLE,
          INVALID_MAPPING,
          STALE_MAPPING,
          NOT_MAPPED,
          SET_ASIDE ->
          false;
    };
  }

  private static boolean refused(RunFacts facts) {
    return facts.plan.stream()
        .flatMap(plan -> plan.pools().stream())
        .anyMatch(pool -> !facts.refused(pool).isEmpty());
  }
}
