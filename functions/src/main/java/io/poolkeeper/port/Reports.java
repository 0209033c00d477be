package io.poolkeeper.port;

import java.util.Map;

/** Where the one line per run goes. */
public interface Reports {

  /**
   * One structured line.
   *
   * @param event constant message, for example {@code reconcile finished}
   * @param fields values are text, numbers, booleans, or lists and maps of those; order is kept
   */
  void report(String event, Map<String, Object> fields);
}
