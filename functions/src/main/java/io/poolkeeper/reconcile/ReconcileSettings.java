package io.poolkeeper.reconcile;

import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.PlanSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The settings that a run depends on.
 *
 * @param scopes by cluster; a cluster that is not in it may only be observed
 * @param holdAlertAge holds older than this are counted apart in the report line
 * @param divergedAlertAge the same for load balancers that differ from what is wanted
 */
public record ReconcileSettings(
    Mode mode,
    Map<String, Scope> scopes,
    boolean assumeDefaultOutbound,
    SortedSet<Protocol> protocols,
    Optional<Duration> mappingMaxAge,
    int maxPoolSize,
    Duration holdAlertAge,
    Duration divergedAlertAge) {

  public Scope scope(String cluster) {
    return scopes.getOrDefault(cluster, Scope.OBSERVE_ONLY);
  }

  public PlanSettings planSettings(String cluster) {
    return new PlanSettings(
        Optional.of(scope(cluster)), assumeDefaultOutbound, protocols, mappingMaxAge, maxPoolSize);
  }
}
