package io.poolkeeper.simulation;

import io.poolkeeper.port.QueueWatch;
import java.util.Optional;

/**
 * The queues as the sweep sees them.
 *
 * @param waiting messages in the work queue
 */
record Watched(int waiting) implements QueueWatch {
  @Override
  public QueueState work() {
    return new QueueState("pool-reconcile", waiting, Optional.empty());
  }

  @Override
  public QueueState poison() {
    return nothing("pool-reconcile-poison");
  }

  @Override
  public QueueState events() {
    return nothing("resource-events");
  }

  @Override
  public QueueState eventPoison() {
    return nothing("resource-events-poison");
  }

  private static QueueState nothing(String name) {
    return new QueueState(name, 0, Optional.empty());
  }
}
