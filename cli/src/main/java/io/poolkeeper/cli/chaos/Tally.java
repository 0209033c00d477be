package io.poolkeeper.cli.chaos;

import java.util.Map;
import java.util.TreeMap;

/** What was done to the app, counted by kind. Thread-safe. */
final class Tally {
  static final String KILLS = "kills";
  static final String KILLS_DURING_A_WRITE = "kills during a write";
  static final String PAUSES = "pauses";
  static final String LONG_PAUSES = "pauses longer than a lease";
  static final String RESTARTS = "restarts";
  static final String EDITS = "edits";

  private final Map<String, Integer> counts = new TreeMap<>();

  synchronized void count(String kind) {
    counts.merge(kind, 1, Integer::sum);
  }

  synchronized int of(String kind) {
    return counts.getOrDefault(kind, 0);
  }

  /** Every kind that was counted. */
  synchronized Map<String, Integer> all() {
    return new TreeMap<>(counts);
  }
}
