package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.app.SettingProblem;
import io.poolkeeper.app.Settings;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.cli.doctor.ArmReads.Read;
import io.poolkeeper.cli.doctor.Finding.Code;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The function app itself: runs, its settings are accepted by the app's own reader. */
final class AppCheck {
  private static final String API = "2024-04-01";
  private static final String CLIENT_ID = "POOLKEEPER_STATE__clientId";
  private static final Pattern DISABLED =
      Pattern.compile("AzureWebJobs[._](\\w+)[._]Disabled", Pattern.CASE_INSENSITIVE);

  private final ArmReads arm;
  private final Diagnosis diagnosis;

  AppCheck(ArmReads arm, Diagnosis diagnosis) {
    this.arm = arm;
    this.diagnosis = diagnosis;
  }

  /**
   * What the app says of itself.
   *
   * @param principal object id of the identity that acts
   * @param settings as the app reads them; absent if they are refused
   */
  record Facts(Optional<String> principal, Optional<Settings> settings) {}

  Facts check(String app) {
    Read site = arm.get(app, API);
    if (site.missing()) {
      diagnosis.add(
          Code.NOT_FOUND, app, "a function app", site.said(), "deploy infra/main.bicep (azd up)");
      return new Facts(Optional.empty(), Optional.empty());
    }
    if (!site.ok()) {
      diagnosis.unreadable(app, site, "Reader on the app");
      return new Facts(Optional.empty(), Optional.empty());
    }
    String state = site.value().at("/properties/state").asText("Running");
    if (!state.equals("Running")) {
      diagnosis.add(
          Code.APP_STOPPED, app, "state Running", state, "az functionapp start --ids " + app);
    }
    Map<String, String> environment = settings(app);
    Optional<String> principal = principal(site.value(), environment.get(CLIENT_ID));
    return new Facts(
        principal, environment.isEmpty() ? Optional.empty() : accepted(app, environment));
  }

  private Map<String, String> settings(String app) {
    Read read = arm.post(app + "/config/appsettings/list", API, Optional.empty());
    Map<String, String> settings = new TreeMap<>();
    if (!read.ok()) {
      diagnosis.unreadable(
          app, read, "a role with Microsoft.Web/sites/config/list/action, as Website Contributor");
      return settings;
    }
    read.value()
        .path("properties")
        .properties()
        .forEach(e -> settings.put(e.getKey(), e.getValue().asText()));
    return settings;
  }

  private Optional<Settings> accepted(String app, Map<String, String> environment) {
    environment.forEach(
        (name, value) -> {
          Matcher disabled = DISABLED.matcher(name);
          if (disabled.matches() && (value.equals("1") || value.equalsIgnoreCase("true"))) {
            diagnosis.add(
                Code.FUNCTION_DISABLED,
                app,
                "function " + disabled.group(1) + " enabled",
                name + "=" + value,
                "take the setting away, unless somebody stopped it on purpose");
          }
        });
    SettingsResult<Settings> result = Settings.from(environment);
    result.violations().forEach(problem -> refused(problem, "the app does not start with it"));
    result.warnings().forEach(problem -> refused(problem, "the app ignores it"));
    result
        .settings()
        .ifPresent(
            settings ->
                diagnosis.inOrder(
                    "the app accepts its settings, mode "
                        + settings.mode().text()
                        + (settings.scopes().isEmpty()
                            ? ", nothing in POOLKEEPER_SCOPE: every cluster is only observed"
                            : ", POOLKEEPER_SCOPE names " + settings.scopes().keySet())));
    return result.settings();
  }

  private void refused(SettingProblem problem, String consequence) {
    diagnosis.add(
        Code.SETTING_REFUSED,
        problem.setting(),
        "a value that the app accepts",
        problem.message(),
        consequence + "; README has the list of settings");
  }

  private static Optional<String> principal(JsonNode site, String clientId) {
    JsonNode identities = site.at("/identity/userAssignedIdentities");
    for (JsonNode identity : identities) {
      boolean only = clientId == null && identities.size() == 1;
      if (only || identity.path("clientId").asText().equalsIgnoreCase(clientId)) {
        return Optional.of(identity.path("principalId").asText());
      }
    }
    String own = site.at("/identity/principalId").asText("");
    return own.isEmpty() ? Optional.empty() : Optional.of(own);
  }
}
