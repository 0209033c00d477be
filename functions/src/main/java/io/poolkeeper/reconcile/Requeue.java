package io.poolkeeper.reconcile;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The one place that turns an outcome into what follows. Pure. */
final class Requeue {
  static final int MAX_FAILURES = 10;
  static final Duration MAX_BUSY = Duration.ofMinutes(30);

  /** A queue keeps a message invisible for at most seven days; later ends belong to the sweep. */
  private static final Duration LONGEST_DELAY = Duration.ofDays(6);

  private Requeue() {}

  /** A message to be sent before the original is acknowledged. */
  record Copy(Request request, Duration delay) {}

  /**
   * @param outcome the one given, or GAVE_UP where budget or age are used up
   */
  record Next(Outcome outcome, Optional<Copy> copy) {}

  /**
   * @param request with {@code causedAt} filled in
   * @param coverable whether an earlier run may stand for a copy
   * @param notBefore end of the throttling, with a parked outcome
   * @param pausedUntil end of the pause, if it has one
   */
  record Facts(
      Request request,
      boolean coverable,
      Optional<Instant> notBefore,
      Optional<Instant> pausedUntil) {}

  static Next after(Outcome outcome, Facts facts, Instant now, double unitRandom) {
    return switch (outcome.followUp()) {
      case NOTHING, SWEEP_ASKS_AGAIN -> new Next(outcome, Optional.empty());
      case DELAYED_REQUEST -> delayed(outcome, facts, unitRandom);
      case BUSY_COPY -> busy(outcome, facts, now, unitRandom);
      case PARKED_COPY -> {
        Instant end = facts.notBefore().orElse(now);
        yield new Next(outcome, copy(facts, until(end, now).plus(Backoff.waking(unitRandom))));
      }
      case AT_PAUSE_END -> new Next(outcome, atPauseEnd(facts, now, unitRandom));
    };
  }

  private static Next delayed(Outcome outcome, Facts facts, double unitRandom) {
    Request request = facts.request();
    if (!outcome.usesBudget()) {
      return new Next(outcome, copy(facts, Backoff.failure(0, unitRandom)));
    }
    if (request.attempt() >= MAX_FAILURES) {
      return new Next(Outcome.GAVE_UP, Optional.empty());
    }
    Request next = with(facts, Cause.RETRY, request.attempt() + 1, Optional.empty());
    Duration delay = Backoff.failure(request.attempt(), unitRandom);
    return new Next(outcome, Optional.of(new Copy(next, delay)));
  }

  private static Next busy(Outcome outcome, Facts facts, Instant now, double unitRandom) {
    Request request = facts.request();
    Instant since = request.busySince().orElse(now);
    if (!now.isBefore(since.plus(MAX_BUSY))) {
      return new Next(Outcome.GAVE_UP, Optional.empty());
    }
    Request next = with(facts, request.cause(), request.attempt(), Optional.of(since));
    return new Next(outcome, Optional.of(new Copy(next, Backoff.busy(unitRandom))));
  }

  private static Optional<Copy> atPauseEnd(Facts facts, Instant now, double unitRandom) {
    return facts
        .pausedUntil()
        .map(end -> until(end, now).plus(Backoff.waking(unitRandom)))
        .filter(delay -> delay.compareTo(LONGEST_DELAY) <= 0)
        .flatMap(delay -> copy(facts, delay));
  }

  private static Duration until(Instant end, Instant now) {
    Duration wait = Duration.between(now, end);
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(LONGEST_DELAY) > 0 ? LONGEST_DELAY : wait;
  }

  private static Optional<Copy> copy(Facts facts, Duration delay) {
    Request request = facts.request();
    Request next = with(facts, request.cause(), request.attempt(), Optional.empty());
    return Optional.of(new Copy(next, delay));
  }

  private static Request with(Facts facts, Cause cause, int attempt, Optional<Instant> busySince) {
    Request from = facts.request();
    return new Request(
        from.cluster(),
        from.loadBalancer(),
        cause,
        from.causedAt(),
        attempt,
        busySince,
        facts.coverable(),
        from.poisoned(),
        from.trace());
  }
}
