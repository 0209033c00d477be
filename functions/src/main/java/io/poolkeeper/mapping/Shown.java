package io.poolkeeper.mapping;

/** Found text as messages show it: short, on one line, in quotes. */
final class Shown {
  private static final int LENGTH = 120;

  private Shown() {}

  static String quoted(String text) {
    return "'" + escaped(text) + "'";
  }

  /** Cut to a length for people; quotes, backslashes and what is not printable are escaped. */
  static String escaped(String text) {
    StringBuilder shown = new StringBuilder();
    int end = text.length() <= LENGTH ? text.length() : LENGTH;
    for (int i = 0; i < end; i++) {
      append(shown, text.charAt(i));
    }
    if (end < text.length()) {
      shown.append("... (").append(text.length()).append(" characters)");
    }
    return shown.toString();
  }

  private static void append(StringBuilder shown, char c) {
    if (c == '\'' || c == '\\') {
      shown.append('\\').append(c);
    } else if (printable(c)) {
      shown.append(c);
    } else {
      shown.append(String.format("\\u%04x", (int) c));
    }
  }

  private static boolean printable(char c) {
    int type = Character.getType(c);
    return !Character.isISOControl(c)
        && type != Character.SURROGATE
        && type != Character.FORMAT
        && type != Character.LINE_SEPARATOR
        && type != Character.PARAGRAPH_SEPARATOR;
  }
}
