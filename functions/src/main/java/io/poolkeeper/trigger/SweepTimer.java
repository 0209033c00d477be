package io.poolkeeper.trigger;

import com.microsoft.azure.functions.ExecutionContext;
import com.microsoft.azure.functions.annotation.FunctionName;
import com.microsoft.azure.functions.annotation.TimerTrigger;
import io.poolkeeper.app.Poolkeeper;

/** Looks at everything that is mapped. */
public final class SweepTimer {
  private final Poolkeeper poolkeeper;

  public SweepTimer(Poolkeeper poolkeeper) {
    this.poolkeeper = poolkeeper;
  }

  @FunctionName("Sweep")
  public void run(
      @TimerTrigger(name = "timer", schedule = "%POOLKEEPER_SWEEP_SCHEDULE%") String timer,
      ExecutionContext context) {
    poolkeeper.sweep(Invocations.of(context));
  }
}
