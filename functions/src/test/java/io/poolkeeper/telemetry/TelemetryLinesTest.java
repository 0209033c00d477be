package io.poolkeeper.telemetry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code docs/telemetry.md} and the lines that the app writes, both ways. */
final class TelemetryLinesTest {
  private static final Pattern NAMES =
      Pattern.compile("10\\.0\\.0\\.\\d|\\bn\\d\\b|nic-\\d|10\\.9\\.9\\.9|secret-node");

  /** Written where storage answers: the adapters' own tests hold them to the list. */
  private static final Set<String> OF_ADAPTERS =
      Set.of("gate unreadable", "claims unreadable", "claims lease not released");

  @Test
  void everyLineHasExactlyTheFieldsThatAreListed() throws IOException {
    TelemetryList list = TelemetryList.read();
    Map<String, Set<String>> seen = new TreeMap<>();
    List<String> wrong = new ArrayList<>();
    for (JsonNode line : LinesOfFlows.all(false)) {
      list.violations(line, seen).forEach(one -> wrong.add(one + " in " + line));
    }
    assertEquals(List.of(), wrong);
    Map<String, Set<String>> listed = new TreeMap<>();
    list.kinds().forEach((kind, fields) -> listed.put(kind, new TreeSet<>(fields.keySet())));
    listed.keySet().removeAll(OF_ADAPTERS);
    assertEquals(listed, seen, "each field that is listed stands in some line");
  }

  @Test
  void noHashedLineShowsAnAddressANodeOrAMachine() throws IOException {
    String plain = LinesOfFlows.all(false).toString();
    for (String name : List.of("10.0.0.1", "\"n1\"", "nic-1", "10.9.9.9", "secret-node")) {
      assertTrue(plain.contains(name), "the worlds show " + name);
    }
    for (JsonNode line : LinesOfFlows.all(true)) {
      var found = NAMES.matcher(line.toString());
      assertTrue(!found.find(), () -> found.group() + " in " + line);
    }
  }
}
