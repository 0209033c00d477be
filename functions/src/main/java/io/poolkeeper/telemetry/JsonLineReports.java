package io.poolkeeper.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.port.Reports;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.logging.Level;

/**
 * One JSON object a line: the constant message, then the fields in the order given. Lists are
 * capped and what was left out is counted, so that no line is longer than telemetry takes.
 */
public final class JsonLineReports implements Reports {
  static final int MAX_LENGTH = 30_000;
  private static final int[] LIST_CAPS = {50, 20, 5, 1, 0};
  private static final int[] TEXT_CAPS = {4000, 2000, 1000, 300, 100};

  /** The field that says how urgent a line is: info, warning or error. */
  private static final String SEVERITY = "severity";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final BiConsumer<Level, String> sink;
  private final boolean namesHashed;

  /**
   * @param sink takes each line, without a line break
   * @param namesHashed {@code POOLKEEPER_TELEMETRY_NAMES=hashed}: addresses and node names go out
   *     as hashes
   */
  public JsonLineReports(BiConsumer<Level, String> sink, boolean namesHashed) {
    this.sink = sink;
    this.namesHashed = namesHashed;
  }

  @Override
  public void report(String event, Map<String, Object> fields) {
    Map<String, Object> shown = namesHashed ? HashedNames.of(fields) : fields;
    sink.accept(level(fields), line(event, shown));
  }

  private static String line(String event, Map<String, Object> fields) {
    for (int i = 0; i < LIST_CAPS.length; i++) {
      Map<String, Object> line = new LinkedHashMap<>();
      line.put("message", event);
      line.put(SEVERITY, "info");
      line.putAll(new Caps(LIST_CAPS[i], TEXT_CAPS[i]).of(fields));
      String json = json(line);
      if (json.length() < MAX_LENGTH) {
        return json;
      }
    }
    Map<String, Object> cut = new LinkedHashMap<>();
    cut.put("message", event);
    cut.put(SEVERITY, fields.getOrDefault(SEVERITY, "info"));
    cut.put("cut", "the line was too long even without its lists");
    return json(cut);
  }

  private static String json(Map<String, Object> line) {
    try {
      return MAPPER.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a report holds texts, numbers, booleans, lists, maps", e);
    }
  }

  private static Level level(Map<String, Object> fields) {
    return switch (String.valueOf(fields.getOrDefault(SEVERITY, "info"))) {
      case "error" -> Level.SEVERE;
      case "warning" -> Level.WARNING;
      default -> Level.INFO;
    };
  }
}
