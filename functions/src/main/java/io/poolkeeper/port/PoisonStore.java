package io.poolkeeper.port;

import java.time.Instant;

/** Messages that were set aside. */
public interface PoisonStore {

  /**
   * @param message as it came, cut to the message limit
   * @param reason one line
   * @return name of the record's blob
   */
  String record(String message, String reason, Instant at);
}
