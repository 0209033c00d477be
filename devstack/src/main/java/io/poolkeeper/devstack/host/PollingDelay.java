package io.poolkeeper.devstack.host;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The pause after a poll that found nothing: 100 ms, doubling with a fifth of jitter up to the
 * longest polling interval; back to the start when a message was found.
 */
final class PollingDelay {
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private final Duration longest;
  private final RandomGenerator random;
  private double nextMillis = SHORTEST.toMillis();

  PollingDelay(Duration longest, RandomGenerator random) {
    this.longest = longest.compareTo(SHORTEST) < 0 ? SHORTEST : longest;
    this.random = random;
  }

  void reset() {
    nextMillis = SHORTEST.toMillis();
  }

  Duration next() {
    double jittered = nextMillis * (0.8 + 0.4 * random.nextDouble());
    nextMillis = Math.min(nextMillis * 2, longest.toMillis());
    return Duration.ofMillis(Math.min((long) jittered, longest.toMillis()));
  }
}
