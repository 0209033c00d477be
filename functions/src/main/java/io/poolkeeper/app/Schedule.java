package io.poolkeeper.app;

import java.util.List;
import java.util.Locale;

/** NCRONTAB of six fields, as the timer of Azure Functions reads it. */
final class Schedule {
  private static final List<String> NO_NAMES = List.of();
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  private record Field(int min, int max, List<String> names) {}

  private static final List<Field> FIELDS =
      List.of(
          new Field(0, 59, NO_NAMES),
          new Field(0, 59, NO_NAMES),
          new Field(0, 23, NO_NAMES),
          new Field(1, 31, NO_NAMES),
          new Field(1, 12, MONTHS),
          new Field(0, 6, DAYS));

  private Schedule() {}

  static boolean isValid(String text) {
    String[] parts = text.trim().split(" +");
    if (text.length() > 200 || parts.length != FIELDS.size()) {
      return false;
    }
    for (int i = 0; i < parts.length; i++) {
      for (String item : parts[i].split(",", -1)) {
        if (!isItem(item, FIELDS.get(i))) {
          return false;
        }
      }
    }
    return true;
  }

  /** A star, a value or a range, each with or without a step. */
  private static boolean isItem(String item, Field field) {
    String[] stepped = item.split("/", -1);
    if (stepped.length > 2 || (stepped.length == 2 && number(stepped[1]) < 1)) {
      return false;
    }
    if (stepped[0].equals("*")) {
      return true;
    }
    String[] range = stepped[0].split("-", -1);
    int from = value(range[0], field);
    int to = range.length == 2 ? value(range[1], field) : from;
    return range.length <= 2 && from >= 0 && to >= from;
  }

  private static int value(String text, Field field) {
    int name = field.names().indexOf(text.toLowerCase(Locale.ROOT));
    int value = name >= 0 ? name + field.min() : number(text);
    return value >= field.min() && value <= field.max() ? value : -1;
  }

  private static int number(String text) {
    boolean digits = text.matches("[0-9]{1,2}");
    return digits ? Integer.parseInt(text) : -1;
  }
}
