package io.poolkeeper.reconcile;

import java.time.Duration;

/** How long to wait. Pure: randomness is a number from 0 (inclusive) to 1 (exclusive). */
public final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration LONGEST_FAILURE = Duration.ofMinutes(10);
  private static final Duration LONGEST_THROTTLE = Duration.ofMinutes(5);
  private static final Duration SHORTEST_BUSY = Duration.ofSeconds(2);
  private static final Duration LONGEST_BUSY = Duration.ofSeconds(60);
  private static final Duration WAKING = Duration.ofSeconds(10);
  private static final Duration ROUND = Duration.ofMillis(500);
  private static final Duration SHORTEST_ROUND = Duration.ofMillis(200);
  private static final Duration LONGEST_ROUND = Duration.ofSeconds(10);
  private static final int[] ASK_AGAIN_MINUTES = {10, 20, 40, 60};

  private Backoff() {}

  /** Of a copy after a failure: full jitter, up to 5 s doubling to 10 min. */
  public static Duration failure(int failuresBefore, double unitRandom) {
    return scaled(doubled(FIRST, failuresBefore, LONGEST_FAILURE), unitRandom);
  }

  /** Of a copy after a busy lease or load balancer: 2 s to 60 s. */
  public static Duration busy(double unitRandom) {
    return SHORTEST_BUSY.plus(scaled(LONGEST_BUSY.minus(SHORTEST_BUSY), unitRandom));
  }

  /** After a 429 that does not say how long: 5 s doubling to 5 min. */
  public static Duration throttle(int throttledBefore) {
    return doubled(FIRST, throttledBefore, LONGEST_THROTTLE);
  }

  /** Added to the end of a wait that many share, so that they do not wake at once: 0 to 10 s. */
  public static Duration waking(double unitRandom) {
    return scaled(WAKING, unitRandom);
  }

  /** Pause before a run reads again after a conflict: up to 500 ms doubling. */
  static Duration round(int roundsBefore, double unitRandom) {
    return SHORTEST_ROUND.plus(scaled(doubled(ROUND, roundsBefore, LONGEST_ROUND), unitRandom));
  }

  /** What Azure asked for, within what a run may wait under its lease. */
  static Duration withinRound(Duration retryAfter) {
    return retryAfter.compareTo(LONGEST_ROUND) > 0 ? LONGEST_ROUND : retryAfter;
  }

  /** When the sweep asks again for what cannot succeed: 10, 20, 40, then every 60 min. */
  static Duration askAgain(int step) {
    int index = Math.min(Math.max(step, 0), ASK_AGAIN_MINUTES.length - 1);
    return Duration.ofMinutes(ASK_AGAIN_MINUTES[index]);
  }

  private static Duration doubled(Duration first, int times, Duration longest) {
    Duration wait = first;
    for (int i = 0; i < times && wait.compareTo(longest) < 0; i++) {
      wait = wait.multipliedBy(2);
    }
    return wait.compareTo(longest) > 0 ? longest : wait;
  }

  private static Duration scaled(Duration duration, double unitRandom) {
    if (!(unitRandom >= 0 && unitRandom < 1)) {
      throw new IllegalArgumentException("unitRandom must be in [0, 1), was " + unitRandom);
    }
    return Duration.ofMillis((long) (duration.toMillis() * unitRandom));
  }
}
