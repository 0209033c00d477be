package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** host.json and settings: defaults of the real host, and refusals that name the place. */
class HostConfigurationTest {
  @TempDir Path folder;

  private HostJson read(String json, Map<String, String> settings) throws IOException {
    return HostJson.read(
        Files.writeString(folder.resolve("host.json"), json), new HostSettings(settings));
  }

  @Test
  void absentValuesAreTheRealHostsDefaults() throws IOException {
    HostJson json = read("{\"version\":\"2.0\"}", Map.of());
    assertEquals(
        new HostJson.Queues(16, 8, 5, Duration.ZERO, Duration.ofMinutes(1), true), json.queues());
    assertEquals(
        new HostJson.Singleton(Duration.ofMinutes(1), Duration.ofMinutes(1)), json.singleton());
    assertEquals("api", json.routePrefix());
  }

  @Test
  void aSettingReplacesAValueOfTheFile() throws IOException {
    HostJson json =
        read(
            "{\"extensions\":{\"queues\":{\"batchSize\":4}}}",
            Map.of(
                "AzureFunctionsJobHost__extensions__queues__visibilityTimeout", "00:00:03",
                "AzureFunctionsJobHost__extensions__queues__maxDequeueCount", "2",
                "AzureFunctionsJobHost__singleton__listenerLockPeriod", "00:00:15"));
    assertEquals(4, json.queues().batchSize());
    assertEquals(2, json.queues().maxDequeueCount());
    assertEquals(Duration.ofSeconds(3), json.queues().visibilityTimeout());
    assertEquals(Duration.ofSeconds(15), json.singleton().listenerLockPeriod());
  }

  @Test
  void everyBadValueOfHostJsonIsNamedAtOnce() {
    HostFailure failure =
        assertThrows(
            HostFailure.class,
            () ->
                read(
                    "{\"extensions\":{\"queues\":{\"batchSize\":33,\"newBatchThreshold\":-1,"
                        + "\"maxDequeueCount\":0,\"messageEncoding\":\"utf8\","
                        + "\"visibilityTimeout\":\"10s\",\"maxPollingInterval\":\"1s\"}},"
                        + "\"singleton\":{\"listenerLockPeriod\":\"x\","
                        + "\"listenerLockRecoveryPollingInterval\":\"y\"}}",
                    Map.of()));
    for (String name :
        List.of(
            "batchSize",
            "newBatchThreshold",
            "maxDequeueCount",
            "messageEncoding",
            "visibilityTimeout",
            "maxPollingInterval",
            "listenerLockPeriod",
            "listenerLockRecoveryPollingInterval")) {
      assertEquals(
          1,
          failure.problems().stream().filter(p -> p.matches(".*\\." + name + "\\b.*")).count(),
          name);
    }
    assertEquals(8, failure.problems().size());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'extensions':{'queues':{'batchSize':33}}}                | batchSize must be 1 to 32",
        "{'extensions':{'queues':{'visibilityTimeout':'10s'}}}     | visibilityTimeout: a time span",
        "{'extensions':{'queues':{'messageEncoding':'utf8'}}}      | messageEncoding must be",
        "[]                                                        | must hold a JSON object",
        "{                                                         | is not readable JSON",
      })
  void aBadFileIsRefusedWithThePlace(String json, String expected) {
    HostFailure failure =
        assertThrows(HostFailure.class, () -> read(json.replace('\'', '"'), Map.of()));
    assertTrue(failure.getMessage().contains(expected), failure.getMessage());
  }

  @Test
  void referencesToSettingsAreReplacedAndUnknownOnesNamed() {
    HostSettings settings = new HostSettings(Map.of("A", "x$1", "BLANK", " "));
    assertEquals("x$1-x$1", settings.resolve("%A%-%A%", "Sweep"));
    assertEquals("plain", settings.resolve("plain", "Sweep"));
    HostFailure failure =
        assertThrows(HostFailure.class, () -> settings.resolve("%B%", "Sweep schedule"));
    assertTrue(failure.getMessage().contains("Sweep schedule names the setting %B%"));
    assertThrows(HostFailure.class, () -> settings.resolve("%BLANK%", "Sweep"));
    HostFailure both = assertThrows(HostFailure.class, () -> settings.resolve("%B%%C%", "F"));
    assertEquals(
        List.of(
            "F names the setting %B%, which is not set",
            "F names the setting %C%, which is not set"),
        both.problems());
  }

  @Test
  void aFunctionIsDisabledByItsSetting() {
    HostSettings settings =
        new HostSettings(
            Map.of(
                "AzureWebJobs.A.Disabled", "true",
                "AzureWebJobs.B.Disabled", "1",
                "AzureWebJobs.C.Disabled", "false",
                "AzureWebJobs_D_Disabled", "True"));
    assertTrue(settings.disables("A") && settings.disables("B") && settings.disables("D"));
    assertFalse(settings.disables("C") || settings.disables("E"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'IsEncrypted':true,'Values':{}}   | IsEncrypted must be false",
        "{'IsEncrypted':false}              | an object Values",
        "{'Values':{'A':{'b':1}}}           | Values.A must be a string",
        "nothing                            | is not readable JSON",
      })
  void aBadSettingsFileIsRefused(String json, String expected) throws IOException {
    Path file = Files.writeString(folder.resolve("s.json"), json.replace('\'', '"'));
    HostFailure failure = assertThrows(HostFailure.class, () -> HostSettings.readFile(file));
    assertTrue(failure.getMessage().contains(expected), failure.getMessage());
  }
}
