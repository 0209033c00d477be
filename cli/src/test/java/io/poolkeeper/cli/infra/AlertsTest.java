package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the service demands of alert rules and the compiler does not, for every variant. */
class AlertsTest {
  private static final String RULES = "Microsoft.Insights/scheduledQueryRules";
  private static final String METRICS = "Microsoft.Insights/metricAlerts";
  private static final Set<String> FREQUENCIES =
      Set.of("PT1M", "PT5M", "PT10M", "PT15M", "PT30M", "PT45M", "PT1H", "PT2H", "PT3H", "PT4H");

  private static final Set<String> WINDOWS =
      Set.of("PT5M", "PT10M", "PT15M", "PT30M", "PT45M", "PT1H", "PT2H", "PT3H", "PT6H", "PT24H");

  @BeforeAll
  static void evaluate() {
    Evaluated.all();
  }

  static Collection<Evaluated> apps() {
    return Evaluated.all().values().stream()
        .filter(variant -> !variant.ofType("Microsoft.Web/sites").isEmpty())
        .toList();
  }

  private static List<JsonNode> all(Evaluated variant) {
    List<JsonNode> all = new ArrayList<>(variant.ofType(RULES));
    all.addAll(variant.ofType(METRICS));
    return all;
  }

  /** Name of the alert, as in queries and runbook. */
  private static String name(JsonNode rule) {
    return rule.path("name")
        .asText()
        .replaceFirst("^alert-poolkeeper-", "")
        .replaceFirst("-[a-z0-9]{13}(-\\w+)?$", "");
  }

  @ParameterizedTest
  @MethodSource("apps")
  void everyAlertHasWhatTheServiceTakes(Evaluated variant) {
    Set<String> shown = new HashSet<>();
    for (JsonNode rule : all(variant)) {
      JsonNode p = rule.path("properties");
      String name = rule.path("name").asText();
      assertTrue(name.matches("[a-z0-9-]{1,128}"), name);
      assertTrue(Set.of("0", "1", "2", "3").contains(p.path("severity").asText()), name);
      assertEquals("true", p.path("enabled").asText(), name);
      assertEquals("true", p.path("autoMitigate").asText(), name);
      assertFalse(p.has("muteActionsDuration"), name);
      Duration every = Duration.parse(p.path("evaluationFrequency").asText());
      Duration window = Duration.parse(p.path("windowSize").asText());
      assertTrue(FREQUENCIES.contains(p.path("evaluationFrequency").asText()), name);
      assertTrue(WINDOWS.contains(p.path("windowSize").asText()), name);
      assertTrue(window.compareTo(every) >= 0, name);
      assertTrue(window.compareTo(Duration.ofDays(2)) <= 0, name);
      assertEquals(1, p.path("scopes").size(), name);
      String display = p.path("displayName").asText(name);
      assertTrue(shown.add(display) && display.length() <= 256, display);
    }
  }

