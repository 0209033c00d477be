package io.poolkeeper.model;

import java.util.Map;
import java.util.TreeMap;

/**
 * Something a person should know that stops nothing.
 *
 * @param word what it is
 * @param details names of things to their values, for example {@code pool} to a pool's name; sorted
 */
public record Warning(Word word, Map<String, String> details) {

  /** The words of {@code docs/reference.md}, one meaning each. */
  public enum Word {
    ORPHANED_POOL,
    STRANGER,
    HELD_STILL_SERVING,
    CONTESTED,
    MACHINE_AT_RISK,
    ADDITION_SUPPRESSES_DEFAULT_OUTBOUND,
    ADDITION_SHRINKS_SNAT_PORTS,
    WOULD_EXCEED_POOL_SIZE,
    POOL_RECREATED,
    UNKNOWN_CONTROLS_ENTRY,
    LEDGER_REPLACED
  }

  public Warning {
    details = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(details));
  }

  public static Warning of(Word word, String name, String value) {
    return new Warning(word, Map.of(name, value));
  }
}
