package io.poolkeeper.plan;

import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The settings that a plan depends on.
 *
 * @param scope what the app allows for this cluster; {@link #EVERYTHING} in an offline plan
 * @param assumeDefaultOutbound {@code POOLKEEPER_DEFAULT_OUTBOUND=assume}
 * @param protocols {@code POOLKEEPER_EGRESS_PROTOCOLS}, at least one
 * @param mappingMaxAge {@code POOLKEEPER_MAPPING_MAX_AGE}
 * @param maxPoolSize members, for the warning only
 */
public record PlanSettings(
    Optional<Scope> scope,
    boolean assumeDefaultOutbound,
    SortedSet<Protocol> protocols,
    Optional<Duration> mappingMaxAge,
    int maxPoolSize) {

  /** As value of {@link #scope()}: no limits, for an offline plan. */
  public static final Optional<Scope> EVERYTHING = Optional.empty();
}
