package io.poolkeeper.app;

import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.PlanSettings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * All settings of the app, checked together once at start; see {@link KnownSettings} for names and
 * defaults.
 *
 * @param mode of the whole app; the controls can only make it stricter
 * @param scopes by cluster; a cluster that is not in it may only be observed
 * @param state queues and the containers of state
 * @param data the containers of mappings and controls
 * @param localArm of local development instead of {@code cloud}
 * @param sweepSchedule NCRONTAB of six fields
 * @param egressProtocols at least one
 * @param mappingMaxAge empty: mappings do not age
 * @param maxPoolSize members, for the warning only
 * @param statusOn whether the HTTP function answers
 * @param namesHashed whether telemetry hashes addresses and node names
 */
public record Settings(
    Mode mode,
    Map<String, Scope> scopes,
    StorageConnection state,
    StorageConnection data,
    Cloud cloud,
    Optional<LocalArm> localArm,
    String sweepSchedule,
    SortedSet<Protocol> egressProtocols,
    boolean assumeDefaultOutbound,
    Optional<Duration> mappingMaxAge,
    Duration holdAlertAge,
    Duration divergedAlertAge,
    int maxPoolSize,
    boolean statusOn,
    boolean namesHashed) {

  /**
   * @param environment names with prefix to values; other names are passed over
   */
  public static SettingsResult<Settings> from(Map<String, String> environment) {
    return new SettingsReader(environment).read();
  }

  /** What may be written for a cluster; {@link Scope#OBSERVE_ONLY} if the setting does not say. */
  public Scope scope(String cluster) {
    return scopes.getOrDefault(cluster, Scope.OBSERVE_ONLY);
  }

  public PlanSettings planSettings(String cluster) {
    return new PlanSettings(
        Optional.of(scope(cluster)),
        assumeDefaultOutbound,
        egressProtocols,
        mappingMaxAge,
        maxPoolSize);
  }
}
