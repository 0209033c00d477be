package io.poolkeeper.telemetry;

import io.poolkeeper.model.TraceContext;
import java.util.Optional;
import java.util.logging.Logger;

/**
 * One call of a function by its host.
 *
 * @param logger files lines under the call
 * @param operation the call's own trace context, where the host gives one
 */
public record Invocation(Logger logger, Optional<TraceContext> operation) {}