  @ParameterizedTest
  @MethodSource("apps")
  void queriesCountRowsOfTheWorkspaceAndSplitByColumnsThatTheyProject(Evaluated variant) {
    for (JsonNode rule : variant.ofType(RULES)) {
      JsonNode p = rule.path("properties");
      assertEquals("LogAlert", rule.path("kind").asText());
      assertEquals(
          variant.only("Microsoft.OperationalInsights/workspaces").path("id").asText(),
          p.at("/scopes/0").asText());
      assertEquals(1, p.at("/criteria/allOf").size());
      JsonNode criterion = p.at("/criteria/allOf/0");
      assertEquals("Count", criterion.path("timeAggregation").asText());
      assertEquals("GreaterThan", criterion.path("operator").asText());
      assertEquals("0", criterion.path("threshold").asText());
      assertEquals("1", criterion.at("/failingPeriods/numberOfEvaluationPeriods").asText());
      assertEquals("1", criterion.at("/failingPeriods/minFailingPeriodsToAlert").asText());
      assertTrue(criterion.path("dimensions").size() <= 6);
      String query = criterion.path("query").asText();
      String shown = query.substring(query.lastIndexOf("\n| "));
      for (JsonNode dimension : criterion.path("dimensions")) {
        String column = dimension.path("name").asText();
        assertTrue(Pattern.compile("\\b" + column + "\\b").matcher(shown).find(), column);
        assertEquals("Include", dimension.path("operator").asText());
        assertEquals("[\"*\"]", dimension.path("values").toString());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("apps")
  void everyQueryFileIsInItsRuleAsItIsWithItsLimitBefore(Evaluated variant) {
    if (variant.name.equals("china")) {
      assertEquals(List.of(), all(variant), "alerts: off");
      return;
    }
    TreeSet<String> files = new TreeSet<>();
    Checkout.files("infra/queries", ".kql")
        .forEach(file -> files.add(file.getFileName().toString().replace(".kql", "")));
    TreeSet<String> rules = new TreeSet<>();
    for (JsonNode rule : variant.ofType(RULES)) {
      rules.add(name(rule));
      String query = rule.at("/properties/criteria/allOf/0/query").asText();
      String file = Checkout.text(Checkout.root().resolve("infra/queries/" + name(rule) + ".kql"));
      boolean limited = file.contains("> limitSeconds");
      String head = limited ? "let limitSeconds = [1-9]\\d*;\n" : "";
      assertTrue(query.matches("(?s)" + head + Pattern.quote(file)), query);
    }
    assertEquals(files, rules);
    assertEquals(files.size(), variant.ofType(RULES).size());
  }

  @ParameterizedTest
  @MethodSource("apps")
  void allGoToTheOneActionGroupOrToNone(Evaluated variant) {
    String group = variant.name.equals("two-clusters") ? groupOfTwoClusters() : "";
    for (JsonNode rule : variant.ofType(RULES)) {
      JsonNode groups = rule.at("/properties/actions/actionGroups");
      assertEquals(group.isEmpty() ? "[]" : "[\"" + group + "\"]", groups.toString());
    }
    for (JsonNode rule : variant.ofType(METRICS)) {
      JsonNode actions = rule.at("/properties/actions");
      assertEquals(group.isEmpty() ? 0 : 1, actions.size());
      assertEquals(group, actions.at("/0/actionGroupId").asText());
    }
  }

  private static String groupOfTwoClusters() {
    return "/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/rg-on-call"
        + "/providers/Microsoft.Insights/actionGroups/on-call";
  }

  @Test
  void limitsOfAlertsAndOfTheAppAreOneNumber() {
    Evaluated variant = Evaluated.of("two-clusters");
    assertEquals("PT2H", variant.settings().get("POOLKEEPER_HOLD_ALERT_AGE"));
    assertEquals("PT30M", variant.settings().get("POOLKEEPER_DIVERGED_ALERT_AGE"));
    assertEquals(7200, limit(variant, "hold-too-old"));
    assertEquals(1800, limit(variant, "diverged"));
    assertEquals(3600, limit(Evaluated.of("sample"), "hold-too-old"));
    assertEquals(900, limit(Evaluated.of("sample"), "diverged"));
    assertEquals("PT1H", Evaluated.of("sample").settings().get("POOLKEEPER_HOLD_ALERT_AGE"));
    assertEquals("PT15M", Evaluated.of("sample").settings().get("POOLKEEPER_DIVERGED_ALERT_AGE"));
  }

  @Test
  void everyWindowOfARuleOverRunsIsLongerThanItsLimit() {
    for (Evaluated variant : apps()) {
      for (JsonNode rule : variant.ofType(RULES)) {
        if (name(rule).equals("throttled")) {
          Duration window = Duration.parse(rule.at("/properties/windowSize").asText());
          assertTrue(window.toSeconds() > limit(variant, "throttled"), variant.name);
        }
      }
    }
  }

  private static long limit(Evaluated variant, String name) {
    Matcher matcher =
        variant.ofType(RULES).stream()
            .filter(rule -> name(rule).equals(name))
            .map(rule -> rule.at("/properties/criteria/allOf/0/query").asText())
            .map(Pattern.compile("let limitSeconds = (\\d+);")::matcher)
            .findFirst()
            .orElseThrow();
    assertTrue(matcher.find());
    return Long.parseLong(matcher.group(1));
  }

  @Test
  void deadLettersAreWatchedOnEveryTopicThatWeMakeOrAreTold() {
    for (Evaluated variant : Evaluated.all().values()) {
      boolean on = !Set.of("china", "pushed-targets").contains(variant.name);
      List<String> topics = new ArrayList<>();
      variant
          .ofType("Microsoft.EventGrid/systemTopics")
          .forEach(topic -> topics.add(topic.path("id").asText()));
      if (variant.name.equals("two-clusters")) {
        topics.add(
            "/subscriptions/00000000-0000-0000-0000-00000000000c/resourceGroups/rg-bank"
                + "/providers/Microsoft.EventGrid/systemTopics/theirs");
      }
      TreeSet<String> expected = new TreeSet<>();
      for (String topic : on ? topics : List.<String>of()) {
        expected.add(topic + " DeadLetteredCount");
        expected.add(topic + " DroppedEventCount");
      }
      TreeSet<String> watched = new TreeSet<>();
      for (JsonNode rule : variant.ofType(METRICS)) {
        watched.add(
            rule.at("/properties/scopes/0").asText()
                + " "
                + rule.at("/properties/criteria/allOf/0/metricName").asText());
        assertEquals("global", rule.path("location").asText());
        assertEquals("Total", rule.at("/properties/criteria/allOf/0/timeAggregation").asText());
        assertEquals("GreaterThan", rule.at("/properties/criteria/allOf/0/operator").asText());
      }
      assertEquals(expected, watched, variant.name);
    }
  }

  @Test
  void everyAlertHasARowInTheListAndASectionInTheRunbookThatItLinksTo() {
    String telemetry = Checkout.text(Checkout.root().resolve("docs/telemetry.md"));
    String runbook = Checkout.text(Checkout.root().resolve("docs/runbook.md"));
    TreeSet<String> names = new TreeSet<>();
    for (JsonNode rule : all(Evaluated.of("sample"))) {
      String name = name(rule);
      names.add(name);
      String anchor = "docs/runbook.md#alert-" + name;
      assertTrue(rule.at("/properties/description").asText().endsWith(" Runbook: " + anchor), name);
      JsonNode p = rule.path("properties");
      String source =
          rule.path("type").asText().equals(METRICS)
              ? "metrics of the topic"
              : "[" + name + ".kql](../infra/queries/" + name + ".kql)";
      String row =
          "| "
              + name
              + " | "
              + p.path("severity").asText()
              + " | "
              + source
              + " | "
              + shown(p.path("evaluationFrequency").asText())
              + " / "
              + shown(p.path("windowSize").asText())
              + " | [alert-"
              + name
              + "](runbook.md#alert-"
              + name
              + ") |";
      assertTrue(telemetry.contains("\n" + row), () -> "docs/telemetry.md: expected " + row);
    }
    assertEquals(names, found("(?m)^\\| ([a-z-]+) \\| \\d \\|", telemetry));
    assertEquals(names, found("(?m)^## alert-([a-z-]+)$", runbook));
  }

  @Test
  void theSumOfCostsCountsTheRulesThatThereAre() {
    List<JsonNode> rules = Evaluated.of("sample").ofType(RULES);
    long often =
        rules.stream()
            .filter(r -> r.at("/properties/evaluationFrequency").asText().equals("PT5M"))
            .count();
    long seldom = rules.size() - often;
    String sum = often + " x 1.50 + " + seldom + " x 0.50";
    String total = String.format(java.util.Locale.ROOT, "%.2f", often * 1.5 + seldom * 0.5);
    String deploy = Checkout.text(Checkout.root().resolve("docs/deploy.md"));
    assertTrue(
        Pattern.compile(
                "\\| " + Pattern.quote(sum) + "[^|]*\\| " + total + " \\| " + total + " \\|")
            .matcher(deploy)
            .find(),
        () -> "docs/deploy.md: expected " + sum + " = " + total);
  }

  private static String shown(String duration) {
    Duration parsed = Duration.parse(duration);
    return parsed.toMinutes() >= 60 ? parsed.toHours() + " h" : parsed.toMinutes() + " min";
  }

  private static TreeSet<String> found(String pattern, String text) {
    TreeSet<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
