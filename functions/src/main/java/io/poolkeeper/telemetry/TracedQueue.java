package io.poolkeeper.telemetry;

import io.poolkeeper.model.Request;
import io.poolkeeper.model.TraceContext;
import io.poolkeeper.port.WorkQueue;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Lets each request say which operation asked first. Copies keep what they carry, so that all runs
 * of a request name the same one.
 */
public final class TracedQueue implements WorkQueue {
  private final WorkQueue queue;
  private final Supplier<Optional<TraceContext>> operation;

  /**
   * @param operation of the invocation that sends
   */
  public TracedQueue(WorkQueue queue, Supplier<Optional<TraceContext>> operation) {
    this.queue = queue;
    this.operation = operation;
  }

  @Override
  public void send(Request request, Duration delay) {
    queue.send(request.tracedTo(operation.get()), delay);
  }
}
