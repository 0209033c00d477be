package io.poolkeeper.trigger;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.poolkeeper.app.Poolkeeper;

/** Messages that the host gave up on. */
public final class ReportPoison {
  private final Poolkeeper poolkeeper;

  public ReportPoison(Poolkeeper poolkeeper) {
    this.poolkeeper = poolkeeper;
  }

  @FunctionName("ReportPoison")
  public void run(
      @QueueTrigger(
              name = "message",
              queueName = "pool-reconcile-poison",
              connection = "POOLKEEPER_STATE")
          String message,
      ExecutionContext context) {
    poolkeeper.poison(message, Invocations.of(context));
  }
}
