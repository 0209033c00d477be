package io.poolkeeper.reconcile;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** After a 429: no ARM call of the subscription before the time that Azure named. */
final class Throttling {
  private Throttling() {}

  static Verdict raise(Ports ports, RunFacts facts, Optional<Duration> retryAfter, String reason) {
    int before = facts.ledger.map(ledger -> inARow(ledger.history())).orElse(0);
    Duration wait = retryAfter.orElseGet(() -> Backoff.throttle(before));
    Instant notBefore = ports.time().now().plus(wait);
    facts.notBefore = Optional.of(notBefore);
    ports.gates().raise(facts.request.loadBalancer().subscription(), notBefore);
    return Verdict.of(Outcome.THROTTLED, reason);
  }

  private static int inARow(List<Ledger.HistoryEntry> history) {
    int count = 0;
    for (int i = history.size() - 1; i >= 0 && history.get(i).outcome() == Outcome.THROTTLED; i--) {
      count++;
    }
    return count;
  }
}
