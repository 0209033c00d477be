package io.poolkeeper.app;

import io.poolkeeper.app.SettingWords.DefaultOutbound;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.PlanSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The settings of an offline plan: names without prefix, nothing required, apply mode and no limits
 * of scope unless said otherwise.
 */
public record OfflineSettings(Mode mode, Optional<Map<String, Scope>> scopes, PlanSettings plan) {

  /**
   * @param given names such as {@code MODE} to values; an unknown name is a violation here, since
   *     someone has just typed it
   */
  public static SettingsResult<OfflineSettings> from(Map<String, String> given) {
    SettingValues values = new SettingValues(given, "");
    List<String> known = KnownSettings.ALL.stream().map(KnownSettings.Known::name).toList();
    for (String name : new TreeSet<>(given.keySet())) {
      if (!known.contains(name)) {
        values.violation(
            name,
            "expected a known setting, found an unknown one; "
                + NearestName.of(name, known)
                + " is the nearest known name");
      }
    }
    Mode mode = values.word("MODE", Mode.class, Mode.APPLY);
    Optional<Map<String, Scope>> scopes = values.scopes("SCOPE");
    PlanSettings plan =
        new PlanSettings(
            PlanSettings.EVERYTHING,
            values.word("DEFAULT_OUTBOUND", DefaultOutbound.class, DefaultOutbound.NEVER)
                == DefaultOutbound.ASSUME,
            values.protocols("EGRESS_PROTOCOLS"),
            values.duration("MAPPING_MAX_AGE"),
            values.poolSize(
                "MAX_POOL_SIZE", Integer.parseInt(KnownSettings.defaultOf("MAX_POOL_SIZE"))));
    Optional<OfflineSettings> settings =
        values.violations.isEmpty()
            ? Optional.of(new OfflineSettings(mode, scopes, plan))
            : Optional.empty();
    return new SettingsResult<>(settings, values.violations, List.of());
  }

  public PlanSettings planSettings(String cluster) {
    return new PlanSettings(
        scopes.map(all -> all.getOrDefault(cluster, Scope.OBSERVE_ONLY)),
        plan.assumeDefaultOutbound(),
        plan.protocols(),
        plan.mappingMaxAge(),
        plan.maxPoolSize());
  }
}
