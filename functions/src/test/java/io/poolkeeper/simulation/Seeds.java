package io.poolkeeper.simulation;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/** Many lives, as many at once as there are processors, and what they add up to. */
final class Seeds {
  private final Set<Mechanism> off;
  private final Map<String, Integer> faults = new TreeMap<>();
  private final Map<Long, Violation> violations = new TreeMap<>();
  private long lives;
  private long steps;
  private long writes;
  private long repaired;
  private long excused;

  Seeds(Set<Mechanism> off) {
    this.off = off;
  }

  /**
   * @param stopAtFirst no new life is begun once one has gone wrong
   */
  Seeds run(long from, long count, boolean stopAtFirst) {
    AtomicLong next = new AtomicLong(from);
    Thread[] threads = new Thread[Math.max(1, Runtime.getRuntime().availableProcessors())];
    for (int i = 0; i < threads.length; i++) {
      threads[i] = new Thread(() -> share(next, from + count, stopAtFirst), "seeds-" + i);
      threads[i].start();
    }
    for (Thread thread : threads) {
      join(thread);
    }
    return this;
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted between two seeds", e);
    }
  }

  private void share(AtomicLong next, long end, boolean stopAtFirst) {
    for (long seed = next.getAndIncrement(); seed < end; seed = next.getAndIncrement()) {
      if (stopAtFirst && !violations().isEmpty()) {
        return;
      }
      add(new Life(seed, off, Optional.empty(), false).live());
    }
  }

  private synchronized void add(Life.Result result) {
    lives++;
    steps += result.steps();
    writes += result.writes();
    repaired += result.repaired();
    result.faults().forEach((kind, n) -> faults.merge(kind.name(), n, Integer::sum));
    result.script().forEach((kind, n) -> faults.merge(kind.name(), n, Integer::sum));
    excused += result.excused().values().stream().mapToInt(Integer::intValue).sum();
    result.violation().ifPresent(violation -> violations.put(result.seed(), violation));
  }

  synchronized Map<Long, Violation> violations() {
    return new TreeMap<>(violations);
  }

  long writes() {
    return writes;
  }

  /** Of this process, a life. */
  private long millis() {
    return ProcessHandle.current()
            .info()
            .totalCpuDuration()
            .map(java.time.Duration::toMillis)
            .orElse(0L)
        / Math.max(1, lives);
  }

  /** One line, and one with what went wrong by kind. */
  String summary() {
    long all = faults.values().stream().mapToLong(Integer::longValue).sum();
    return String.format(
        "seeds=%d steps=%d faults=%d violations=%d writes=%d put-right=%d of %d cpu-ms=%d%n  %s",
        lives, steps, all, violations.size(), writes, repaired, excused, millis(), faults);
  }
}
