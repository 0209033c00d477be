package io.poolkeeper.port;

import java.time.Instant;
import java.util.Optional;

/** Looks at the queues without taking anything. */
public interface QueueWatch {

  /**
   * @param approximateCount messages, visible or not
   * @param oldestVisible insertion time of the oldest message that could be peeked at
   */
  record QueueState(String queue, long approximateCount, Optional<Instant> oldestVisible) {}

  /**
   * @throws PortException if the queue cannot be asked
   */
  QueueState work();

  /**
   * @throws PortException if the queue cannot be asked
   */
  QueueState poison();

  /**
   * Of events that Event Grid put into a queue.
   *
   * @throws PortException if the queue cannot be asked
   */
  QueueState events();

  /**
   * Deliveries of events that the host gave up on.
   *
   * @throws PortException if the queue cannot be asked
   */
  QueueState eventPoison();
}
