package io.poolkeeper.telemetry;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.model.TraceContext;
import io.poolkeeper.port.Reports;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.logging.Level;

/**
 * One JSON object a line: the constant message, then the fields in the order given. Lists are
 * capped and what was left out is counted, so that no line is longer than telemetry takes.
 */
public final class JsonLineReports implements Reports {
  static final int MAX_LENGTH = 30_000;
  private static final int[] LIST_CAPS = {50, 20, 5, 1, 0};
  private static final int[] TEXT_CAPS = {4000, 2000, 1000, 300, 100};

  /** Together less than a line, also with every character escaped as six. */
  private static final int SHORT_TEXT = 40;

  private static final int MOST_FIELDS = 80;

  /** The field that says how urgent a line is: info, warning or error. */
  private static final String SEVERITY = "severity";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final BiConsumer<Level, String> sink;
  private final boolean namesHashed;
  private final Supplier<Optional<TraceContext>> operation;

  /**
   * @param sink takes each line, without a line break
   * @param namesHashed {@code POOLKEEPER_TELEMETRY_NAMES=hashed}: addresses and node names go out
   *     as hashes
   * @param operation of the invocation that reports
   */
  public JsonLineReports(
      BiConsumer<Level, String> sink,
      boolean namesHashed,
      Supplier<Optional<TraceContext>> operation) {
    this.sink = sink;
    this.namesHashed = namesHashed;
    this.operation = operation;
  }

  /** Into the log of whatever invocation runs. */
  public static JsonLineReports of(InvocationLog log, boolean namesHashed) {
    return new JsonLineReports(log, namesHashed, log::operation);
  }

  @Override
  public void report(String event, Map<String, Object> fields) {
    String id = operation.get().map(TraceContext::traceId).orElse("");
    sink.accept(level(fields), line(event, id, fields));
  }

  private String line(String event, String operation, Map<String, Object> fields) {
    for (int i = 0; i < LIST_CAPS.length; i++) {
      Map<String, Object> line = head(event, operation, fields);
      Map<String, Object> capped = new Caps(LIST_CAPS[i], TEXT_CAPS[i]).of(fields);
      line.putAll(namesHashed ? HashedNames.of(capped, fields) : capped);
      String json = json(line);
      if (json.length() < MAX_LENGTH) {
        return json;
      }
    }
    return withoutStructure(event, operation, fields);
  }

  private static Map<String, Object> head(
      String event, String operation, Map<String, Object> fields) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("message", event);
    line.put(SEVERITY, fields.getOrDefault(SEVERITY, "info"));
    line.put("operationId", operation);
    return line;
  }

  /** The last resort: what an alert counts is still there. */
  private String withoutStructure(String event, String operation, Map<String, Object> fields) {
    Map<String, Object> line = head(event, operation, fields);
    line.put("cut", "the line was too long even without its lists");
    Map<String, Object> small = new LinkedHashMap<>();
    for (Map.Entry<String, Object> field : fields.entrySet()) {
      Object value = field.getValue();
      boolean fits =
          value instanceof Number
              || value instanceof Boolean
              || value instanceof String text && text.length() <= SHORT_TEXT;
      if (fits && small.size() < MOST_FIELDS) {
        small.put(field.getKey(), value);
      }
    }
    line.putAll(namesHashed ? HashedNames.of(small, fields) : small);
    return json(line);
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
