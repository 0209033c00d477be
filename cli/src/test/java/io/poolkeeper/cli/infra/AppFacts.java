package io.poolkeeper.cli.infra;

import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the app's own sources say that templates and package have to agree with. */
public final class AppFacts {
  private static final String SOURCES = "functions/src/main/java/io/poolkeeper/";

  private AppFacts() {}

  public static TreeSet<String> functions() {
    return found("trigger", "@FunctionName\\(\"([^\"]+)\"\\)");
  }

  /** Types of resources whose events lead to a request, in lower case. */
  static TreeSet<String> kindsOfEvents() {
    return found("ingest", "\"(microsoft\\.(?:network|compute)/[a-z]+)\"");
  }

  private static TreeSet<String> found(String folder, String pattern) {
    TreeSet<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text(folder));
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static String text(String folder) {
    StringBuilder text = new StringBuilder();
    Checkout.files(SOURCES + folder, ".java").forEach(file -> text.append(Checkout.text(file)));
    return text.toString();
  }
}
