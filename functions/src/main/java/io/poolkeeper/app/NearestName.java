package io.poolkeeper.app;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** The known name that a misspelled one most likely means. */
final class NearestName {
  private static final int LONGEST = 100;

  private NearestName() {}

  static String of(String name, Collection<String> known) {
    String cut = name.substring(0, Math.min(name.length(), LONGEST)).toUpperCase(Locale.ROOT);
    return known.stream()
        .min(
            Comparator.comparingInt(
                    (String candidate) -> distance(cut, candidate.toUpperCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()))
        .orElseThrow(() -> new IllegalArgumentException("no names are known"));
  }

  /** Fewest insertions, deletions and replacements of one character. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[b.length()];
  }
}
