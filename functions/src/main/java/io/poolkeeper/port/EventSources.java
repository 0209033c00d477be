package io.poolkeeper.port;

import java.time.Instant;
import java.util.Map;

/** When each source of events was last heard of. Remembered for reports alone. */
public interface EventSources {

  /** Remembers nothing. */
  EventSources NONE =
      new EventSources() {
        @Override
        public void seen(String source, Instant at) {
          // nothing is remembered
        }

        @Override
        public Map<String, Instant> lastSeen() {
          return Map.of();
        }
      };

  /** Never throws: no event is worth less because this could not be noted. */
  void seen(String source, Instant at);

  /**
   * @throws PortException if storage cannot be asked
   */
  Map<String, Instant> lastSeen();
}
