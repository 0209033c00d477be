package io.poolkeeper.trigger;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.BindingName;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.QueueTrigger;
import io.poolkeeper.app.Poolkeeper;

/** One message, one run. */
public final class ReconcileLoadBalancer {
  private final Poolkeeper poolkeeper;

  public ReconcileLoadBalancer(Poolkeeper poolkeeper) {
    this.poolkeeper = poolkeeper;
  }

  /** Returning acknowledges the message; throwing brings it back. */
  @FunctionName("ReconcileLoadBalancer")
  public void run(
      @QueueTrigger(name = "message", queueName = "pool-reconcile", connection = "POOLKEEPER_STATE")
          String message,
      @BindingName("DequeueCount") long dequeueCount,
      @BindingName("InsertionTime") String insertionTime,
      ExecutionContext context) {
    poolkeeper.reconcile(message, dequeueCount, insertionTime, Invocations.of(context));
  }
}
