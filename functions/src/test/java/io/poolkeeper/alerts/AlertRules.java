package io.poolkeeper.alerts;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The rules as infra/modules/alerts.bicep has them, each with its default limit. */
final class AlertRules {
  /** One rule: its query as the template makes it, and the time that it looks back. */
  record Rule(String name, String query, Duration window) {}

  private static final Path INFRA = Path.of("..", "infra");
  private static final Pattern RULE =
      Pattern.compile(
          "name: '([a-z-]+)'\\s+title: '[^']+'\\s+severity: \\d\\s+every: '\\w+'\\s+"
              + "window: (?:limits\\.\\?\\w+ \\?\\? )?'(PT\\w+)'\\s+"
              + "query: loadTextContent\\('\\.\\./queries/([a-z-]+)\\.kql'\\)\\s+"
              + "seconds: (?:0|\\(limits\\.\\?\\w+ \\?\\? (\\d+)\\) \\* (\\d+))\\s");

  private AlertRules() {}

  static Map<String, Rule> all() {
    Map<String, Rule> rules = new TreeMap<>();
    Matcher matcher = RULE.matcher(text(INFRA.resolve("modules/alerts.bicep")));
    while (matcher.find()) {
      String query = text(INFRA.resolve("queries/" + matcher.group(3) + ".kql"));
      if (matcher.group(4) != null) {
        long limit = Long.parseLong(matcher.group(4)) * Long.parseLong(matcher.group(5));
        query = "let limitSeconds = " + limit + ";\n" + query;
      }
      String name = matcher.group(1);
      rules.put(name, new Rule(name, query, Duration.parse(matcher.group(2))));
    }
    return rules;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
