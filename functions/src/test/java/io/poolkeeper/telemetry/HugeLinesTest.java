package io.poolkeeper.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.testing.TestBed;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lines of the largest worlds that the limits allow: 20,000 nodes, names of 253 characters. */
final class HugeLinesTest {
  private static final int NODES = 20_000;
  private static final int LONGEST = 30_000;

  /** Six characters each once they are JSON. */
  private static final String LONG_NAME = "\u0001".repeat(253);

  private static JsonNode line(boolean hashed, Map<String, Object> fields) throws Exception {
    String[] line = new String[1];
    new JsonLineReports((level, text) -> line[0] = text, hashed, Optional::empty)
        .report("reconcile finished", fields);
    assertTrue(line[0].length() < LONGEST, "" + line[0].length());
    assertTrue(line[0].indexOf('\n') < 0);
    return new ObjectMapper().readTree(line[0]);
  }

  /** A real line, with as many holds, warnings, notes and asked ones as could ever be. */
  private static Map<String, Object> huge() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    List<Object> many = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("address", "10." + i / 65536 + "." + i / 256 % 256 + "." + i % 256);
      one.put("node", LONG_NAME + i);
      one.put("evidence", "x".repeat(1000) + LONG_NAME + i);
      many.add(one);
    }
    Map<String, Object> fields = new LinkedHashMap<>(bed.reports.last().fields());
    fields.put("reason", LONG_NAME.repeat(100));
    fields.replaceAll((name, value) -> value instanceof List<?> ? many : value);
    fields.put("pools", List.of(Map.of("pool", LONG_NAME, "held", many, "refused", many)));
    fields.put("cluster", LONG_NAME);
    return fields;
  }

  @Test
  void theLargestLineStillFitsAndKeepsWhatAlertsCount() throws Exception {
    for (boolean hashed : new boolean[] {false, true}) {
      Map<String, Object> fields = huge();
      JsonNode line = line(hashed, fields);
      fields.forEach(
          (name, value) -> {
            if (value instanceof Number number) {
              assertEquals(number.longValue(), line.path(name).asLong(-1), name);
            }
          });
      assertEquals(NODES, line.path("warnings").size() + line.path("warningsLeftOut").asInt());
    }
  }

  @Test
  void whatCannotBeCutByListsLosesItsTextsAndSaysSo() throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("outcome", "GAVE_UP");
    fields.put("held", 7);
    Map<String, Object> deep = new LinkedHashMap<>();
    for (int i = 0; i < 2000; i++) {
      deep.put("k" + i, LONG_NAME);
    }
    fields.put("decided", deep);
    JsonNode line = line(false, fields);
    assertEquals("GAVE_UP", line.path("outcome").asText());
    assertEquals(7, line.path("held").asInt());
    assertTrue(line.path("cut").isTextual());
  }

  @Test
  void aNodeIsHashedByItsWholeNameInAnyText() throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("nodes", List.of("a", "aks-1.internal", "odd name"));
    fields.put("reason", "a rule on AKS-1.internal, odd name and b: safe is nobody at 10.1.2.3.");
    String reason = line(true, fields).path("reason").asText();
    assertTrue(
        reason.matches(
            "h_\\w{12} rule on h_\\w{12}, h_\\w{12} and b: safe is nobody at h_\\w{12}\\."),
        reason);
  }
}
