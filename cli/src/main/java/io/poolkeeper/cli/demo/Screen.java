package io.poolkeeper.cli.demo;

import java.io.PrintWriter;
import java.util.List;

/** What the demo says, line by line, with colours where they are wanted. */
final class Screen {
  /** Meaning of a line; the sign in front says the same without colour. */
  enum Tone {
    PLAIN(""),
    TITLE("1"),
    GOOD("32"),
    BAD("31"),
    HELD("33"),
    QUIET("2");

    private final String code;

    Tone(String code) {
      this.code = code;
    }
  }

  private static final String ESCAPE = "\u001b[";
  private static final int LABEL = 9;

  private final PrintWriter out;
  private final boolean color;

  Screen(PrintWriter out, boolean color) {
    this.out = out;
    this.color = color;
  }

  void say(String text) {
    say(Tone.PLAIN, text);
  }

  void say(Tone tone, String text) {
    boolean dyed = color && !tone.code.isEmpty() && !text.isEmpty();
    out.println(dyed ? ESCAPE + tone.code + "m" + text + ESCAPE + "0m" : text);
    out.flush();
  }

  /** One fact of a step: what it is about, and what was seen. */
  void fact(Tone tone, String label, String text) {
    say(tone, "   " + (label + " ".repeat(LABEL)).substring(0, LABEL) + " " + text);
  }

  /** Columns as wide as their widest cell. */
  void table(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (int r = 0; r < rows.size(); r++) {
      StringBuilder line = new StringBuilder("   ");
      for (int i = 0; i < columns; i++) {
        String cell = rows.get(r).get(i);
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
      }
      say(r == 0 ? Tone.TITLE : Tone.PLAIN, line.toString().stripTrailing());
    }
  }
}
