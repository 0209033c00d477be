package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What roles allow, or what a deny assignment denies: an action fits if it fits a pattern and none
 * of the exceptions of the same entry. Compared without case; a star stands for any text.
 */
public record Permissions(List<Entry> entries) {

  /** Patterns of one entry. */
  public record Entry(
      List<String> actions,
      List<String> notActions,
      List<String> dataActions,
      List<String> notDataActions) {}

  /**
   * @param permissions an array of ARM's permission objects
   */
  public static Permissions of(JsonNode permissions) {
    List<Entry> entries = new ArrayList<>();
    for (JsonNode one : permissions) {
      entries.add(
          new Entry(
              texts(one.path("actions")),
              texts(one.path("notActions")),
              texts(one.path("dataActions")),
              texts(one.path("notDataActions"))));
    }
    return new Permissions(List.copyOf(entries));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  Permissions and(Permissions more) {
    List<Entry> both = new ArrayList<>(entries);
    both.addAll(more.entries);
    return new Permissions(List.copyOf(both));
  }

  /** Whether an action of the control plane fits. */
  public boolean action(String action) {
    return entries.stream().anyMatch(e -> fits(e.actions, action) && !fits(e.notActions, action));
  }

  boolean dataAction(String action) {
    return entries.stream()
        .anyMatch(e -> fits(e.dataActions, action) && !fits(e.notDataActions, action));
  }

  SortedSet<String> missing(Collection<String> actions) {
    SortedSet<String> missing = new TreeSet<>(actions);
    missing.removeIf(this::action);
    return missing;
  }

  SortedSet<String> missingData(Collection<String> actions) {
    SortedSet<String> missing = new TreeSet<>(actions);
    missing.removeIf(this::dataAction);
    return missing;
  }

  private static boolean fits(List<String> patterns, String action) {
    return patterns.stream().anyMatch(pattern -> fits(pattern, action));
  }

  private static boolean fits(String pattern, String action) {
    StringBuilder regex = new StringBuilder();
    for (String part : pattern.toLowerCase(Locale.ROOT).split("\\*", -1)) {
      regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(part));
    }
    return action.toLowerCase(Locale.ROOT).matches(regex.toString());
  }
}
