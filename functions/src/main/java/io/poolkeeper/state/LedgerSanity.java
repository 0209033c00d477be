package io.poolkeeper.state;

import io.poolkeeper.model.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Takes out what cannot be true. A ledger restored from a copy, or written by a machine with a
 * wrong clock, must neither pass over a request nor park a load balancer for years.
 */
final class LedgerSanity {
  /** Clocks of workers may be wrong by less; no wait that is stored lasts longer. */
  private static final Duration FURTHEST = Duration.ofDays(1);

  private static final int MAX_PROBLEMS = 10;

  private final Instant serverDate;
  private final Instant furthest;
  private final List<String> problems;

  LedgerSanity(Instant serverDate, List<String> problems) {
    this.serverDate = serverDate;
    this.furthest = serverDate.plus(FURTHEST);
    this.problems = problems;
  }

  Ledger check(Ledger ledger) {
    return new Ledger(
        ledger.loadBalancer(),
        ledger.cluster(),
        ledger.startedAt().map(time -> capped("startedAt", time)),
        upTo(furthest, "finishedAt", ledger.finishedAt()),
        // it came from storage's own clock: not a second's tolerance
        upTo(serverDate, "coveredThrough", ledger.coveredThrough()),
        ledger.outcome(),
        upTo(furthest, "notBefore", ledger.notBefore()),
        upTo(furthest, "divergedSince", ledger.divergedSince()),
        ledger.modeSince(),
        ledger.mapping(),
        ledger.holds().stream().map(this::check).toList(),
        ledger.brake(),
        ledger.rejected(),
        ledger.restores().stream()
            .filter(time -> upTo(furthest, "restores", Optional.of(time)).isPresent())
            .toList(),
        ledger
            .askAgain()
            .filter(ask -> upTo(furthest, "askAgain.at", Optional.of(ask.at())).isPresent()),
        ledger.history(),
        ledger.warnings(),
        upTo(furthest, "pausedSince", ledger.pausedSince()),
        ledger
            .unlisted()
            .map(u -> new Ledger.Unlisted(u.strength(), capped("unlisted.since", u.since()))),
        ledger.removing().stream().map(this::check).toList());
  }

  private Ledger.Hold check(Ledger.Hold hold) {
    return new Ledger.Hold(
        hold.pool(),
        hold.address(),
        hold.machine(),
        hold.strength(),
        hold.reason(),
        capped("holds.since", hold.since()),
        capped("holds.judgedAt", hold.judgedAt()),
        upTo(furthest, "holds.noneSince", hold.noneSince()),
        new Ledger.InDoubt(
            hold.inDoubt().seen(),
            upTo(furthest, "holds.inDoubt.clearSince", hold.inDoubt().clearSince())));
  }

  /** Left out, where its absence is the careful answer. */
  private Optional<Instant> upTo(Instant limit, String name, Optional<Instant> time) {
    if (time.isPresent() && time.get().isAfter(limit)) {
      tell(name, time.get(), "left out");
      return Optional.empty();
    }
    return time;
  }

  /** Taken as now, where it may not be absent: what comes later must be able to end it. */
  private Instant capped(String name, Instant time) {
    if (time.isAfter(furthest)) {
      tell(name, time, "taken as now");
      return serverDate;
    }
    return time;
  }

  private void tell(String name, Instant time, String what) {
    if (problems.size() < MAX_PROBLEMS) {
      problems.add(
          name + " " + time + " lies in the future of storage's " + serverDate + ": " + what);
    }
  }
}
