package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every request for ARM, counted by method and kind; the last ones in detail. Thread-safe. */
final class RequestLog {
  private static final int KEPT = 5_000;

  /** Status 0: the connection was cut. */
  record Line(Instant at, String method, String path, String clientRequestId, int status) {}

  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Deque<Line> lines = new ArrayDeque<>();

  synchronized void count(String method, String kind) {
    counts.merge(method + " " + kind, 1, Integer::sum);
  }

  synchronized void add(Line line) {
    lines.addLast(line);
    if (lines.size() > KEPT) {
      lines.removeFirst();
    }
  }

  synchronized Map<String, Integer> counts() {
    return new LinkedHashMap<>(counts);
  }

  synchronized List<Line> lines() {
    return new ArrayList<>(lines);
  }

  synchronized void clear() {
    counts.clear();
    lines.clear();
  }

  ObjectNode toJson() {
    ObjectNode json = Json.object();
    json.set("counts", Json.MAPPER.valueToTree(counts()));
    for (Line line : lines()) {
      ObjectNode entry = json.withArray("requests").addObject().put("at", line.at().toString());
      entry.put("method", line.method()).put("path", line.path());
      entry.put("clientRequestId", line.clientRequestId()).put("status", line.status());
    }
    return json;
  }
}
