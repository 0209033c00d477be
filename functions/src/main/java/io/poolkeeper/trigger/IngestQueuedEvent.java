package io.poolkeeper.trigger;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.poolkeeper.app.Poolkeeper;
import io.poolkeeper.azure.eventgrid.EnvelopeCheck;

/** Events that Event Grid put into a queue. */
public final class IngestQueuedEvent {
  private final Poolkeeper poolkeeper;

  public IngestQueuedEvent(Poolkeeper poolkeeper) {
    this.poolkeeper = poolkeeper;
  }

  @FunctionName("IngestQueuedEvent")
  public void run(
      @QueueTrigger(name = "event", queueName = "resource-events", connection = "POOLKEEPER_STATE")
          String event,
      ExecutionContext context) {
    poolkeeper.ingest(event, EnvelopeCheck.schema(event), Invocations.of(context));
  }
}
