package io.poolkeeper.trigger;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.EventGridTrigger;
import com.microsoft.azure.functions.annotation.FunctionName;
import io.poolkeeper.app.Poolkeeper;
import io.poolkeeper.azure.eventgrid.EnvelopeCheck;

/** Events by Event Grid's own delivery. */
public final class IngestEvent {
  private final Poolkeeper poolkeeper;

  public IngestEvent(Poolkeeper poolkeeper) {
    this.poolkeeper = poolkeeper;
  }

  /** Throws when storage cannot be asked: Event Grid delivers again. */
  @FunctionName("IngestEvent")
  public void run(@EventGridTrigger(name = "event") String event, ExecutionContext context) {
    poolkeeper.ingest(event, EnvelopeCheck.schema(event), Invocations.of(context));
  }
}
