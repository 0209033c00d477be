package io.poolkeeper.devstack.host;

import java.time.Duration;

/** A trigger that takes work by itself. */
interface Listener {
  void start();

  /** Takes no more work; does not wait. */
  void stopTaking();

  /** Waits until what runs has ended; false when it still runs after {@code limit}. */
  boolean awaitIdle(Duration limit);
}
