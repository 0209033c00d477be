package io.poolkeeper.trigger;

import com.microsoft.azure.functions.ExecutionContext;
import io.poolkeeper.model.TraceContext;
import io.poolkeeper.telemetry.Invocation;
import java.util.Optional;

/** What the host says of the call it makes. */
final class Invocations {
  private Invocations() {}

  static Invocation of(ExecutionContext context) {
    Optional<TraceContext> operation =
        Optional.ofNullable(context.getTraceContext())
            .flatMap(trace -> TraceContext.of(trace.getTraceparent(), trace.getTracestate()));
    return new Invocation(context.getLogger(), operation);
  }
}
