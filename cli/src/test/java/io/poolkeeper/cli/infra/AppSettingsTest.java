package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.app.Cloud;
import io.poolkeeper.app.KnownSettings;
import io.poolkeeper.app.Settings;
import io.poolkeeper.app.SettingsResult;
import io.poolkeeper.model.Mode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The settings that the templates give, read by the app's own reader. */
class AppSettingsTest {
  /** Names that the host and the platform read. */
  private static final Set<String> PLATFORM =
      Set.of(
          "APPLICATIONINSIGHTS_AUTHENTICATION_STRING",
          "APPLICATIONINSIGHTS_CONNECTION_STRING",
          "APPLICATIONINSIGHTS_INSTRUMENTATION_LOGGING_LEVEL",
          "APPLICATIONINSIGHTS_SAMPLING_PERCENTAGE",
          "AzureFunctionsJobHost__functionTimeout",
          "AzureFunctionsWebHost__hostid",
          "AzureWebJobsStorage__blobServiceUri",
          "AzureWebJobsStorage__clientId",
          "AzureWebJobsStorage__credential",
          "AzureWebJobsStorage__queueServiceUri",
          "AzureWebJobsStorage__tableServiceUri");

  private static final Set<String> PREMIUM_ONLY =
      Set.of(
          "FUNCTIONS_EXTENSION_VERSION",
          "FUNCTIONS_WORKER_RUNTIME",
          "WEBSITE_RUN_FROM_PACKAGE",
          "WEBSITE_RUN_FROM_PACKAGE_BLOB_MI_RESOURCE_ID");

  private static final Pattern SECRET =
      Pattern.compile("(?i)accountkey|sharedaccess|[?&]sig=|password|@Microsoft\\.KeyVault");

  @BeforeAll
  static void evaluate() {
    Evaluated.all();
  }

  static Collection<Evaluated> apps() {
    return Evaluated.all().values().stream()
        .filter(variant -> !variant.ofType("Microsoft.Web/sites").isEmpty())
        .toList();
  }

  /** As the app sees them: the service has handed out its ids. */
  private static SettingsResult<Settings> read(Evaluated variant) {
    Map<String, String> environment = new TreeMap<>();
    variant
        .settings()
        .forEach(
            (name, value) ->
                environment.put(
                    name,
                    value.startsWith("[reference") && value.endsWith("clientId]")
                        ? "30000000-0000-0000-0000-000000000001"
                        : value));
    return Settings.from(environment);
  }

  @ParameterizedTest
  @MethodSource("apps")
  void theAppAcceptsItsSettingsAndKnowsEveryName(Evaluated variant) {
    SettingsResult<Settings> result = read(variant);
    assertEquals(List.of(), result.violations());
    assertEquals(List.of(), result.warnings());
  }

  @ParameterizedTest
  @MethodSource("apps")
  void everySettingOfTheAppIsThereAndNoOtherThanThePlatforms(Evaluated variant) {
    TreeSet<String> expected = new TreeSet<>(PLATFORM);
    for (KnownSettings.Known known : KnownSettings.ALL) {
      if (!known.isRequired() && !known.localOnly()) {
        expected.add(known.fullName());
      }
    }
    for (String part : KnownSettings.CONNECTION_PARTS) {
      expected.add("POOLKEEPER_STATE" + part);
      expected.add("POOLKEEPER_DATA" + part);
    }
    expected.remove("POOLKEEPER_DATA__queueServiceUri");
    boolean premium =
        variant.only("Microsoft.Web/serverfarms").at("/sku/tier").asText().equals("ElasticPremium");
    if (premium) {
      expected.addAll(PREMIUM_ONLY);
    }
    assertEquals(expected, new TreeSet<>(variant.settings().keySet()));
  }

  @ParameterizedTest
  @MethodSource("apps")
  void noSettingIsASecret(Evaluated variant) {
    variant
        .settings()
        .forEach((name, value) -> assertFalse(SECRET.matcher(value).find(), name + "=" + value));
    assertTrue(variant.settings().get("APPLICATIONINSIGHTS_AUTHENTICATION_STRING").contains("AAD"));
  }

  @Test
  void aFirstDeploymentObserves() {
    Settings settings = read(Evaluated.of("sample")).orThrow();
    assertEquals(Mode.OBSERVE, settings.mode());
    assertEquals(Map.of(), settings.scopes());
  }

  @Test
  void scopesAndOptionsArrive() {
    Settings settings = read(Evaluated.of("two-clusters")).orThrow();
    assertEquals(Mode.APPLY, settings.mode());
    assertEquals(Set.of("shop", "bank"), settings.scopes().keySet());
    assertEquals(1, settings.scope("shop").loadBalancers().orElseThrow().size());
    assertEquals(1, settings.scope("shop").subnets().orElseThrow().size());
    assertTrue(settings.scope("bank").subnets().isEmpty());
    assertEquals(500, settings.maxPoolSize());
    assertEquals(2, settings.egressProtocols().size());
    assertTrue(settings.statusOn() && settings.namesHashed());
    assertEquals("30 * * * * *", settings.sweepSchedule());
  }

  @Test
  void eachCloudHasItsOwnEndpoints() {
    Map.of(
            "sample", "core.windows.net",
            "government", "core.usgovcloudapi.net",
            "china", "core.chinacloudapi.cn")
        .forEach(
            (name, suffix) -> {
              Settings settings = read(Evaluated.of(name)).orThrow();
              Cloud cloud =
                  name.equals("sample")
                      ? Cloud.PUBLIC
                      : name.equals("china") ? Cloud.CHINA : Cloud.GOVERNMENT;
              assertEquals(cloud, settings.cloud());
              Evaluated.of(name)
                  .settings()
                  .forEach(
                      (setting, value) -> {
                        if (setting.endsWith("ServiceUri")) {
                          assertTrue(value.endsWith("." + suffix), setting + "=" + value);
                        }
                      });
            });
  }

  @Test
  void theHostIdIsShortEnoughAndTheEnvironmentsOwn() {
    Set<String> ids = new TreeSet<>();
    for (Evaluated variant : apps()) {
      String id = variant.settings().get("AzureFunctionsWebHost__hostid");
      assertTrue(id.matches("[a-z0-9][a-z0-9-]{0,30}[a-z0-9]") && !id.contains("--"), id);
      ids.add(id);
    }
    // sample and premium are one environment
    assertTrue(ids.size() >= apps().size() - 2, ids::toString);
  }
}
