package io.poolkeeper.port;

import io.poolkeeper.model.Request;
import java.time.Duration;

/** The queue of requests. */
public interface WorkQueue {

  /**
   * Sends and returns when the queue has it: always before the original is acknowledged.
   *
   * @param delay invisible for that long; zero: at once
   * @throws PortException if the queue did not take it
   */
  void send(Request request, Duration delay);
}
