package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final String KEY = "c2VjcmV0LXNlY3JldC1zZWNyZXQ=";
  private static final String LOCAL =
      "DefaultEndpointsProtocol=http;AccountName=devstoreaccount1;AccountKey="
          + KEY
          + ";BlobEndpoint=http://127.0.0.1:10000/devstoreaccount1;"
          + "QueueEndpoint=http://localhost:10001/devstoreaccount1;";
  private static final Path CA = Path.of("src/test/resources/certificates/ca.pem");
  private static final String GROUP = "/subscriptions/s/resourceGroups/g";
  private static final String LB = GROUP + "/providers/Microsoft.Network/loadBalancers/a";
  private static final String NETWORK = GROUP + "/providers/Microsoft.Network/virtualNetworks/v";

  @Test
  void startsWithTheDefaults() {
    SettingsResult<Settings> result = Settings.from(local());
    Settings settings = result.orThrow();
    assertEquals(List.of(), result.warnings());
    assertEquals(Mode.OBSERVE, settings.mode());
    assertEquals(Scope.OBSERVE_ONLY, settings.scope("prod"));
    assertEquals(Cloud.PUBLIC, settings.cloud());
    assertEquals(Optional.empty(), settings.localArm());
    assertEquals("0 * * * * *", settings.sweepSchedule());
    assertEquals(Set.of(Protocol.TCP), settings.egressProtocols());
    assertFalse(settings.assumeDefaultOutbound());
    assertEquals(Optional.empty(), settings.mappingMaxAge());
    assertEquals(Duration.ofHours(1), settings.holdAlertAge());
    assertEquals(Duration.ofMinutes(15), settings.divergedAlertAge());
    assertEquals(1000, settings.maxPoolSize());
    assertFalse(settings.statusOn());
    assertFalse(settings.namesHashed());
  }

  @Test
  void readsEverySetting() {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_MODE", "apply");
    environment.put(
        "POOLKEEPER_SCOPE",
        "{\"prod\":{\"loadBalancers\":[\""
            + LB
            + "\"],\"subnets\":[\""
            + NETWORK
            + "\"]},"
            + "\"all\":{\"loadBalancers\":[\""
            + GROUP
            + "\"]},\"none\":{}}");
    environment.put("POOLKEEPER_CLOUD", "china");
    environment.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", "https://localhost:8443");
    environment.put("POOLKEEPER_LOCAL_ARM_CA", CA.toString());
    environment.put("POOLKEEPER_SWEEP_SCHEDULE", "*/30 * * * * *");
    environment.put("POOLKEEPER_EGRESS_PROTOCOLS", "UDP, TCP");
    environment.put("POOLKEEPER_DEFAULT_OUTBOUND", "assume");
    environment.put("POOLKEEPER_MAPPING_MAX_AGE", "PT10M");
    environment.put("POOLKEEPER_HOLD_ALERT_AGE", "P1D");
    environment.put("POOLKEEPER_DIVERGED_ALERT_AGE", "PT5M");
    environment.put("POOLKEEPER_MAX_POOL_SIZE", "5000");
    environment.put("POOLKEEPER_STATUS", "on");
    environment.put("POOLKEEPER_TELEMETRY_NAMES", "hashed");

    Settings settings = Settings.from(environment).orThrow();

    assertEquals(Mode.APPLY, settings.mode());
    assertEquals(
        new Scope(Optional.of(List.of(ArmId.of(LB))), Optional.of(List.of(ArmId.of(NETWORK)))),
        settings.scope("prod"));
    assertTrue(settings.scope("all").allows(ArmId.of(LB)));
    assertFalse(settings.scope("none").allows(ArmId.of(LB)));
    assertFalse(settings.scope("Prod").allows(ArmId.of(LB)));
    assertEquals(Cloud.CHINA, settings.cloud());
    assertEquals(
        Optional.of(new LocalArm(URI.create("https://localhost:8443"), CA)), settings.localArm());
    assertEquals("*/30 * * * * *", settings.sweepSchedule());
    assertEquals(Duration.ofDays(1), settings.holdAlertAge());
    assertEquals(Duration.ofMinutes(5), settings.divergedAlertAge());
    assertTrue(settings.statusOn());
    assertTrue(settings.namesHashed());
    var plan = settings.planSettings("prod");
    assertEquals(Optional.of(settings.scope("prod")), plan.scope());
    assertEquals(Set.of(Protocol.TCP, Protocol.UDP), plan.protocols());
    assertTrue(plan.assumeDefaultOutbound());
    assertEquals(Optional.of(Duration.ofMinutes(10)), plan.mappingMaxAge());
    assertEquals(5000, plan.maxPoolSize());
  }

  @Test
  void readsConnectionsByManagedIdentity() {
    Map<String, String> environment = identity();
    environment.put("POOLKEEPER_DATA__credential", "managedidentity");
    environment.put("POOLKEEPER_DATA__clientId", "00000000-0000-0000-0000-000000000001");
    Settings settings = Settings.from(environment).orThrow();
    assertEquals(StorageConnection.Kind.MANAGED_IDENTITY, settings.state().kind());
    assertEquals(
        Optional.of(URI.create("https://a.blob.core.windows.net")),
        settings.state().blobServiceUri());
    assertEquals(
        Optional.of(URI.create("https://a.queue.core.windows.net")),
        settings.state().queueServiceUri());
    assertEquals(Optional.empty(), settings.state().clientId());
    assertEquals(Optional.of("00000000-0000-0000-0000-000000000001"), settings.data().clientId());
    assertEquals(Optional.empty(), settings.data().connectionString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "MODE | Apply | observe or apply, found 'Apply'",
        "CLOUD | azure | public or government or china",
        "EGRESS_PROTOCOLS | TCP,ICMP | TCP, UDP or TCP,UDP",
        "EGRESS_PROTOCOLS | , | TCP, UDP or TCP,UDP",
        "DEFAULT_OUTBOUND | yes | never or assume",
        "MAPPING_MAX_AGE | 10m | a positive ISO duration",
        "MAPPING_MAX_AGE | PT0S | a positive ISO duration",
        "MAPPING_MAX_AGE | -PT5M | a positive ISO duration",
        "HOLD_ALERT_AGE | P99999D | a positive ISO duration",
        "DIVERGED_ALERT_AGE | PT99999999999999999999H | a positive ISO duration",
        "MAX_POOL_SIZE | 0 | a whole number from 1",
        "MAX_POOL_SIZE | 1e3 | a whole number from 1",
        "MAX_POOL_SIZE | 99999999999 | a whole number from 1",
        "STATUS | true | off or on",
        "TELEMETRY_NAMES | none | plain or hashed",
        "SWEEP_SCHEDULE | * * * * * | NCRONTAB expression of six fields",
        "LOCAL_ARM_CA | src/test/resources/certificates/ca.pem | since POOLKEEPER_LOCAL_ARM_CA is",
        "STATE__blobServiceUri | https://a.blob.core.windows.net | either a connection string or",
      })
  void refusesOneWrongSetting(String name, String value, String message) {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_" + name, value);
    List<SettingProblem> violations = Settings.from(environment).violations();
    assertEquals(1, violations.size(), violations::toString);
    assertTrue(violations.get(0).message().contains(message), violations::toString);
    assertTrue(violations.get(0).setting().startsWith("POOLKEEPER_" + name.substring(0, 3)));
  }

  @Test
  void reportsAllViolationsAtOnce() {
    Map<String, String> environment = new HashMap<>();
    environment.put("POOLKEEPER_MODE", "on");
    environment.put("POOLKEEPER_STATUS", "maybe");
    environment.put("POOLKEEPER_SCOPE", "{\"prod\":{\"loadBalancers\":[\"a\"],\"x\":1}}");
    assertEquals(
        List.of(
            "POOLKEEPER_MODE",
            "POOLKEEPER_SCOPE $.prod.loadBalancers[0]",
            "POOLKEEPER_SCOPE $.prod.x",
            "POOLKEEPER_STATE__blobServiceUri",
            "POOLKEEPER_STATE__queueServiceUri",
            "POOLKEEPER_DATA__blobServiceUri",
            "POOLKEEPER_STATUS"),
        Settings.from(environment).violations().stream().map(SettingProblem::setting).toList());
    String message =
        assertThrows(IllegalStateException.class, () -> Settings.from(environment).orThrow())
            .getMessage();
    assertEquals(8, message.lines().count(), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "not json",
        "[]",
        "{\"prod\":[]}",
        "{\"prod\":{},\"prod\":{}}",
        "{\"pr/od\":{}}",
        "{\"prod\":{\"subnets\":[\"/subscriptions/s/resourceGroups/g\"]}}",
        "{\"prod\":{\"loadBalancers\":[\"/subscriptions/s\"]}}",
        "{\"prod\":{}} x"
      })
  void refusesAScopeThatIsNone(String scope) {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_SCOPE", scope);
    List<SettingProblem> violations = Settings.from(environment).violations();
    assertEquals(1, violations.size(), violations::toString);
    assertTrue(violations.get(0).setting().startsWith("POOLKEEPER_SCOPE $"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DefaultEndpointsProtocol=https;AccountName=a;AccountKey="
            + KEY
            + ";EndpointSuffix=core.windows.net",
        "BlobEndpoint=https://a.blob.core.windows.net;QueueEndpoint=http://127.0.0.1:1;AccountKey="
            + KEY,
        "BlobEndpoint=http://127.0.0.1:1;AccountKey=" + KEY,
        "BlobEndpoint=http://127.0.0.1.evil:1;QueueEndpoint=http://127.0.0.1:1;AccountKey=" + KEY,
        "BlobEndpoint=http://127.0.0.1@evil;QueueEndpoint=http://127.0.0.1:1;AccountKey=" + KEY,
        "UseDevelopmentStorage=true;DevelopmentStorageProxyUri=http://evil;AccountKey=" + KEY,
        "nonsense " + KEY,
      })
  void takesConnectionStringsOfLocalStorageOnlyAndNeverShowsThem(String text) {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_STATE", text);
    SettingsResult<Settings> result = Settings.from(environment);
    assertEquals(1, result.violations().size());
    assertEquals("POOLKEEPER_STATE", result.violations().get(0).setting());
    assertFalse(result.toString().contains("c2Vj"), result::toString);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.blob.core.windows.net",
        "https://a.blob.core.windows.net?sv=1&sig=c2VjcmV0",
        "https://user:c2VjcmV0@a.blob.core.windows.net",
        "a.blob.core.windows.net",
        "ftp://127.0.0.1",
        "https://"
      })
  void takesServiceUrisThatCarryNoSecretOnly(String uri) {
    Map<String, String> environment = identity();
    environment.put("POOLKEEPER_DATA__blobServiceUri", uri);
    SettingsResult<Settings> result = Settings.from(environment);
    assertEquals(1, result.violations().size());
    assertEquals("POOLKEEPER_DATA__blobServiceUri", result.violations().get(0).setting());
    assertFalse(result.toString().contains("c2Vj"), result::toString);
  }

  @Test
  void showsNoSecretWhereverItWasPut() {
    Map<String, String> environment = new HashMap<>();
    for (String name : KnownSettings.fullNames()) {
      environment.put(name, LOCAL);
    }
    assertFalse(Settings.from(environment).toString().contains(KEY));
    assertFalse(Settings.from(local()).toString().contains(KEY));
    assertEquals(
        Optional.of(LOCAL.trim()), Settings.from(local()).orThrow().state().connectionString());
  }

  @Test
  void refusesACredentialThatIsNone() {
    Map<String, String> environment = identity();
    environment.put("POOLKEEPER_STATE__credential", "password");
    environment.put("POOLKEEPER_DATA__clientId", "me");
    assertEquals(
        List.of(
            "POOLKEEPER_STATE__credential",
            "POOLKEEPER_DATA__credential",
            "POOLKEEPER_DATA__clientId"),
        Settings.from(environment).violations().stream().map(SettingProblem::setting).toList());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:1",
        "https://management.azure.com",
        "https://10.0.0.1",
        "https://localhost.evil.example",
        "https://127.0.0.1?x=y",
        "localhost"
      })
  void takesALocalArmOnALoopbackHostOnly(String endpoint) {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", endpoint);
    environment.put("POOLKEEPER_LOCAL_ARM_CA", CA.toString());
    assertEquals(
        List.of("POOLKEEPER_LOCAL_ARM_ENDPOINT"),
        Settings.from(environment).violations().stream().map(SettingProblem::setting).toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no-such-file.pem | no such file",
        "src/test/resources/certificates | a directory",
        "pom.xml | no certificate",
      })
  void refusesACertificateAuthorityThatIsNoneInOneListWithTheRest(String file, String found) {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", "http://10.0.0.1");
    environment.put("POOLKEEPER_LOCAL_ARM_CA", file);
    environment.put("POOLKEEPER_MODE", "maybe");
    List<SettingProblem> violations = Settings.from(environment).violations();
    assertEquals(
        List.of("POOLKEEPER_MODE", "POOLKEEPER_LOCAL_ARM_ENDPOINT", "POOLKEEPER_LOCAL_ARM_CA"),
        violations.stream().map(SettingProblem::setting).toList());
    String message = violations.get(2).message();
    assertTrue(message.startsWith("expected a readable PEM file with a certificate"), message);
    assertTrue(message.contains("found " + found), message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "BlobEndpoint=http://127.0.0.1:1;QueueEndpoint=http://127.0.0.1:2;",
        "AccountName=a;BlobEndpoint=http://127.0.0.1:1;QueueEndpoint=http://127.0.0.1:2;",
        "AccountName=a;AccountKey=%%%;BlobEndpoint=http://127.0.0.1:1;"
            + "QueueEndpoint=http://127.0.0.1:2;",
      })
  void refusesAConnectionStringThatNoClientTakesInOneListWithTheRest(String text) {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_DATA", text);
    environment.put("POOLKEEPER_STATUS", "maybe");
    assertEquals(
        List.of("POOLKEEPER_DATA", "POOLKEEPER_STATUS"),
        Settings.from(environment).violations().stream().map(SettingProblem::setting).toList());
  }

  @Test
  void namesEverySettingInFullAlsoInWhatToDo() {
    Map<String, String> environment = identity();
    environment.put("POOLKEEPER_STATE", "nonsense");
    environment.put("POOLKEEPER_DATA__clientId", "me");
    environment.put("POOLKEEPER_LOCAL_ARM_CA", "no-such-file.pem");
    Map<String, String> connections = local();
    connections.put("POOLKEEPER_DATA", "nonsense");
    connections.put("POOLKEEPER_STATE", "nonsense");
    for (Map<String, String> one : List.of(environment, connections)) {
      for (SettingProblem problem : Settings.from(one).violations()) {
        String message = problem.message().replaceAll("POOLKEEPER_[A-Z_a-z]+", "");
        assertFalse(
            message.matches(".*(STATE|DATA|LOCAL_ARM|__).*"), () -> "short name in " + problem);
      }
    }
  }

  @Test
  void refusesALocalArmBesideAManagedIdentity() {
    for (Map<String, String> environment : List.of(identity(), local())) {
      environment.put("IDENTITY_ENDPOINT", "http://localhost");
      environment.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", "https://[::1]:8443");
      environment.put("POOLKEEPER_LOCAL_ARM_CA", CA.toString());
      List<SettingProblem> violations = Settings.from(environment).violations();
      assertEquals(1, violations.size(), violations::toString);
      assertTrue(violations.get(0).message().contains("managed identity"));
    }
  }

  @Test
  void warnsOfNamesThatAreUnknownWithTheNearestOne() {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_SWEEP_SCHEDUL", "x");
    environment.put("poolkeeper_mode", "apply");
    environment.put("OTHER", "x");
    List<SettingProblem> warnings = Settings.from(environment).warnings();
    assertEquals(2, warnings.size(), warnings::toString);
    assertTrue(warnings.get(0).message().contains("POOLKEEPER_SWEEP_SCHEDULE is the nearest"));
    assertTrue(warnings.get(1).message().contains("POOLKEEPER_MODE is the nearest"));
  }

  @Test
  void warnsOfApplyWithoutAScope() {
    Map<String, String> environment = local();
    environment.put("POOLKEEPER_MODE", "apply");
    assertEquals("POOLKEEPER_SCOPE", Settings.from(environment).warnings().get(0).setting());
  }

  @Test
  void plansOfflineWithoutLimitsUnlessToldOtherwise() {
    OfflineSettings plain = OfflineSettings.from(Map.of()).orThrow();
    assertEquals(Mode.APPLY, plain.mode());
    assertEquals(Optional.empty(), plain.planSettings("prod").scope());
    OfflineSettings scoped =
        OfflineSettings.from(Map.of("SCOPE", "{}", "MODE", "observe", "MAX_POOL_SIZE", "9"))
            .orThrow();
    assertEquals(Optional.of(Scope.OBSERVE_ONLY), scoped.planSettings("prod").scope());
    assertEquals(Mode.OBSERVE, scoped.mode());
    assertEquals(9, scoped.planSettings("prod").maxPoolSize());
    assertEquals(
        List.of("MOD", "STATUS", "DEFAULT_OUTBOUND").size() - 1,
        OfflineSettings.from(Map.of("MOD", "x", "STATUS", "on", "DEFAULT_OUTBOUND", "x"))
            .violations()
            .size());
  }

  private static Map<String, String> local() {
    return new HashMap<>(
        Map.of("POOLKEEPER_STATE", LOCAL, "POOLKEEPER_DATA", "UseDevelopmentStorage=true"));
  }

  private static Map<String, String> identity() {
    return new HashMap<>(
        Map.of(
            "POOLKEEPER_STATE__blobServiceUri", "https://a.blob.core.windows.net",
            "POOLKEEPER_STATE__queueServiceUri", "https://a.queue.core.windows.net",
            "POOLKEEPER_DATA__blobServiceUri", "https://b.blob.core.windows.net"));
  }
}
