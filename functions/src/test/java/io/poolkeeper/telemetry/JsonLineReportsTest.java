package io.poolkeeper.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class JsonLineReportsTest {
  private final List<String> lines = new ArrayList<>();
  private final List<Level> levels = new ArrayList<>();

  private JsonNode report(boolean hashed, Map<String, Object> fields) throws Exception {
    JsonLineReports reports =
        new JsonLineReports(
            (level, line) -> {
              levels.add(level);
              lines.add(line);
            },
            hashed,
            Optional::empty);
    reports.report("reconcile finished", fields);
    return new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }

  @Test
  void theMessageIsConstantAndTheFieldsKeepTheirOrder() throws Exception {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", "warning");
    fields.put("zeta", 1);
    fields.put("alpha", "text\nof two lines");
    report(false, fields);
    assertEquals(
        "{\"message\":\"reconcile finished\",\"severity\":\"warning\",\"operationId\":\"\",\"zeta\":1,"
            + "\"alpha\":\"text\\nof two lines\"}",
        lines.get(0));
    assertEquals(List.of(Level.WARNING), levels);
  }

  @Test
  void noLineIsWithoutASeverity() throws Exception {
    assertEquals("info", report(false, Map.of("zeta", 1)).path("severity").asText());
  }

  @Test
  void longListsAreCappedAndCounted() throws Exception {
    List<Integer> many = java.util.stream.IntStream.range(0, 500).boxed().toList();
    JsonNode line = report(false, Map.of("held", many));
    assertEquals(50, line.path("held").size());
    assertEquals(450, line.path("heldLeftOut").asInt());
  }

  @Test
  void noLineIsLongerThanTelemetryTakes() throws Exception {
    List<Object> pools = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      List<String> addresses = new ArrayList<>();
      for (int j = 0; j < 60; j++) {
        addresses.add("10.0." + i + "." + j);
      }
      pools.add(Map.of("pool", "p" + i, "added", addresses, "detail", "x".repeat(5000)));
    }
    report(false, Map.of("pools", pools, "reason", "y".repeat(100_000)));
    assertTrue(lines.get(0).length() < 30_000, "" + lines.get(0).length());
    assertTrue(lines.get(0).contains("poolsLeftOut"));
  }

  @Test
  void hashedNamesShowNeitherAddressesNorNodes() throws Exception {
    Map<String, Object> held =
        Map.of(
            "address", "10.0.0.7",
            "node", "worker-7",
            "evidence", "10.0.0.7 (fd00::7) of worker-7 leans on 10.0.0.0/24.");
    report(true, Map.of("pools", List.of(held), "loadBalancer", "/subscriptions/s/lb-1"));
    String line = lines.get(0);
    assertFalse(line.contains("10.0.0.7") || line.contains("fd00") || line.contains("worker-7"));
    assertTrue(line.contains("/subscriptions/s/lb-1"));
    report(true, Map.of("node", "worker-7"));
    String hash = lines.get(1).replaceAll(".*\"node\":\"([^\"]+)\".*", "$1");
    assertTrue(line.contains(hash), "the same name gives the same hash");
  }

  @Test
  void linesGoToTheLoggerOfTheInvocation() {
    List<String> logged = new ArrayList<>();
    Logger logger = Logger.getAnonymousLogger();
    logger.setUseParentHandlers(false);
    logger.addHandler(
        new java.util.logging.Handler() {
          @Override
          public void publish(java.util.logging.LogRecord entry) {
            logged.add(entry.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    InvocationLog log = new InvocationLog();
    log.within(new Invocation(logger, Optional.empty()), () -> log.accept(Level.INFO, "a line"));
    assertEquals(List.of("a line"), logged);
  }
}
