package io.poolkeeper.app;

import io.poolkeeper.app.SettingWords.DefaultOutbound;
import io.poolkeeper.app.SettingWords.Names;
import io.poolkeeper.app.SettingWords.Switch;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** One reading of all settings. */
final class SettingsReader {
  /** Azure sets these where a managed identity is to be had. */
  private static final List<String> IDENTITY_VARIABLES =
      List.of("IDENTITY_ENDPOINT", "MSI_ENDPOINT");

  private final Map<String, String> environment;
  private final SettingValues values;
  private final List<SettingProblem> warnings = new ArrayList<>();

  SettingsReader(Map<String, String> environment) {
    this.environment = environment;
    this.values = new SettingValues(environment, KnownSettings.PREFIX);
  }

  SettingsResult<Settings> read() {
    Mode mode = values.word("MODE", Mode.class, Mode.OBSERVE);
    Optional<Map<String, Scope>> scopes = values.scopes("SCOPE");
    ConnectionReader connections = new ConnectionReader(values);
    Optional<StorageConnection> state = connections.read("STATE", true);
    Optional<StorageConnection> data = connections.read("DATA", false);
    Cloud cloud = values.word("CLOUD", Cloud.class, Cloud.PUBLIC);
    Optional<LocalArm> localArm = localArm(state, data);
    CertificateFile.check(values);
    String schedule = values.schedule("SWEEP_SCHEDULE", KnownSettings.defaultOf("SWEEP_SCHEDULE"));
    var protocols = values.protocols("EGRESS_PROTOCOLS");
    boolean assume =
        values.word("DEFAULT_OUTBOUND", DefaultOutbound.class, DefaultOutbound.NEVER)
            == DefaultOutbound.ASSUME;
    Optional<Duration> maxAge = values.duration("MAPPING_MAX_AGE");
    Duration holdAge = age("HOLD_ALERT_AGE");
    Duration divergedAge = age("DIVERGED_ALERT_AGE");
    int poolSize =
        values.poolSize(
            "MAX_POOL_SIZE", Integer.parseInt(KnownSettings.defaultOf("MAX_POOL_SIZE")));
    boolean status = values.word("STATUS", Switch.class, Switch.OFF) == Switch.ON;
    boolean hashed = values.word("TELEMETRY_NAMES", Names.class, Names.PLAIN) == Names.HASHED;
    warnOfUnknownNames();
    warnOfNoScope(mode, scopes);
    if (!values.violations.isEmpty()) {
      return new SettingsResult<>(Optional.empty(), values.violations, warnings);
    }
    Settings settings =
        new Settings(
            mode,
            scopes.orElse(Map.of()),
            state.orElseThrow(),
            data.orElseThrow(),
            cloud,
            localArm,
            schedule,
            protocols,
            assume,
            maxAge,
            holdAge,
            divergedAge,
            poolSize,
            status,
            hashed);
    return new SettingsResult<>(Optional.of(settings), List.of(), warnings);
  }

  private Duration age(String name) {
    return values.duration(name).orElse(Duration.parse(KnownSettings.defaultOf(name)));
  }

  private Optional<LocalArm> localArm(
      Optional<StorageConnection> state, Optional<StorageConnection> data) {
    LocalArmReader reader = new LocalArmReader(values);
    Optional<LocalArm> local = reader.read();
    if (reader.isAsked()) {
      refuseIdentity(state, data);
    }
    return local;
  }

  /** A token of a real identity must never go to an endpoint of local development. */
  private void refuseIdentity(Optional<StorageConnection> state, Optional<StorageConnection> data) {
    List<String> identities = new ArrayList<>();
    state.filter(SettingsReader::isIdentity).ifPresent(c -> identities.add("POOLKEEPER_STATE"));
    data.filter(SettingsReader::isIdentity).ifPresent(c -> identities.add("POOLKEEPER_DATA"));
    IDENTITY_VARIABLES.stream().filter(environment::containsKey).forEach(identities::add);
    if (!identities.isEmpty()) {
      values.violation(
          LocalArmReader.ENDPOINT,
          "expected no managed identity beside it, found one by "
              + String.join(", ", identities)
              + "; remove the setting, it is for local development only");
    }
  }

  private static boolean isIdentity(StorageConnection connection) {
    return connection.kind() == StorageConnection.Kind.MANAGED_IDENTITY;
  }

  private void warnOfUnknownNames() {
    List<String> known = KnownSettings.fullNames();
    for (String name : new TreeSet<>(environment.keySet())) {
      boolean ours = name.toUpperCase(Locale.ROOT).startsWith(KnownSettings.PREFIX);
      if (ours && !known.contains(name)) {
        warnings.add(
            new SettingProblem(
                name,
                "expected a known setting, found an unknown one, which is passed over; "
                    + NearestName.of(name, known)
                    + " is the nearest known name"));
      }
    }
  }

  private void warnOfNoScope(Mode mode, Optional<Map<String, Scope>> scopes) {
    if (mode == Mode.APPLY && scopes.isEmpty()) {
      warnings.add(
          new SettingProblem(
              KnownSettings.PREFIX + "SCOPE",
              "expected a scope with POOLKEEPER_MODE apply, found none: every cluster is only"
                  + " observed; name what may be written"));
    }
  }
}
