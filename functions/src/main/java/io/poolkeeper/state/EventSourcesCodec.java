package io.poolkeeper.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

/**
 * When each source of events was last heard of: {@code {source: time}}. Only for reports, so what
 * cannot be read is left out.
 */
public final class EventSourcesCodec {
  public static final int MAX_BYTES = 256 * 1024;
  private static final int MAX_SOURCES = 400;
  private static final int MAX_NAME = 300;

  private EventSourcesCodec() {}

  /** Never throws. */
  public static Map<String, Instant> read(byte[] content) {
    Map<String, Instant> seen = new TreeMap<>();
    try {
      JsonNode root = Json.MAPPER.readTree(content);
      root.properties().forEach(one -> put(seen, one.getKey(), one.getValue()));
    } catch (IOException e) {
      return new TreeMap<>();
    }
    return seen;
  }

  private static void put(Map<String, Instant> seen, String source, JsonNode time) {
    try {
      seen.put(source, Instant.parse(time.asText()));
    } catch (DateTimeException e) {
      // the next event of that source puts it right
    }
  }

  /** Never longer than a reader takes: those most silent are forgotten first. */
  public static byte[] write(Map<String, Instant> seen) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    seen.entrySet().stream()
        .filter(one -> one.getKey().length() <= MAX_NAME)
        .sorted(Map.Entry.<String, Instant>comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_SOURCES)
        .forEach(one -> root.put(one.getKey(), one.getValue().toString()));
    return Json.bytes(root);
  }
}
