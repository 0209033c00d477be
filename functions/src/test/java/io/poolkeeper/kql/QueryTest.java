package io.poolkeeper.kql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class QueryTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");

  private static List<Map<String, Object>> run(String query, String... messages) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String message : messages) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("TimeGenerated", NOON.plusSeconds(rows.size()));
      row.put("Message", message.replace('\'', '"'));
      rows.add(row);
    }
    return new Query("AppTraces " + query.replace('\'', '"')).over("AppTraces", rows);
  }

  private static final String LINE = "| extend line = parse_json(Message) ";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "| take 3",
        "| union AppTraces",
        "| where Message contains 'x'",
        "| where Message matches regex 'x'",
        "| where Message == 'a' xor true",
        "| where ago(1h) < TimeGenerated",
        "| where Message == 'a' | order by Message",
        "| extend a = 1 + 2",
        "| extend a = 1.5",
        "| extend a = Message[0]",
        "| extend a = 1d",
        "| extend a = bin(Message, 15m)",
        "| extend a = bin(TimeGenerated, 15)",
        "| summarize dcount(Message)",
        "| summarize a = percentile(Message, 95)",
        "| summarize arg_max(Message, line)",
        "| summarize count()",
        "| mv-expand line.a",
        "| mv-expand a = line.a to typeof(string)",
        "| where Message == @'a'",
        "| where Message == 'a' | | where true",
        "where Message == 'a'",
      })
  void whatIsNotInTheSubsetIsRefused(String query) {
    assertThrows(IllegalArgumentException.class, () -> run(query, "{}"));
  }

  @Test
  void aColumnThatIsNotThereIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> run("| where Nope == 'a'", "{}"));
    assertThrows(
        IllegalArgumentException.class, () -> run("| project Message | where line == 'a'", "{}"));
  }

  @Test
  void valuesOfTwoKindsAreNotCompared() {
    assertThrows(IllegalArgumentException.class, () -> run("| where Message == 1", "{}"));
    assertThrows(
        IllegalArgumentException.class, () -> run(LINE + "| where line.a == 'x'", "{'a':'x'}"));
  }

  @Test
  void conditionsTakeTheRowsTheyName() {
    String query =
        "| where tolong(line.a) >= 2 and (tolong(line.a) < 4 or tostring(line.b) == 'x')";
    assertEquals(
        List.of("2", "9"),
        run(
                LINE + query + "| project a = tostring(line.a)",
                "{'a':1}",
                "{'a':2}",
                "{'a':4}",
                "{'a':9,'b':'x'}",
                "{}",
                "no JSON")
            .stream()
            .map(row -> row.get("a"))
            .toList());
    assertEquals(1, run("| where Message !in ('a', 'b')", "a", "b", "c").size());
  }

  @Test
  void hasFindsWholeWordsWithoutCase() {
    assertEquals(
        2,
        run(
                "| where Message has 'sweep finished'",
                "Sweep finished",
                "a sweep finished b",
                "sweep finishedly",
                "asweep finished")
            .size());
  }

  @Test
  void aListThatIsEmptyOrMissingGivesARowWithoutAValue() {
    List<Map<String, Object>> rows =
        run(
            LINE + "| mv-expand one = line.l | project a = tostring(one.a)",
            "{'l':[{'a':'x'},{'a':'y'}]}",
            "{'l':[]}",
            "{}");
    assertEquals(List.of("x", "y", "", ""), rows.stream().map(row -> row.get("a")).toList());
    assertEquals(
        0,
        run(LINE + "| mv-expand one = line.l | where tolong(one.a) > -0".replace("-0", "0"), "{}")
            .size());
  }

  @Test
  void summariesAreMadePerGroupAndOfNothingToo() {
    List<Map<String, Object>> rows =
        run(
            LINE
                + "| summarize n = count(), x = countif(tostring(line.b) == 'x'),"
                + " f = min(TimeGenerated), l = max(TimeGenerated) by a = tostring(line.a)"
                + "| project a, n, x, s = datetime_diff('second', l, f)",
            "{'a':'p','b':'x'}",
            "{'a':'q'}",
            "{'a':'p'}");
    assertEquals("[{a=p, n=2, x=1, s=2}, {a=q, n=1, x=0, s=0}]", rows.toString());
    assertEquals("[{n=0}]", run("| summarize n = count()").toString());
    assertEquals("[]", run("| summarize n = count() by Message").toString());
  }

  @Test
  void partsBinsSumsAndRanksAreAsTheServiceHasThem() {
    List<Map<String, Object>> rows =
        run(
            LINE
                + "| summarize n = sum(tolong(line.a)), m = percentile(tolong(line.a), 50)"
                + " by p = tostring(split(tostring(line.b), '/')[1]), bin(TimeGenerated, 1h)"
                + "| order by n desc, p asc",
            "{'a':1,'b':'x/y'}",
            "{'a':2,'b':'x/y'}",
            "{'a':9,'b':'x/y'}",
            "{'a':12,'b':'x/a'}",
            "{'a':40,'b':'x'}");
    assertEquals(
        "[{p=, TimeGenerated=2026-12-01T12:00:00Z, n=40, m=40},"
            + " {p=a, TimeGenerated=2026-12-01T12:00:00Z, n=12, m=12},"
            + " {p=y, TimeGenerated=2026-12-01T12:00:00Z, n=12, m=2}]",
        rows.toString());
    assertEquals(1, run(LINE + "| where isnotempty(tostring(line.a))", "{'a':1}", "{}").size());
  }

  @Test
  void aCaseTakesTheFirstThatHoldsAndAnArrayIsExpanded() {
    String query =
        LINE
            + "| mv-expand one = pack_array('x', 'y', 'z') | extend w = tostring(one)"
            + "| project v = case(w == 'x', tolong(line.a), w == 'y', tolong(line.b), 0)";
    assertEquals("[{v=1}, {v=2}, {v=0}]", run(query, "{'a':1,'b':2}").toString());
    assertThrows(IllegalArgumentException.class, () -> run("| extend a = case(true, 1)", "{}"));
    assertThrows(IllegalArgumentException.class, () -> run("| extend a = pack_array(1)", "{}"));
  }

  @Test
  void theLatestLineIsTakenAndIsNothingOfNothing() {
    String query = LINE + "| summarize arg_max(TimeGenerated, line) | project a = tolong(line.a)";
    assertEquals("[{a=2}]", run(query, "{'a':1}", "{'a':2}").toString());
    assertEquals("[{a=null}]", run(query).toString());
  }
}
