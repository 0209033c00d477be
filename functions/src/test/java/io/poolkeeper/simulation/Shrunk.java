package io.poolkeeper.simulation;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A failing life with as few decisions as possible: what is left out takes its default (no fault,
 * nothing happens), and the same checker has to find something still.
 */
final class Shrunk {
  private static final int MOST_LIVES = 600;
  private static final int MOST_OF_A_LINE = 300;
  private static final Pattern RUN = Pattern.compile("\\bw\\d+\\.\\d+\\b");
  private static final Pattern MATTERS =
      Pattern.compile(
          "FAULT|HAPPENS|OTHERS|RULE|NAT GATEWAY|LANDED|SETTLES|VIOLATION| is killed"
              + "| is told to stop| TAKES | claims\\.write"
              + "| ENDED (?!COVERED|LOCK_BUSY|UNCHANGED)");

  private final long seed;
  private final Set<Mechanism> off;
  private Life.Result smallest;
  private int lives;

  Shrunk(long seed, Set<Mechanism> off) {
    this.seed = seed;
    this.off = off;
    this.smallest = new Life(seed, off, Optional.empty(), false).live();
  }

  /** The smallest life found, told. */
  Life.Result find() {
    if (smallest.violation().isEmpty()) {
      return new Life(seed, off, Optional.empty(), true).live();
    }
    List<String> left = smallest.decisions();
    int parts = 2;
    while (!left.isEmpty() && lives < MOST_LIVES) {
      Optional<List<String>> fewer = withoutOnePart(left, parts);
      if (fewer.isPresent()) {
        left = fewer.get();
        parts = Math.max(2, parts - 1);
      } else if (parts >= left.size()) {
        break;
      } else {
        parts = Math.min(left.size(), 2 * parts);
      }
    }
    return new Life(seed, off, Optional.of(new LinkedHashSet<>(left)), true).live();
  }

  private Optional<List<String>> withoutOnePart(List<String> all, int parts) {
    int size = Math.max(1, (all.size() + parts - 1) / parts);
    for (int from = 0; from < all.size(); from += size) {
      List<String> fewer = new ArrayList<>(all.subList(0, from));
      fewer.addAll(all.subList(Math.min(all.size(), from + size), all.size()));
      lives++;
      Life.Result result =
          new Life(seed, off, Optional.of(new LinkedHashSet<>(fewer)), false).live();
      if (isSame(result)) {
        // what was not taken this time is not needed either
        return Optional.of(result.decisions());
      }
    }
    return Optional.empty();
  }

  private boolean isSame(Life.Result result) {
    return result
        .violation()
        .filter(v -> v.checker() == smallest.violation().orElseThrow().checker())
        .isPresent();
  }

  /** For people: what is needed for it, and what then happened, as far as it can matter. */
  String told() {
    Life.Result life = find();
    return told(life, shortly(life));
  }

  /** Line by line. */
  static String told(Life.Result life) {
    return told(life, life.trace());
  }

  /** What was changed or went wrong, and everything about the run that the violation names. */
  static List<String> shortly(Life.Result life) {
    Matcher run = RUN.matcher(life.violation().map(Violation::what).orElse(""));
    String label = run.find() ? "  " + run.group() + " " : "  VIOLATION ";
    return life.trace().stream()
        .filter(line -> line.contains(label) || MATTERS.matcher(line).find())
        .map(line -> line.length() <= MOST_OF_A_LINE ? line : line.substring(0, MOST_OF_A_LINE))
        .toList();
  }

  private static String told(Life.Result life, List<String> trace) {
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(life.seed()).append(": ").append(life.setting()).append('\n');
    text.append("needs ").append(life.decisions().size()).append(" of what went wrong:\n");
    life.decisions().forEach(decision -> text.append("  ").append(decision).append('\n'));
    trace.forEach(line -> text.append(line).append('\n'));
    life.violation().ifPresent(v -> text.append(v.checker()).append(": ").append(v.what()));
    return text.append('\n').toString();
  }
}
