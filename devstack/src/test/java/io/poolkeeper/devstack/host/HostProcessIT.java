package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The host as a program: its settings, its start failures, its parent. */
class HostProcessIT {
  @TempDir Path folder;

  @Test
  void settingsOfAFileReachTheFunctionAndSetWins() throws Exception {
    Bench bench = new Bench(folder, null, "none");
    bench.app().queues("none").webFunctions().stage();
    Path settings = folder.resolve("local.settings.json");
    Files.writeString(
        settings,
        "{\"IsEncrypted\":false,\"Values\":{\"SAMPLE_OUT\":\"/nowhere\",\"AzureWebJobs.Hello.Disabled\":\"1\"}}");
    Path ready = folder.resolve("ready.json");
    Process outer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HostMain.class.getName(),
                "--settings",
                settings.toString(),
                "--set",
                "SAMPLE_OUT=" + folder.resolve("seen"),
                "--ready-file",
                ready.toString(),
                folder.resolve("app").toString())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("outer.log").toFile())
            .start();
    try {
      Await.until("ready", Bench.SOON, () -> Files.exists(ready));
      ReadyFile file = ReadyFile.read(ready);
      assertEquals(List.of("Event", "Open"), file.functions());
      Client.call(
          "POST",
          file.url().resolve(EventGridEndpoint.PATH + "?functionName=Event"),
          "{}",
          "aeg-event-type",
          "Notification");
      assertEquals(1, bench.seen("event").size());
    } finally {
      outer.destroyForcibly();
    }
    long inner = Json.MAPPER.readTree(ready.toFile()).path("pid").asLong();
    Await.until(
        "the host ends after its parent was killed",
        Bench.SOON,
        () -> ProcessHandle.of(inner).map(p -> !p.isAlive()).orElse(true));
  }

  @Test
  void aMissingSettingFailsTheStartAndNamesIt() throws Exception {
    Bench bench = new Bench(folder, null, "none");
    bench.app().queues("none").timer().stage();
    IOException failure =
        assertThrows(IOException.class, () -> FunctionHost.launch(bench.options()));
    assertTrue(failure.getMessage().contains("%SAMPLE_SCHEDULE%"), failure.getMessage());
  }

  @Test
  void aMissingConnectionFailsTheStartAndSaysWhatToSet() throws Exception {
    Bench bench = new Bench(folder, null, "none");
    bench.app().queues("none").queueFunctions().stage();
    IOException failure =
        assertThrows(IOException.class, () -> FunctionHost.launch(bench.options()));
    assertTrue(failure.getMessage().contains("DATA__queueServiceUri"), failure.getMessage());
  }

  @Test
  void everyMissingAndBadSettingOfEveryFunctionIsNamedAtOnce() throws Exception {
    Bench bench = new Bench(folder, null, "Not_A_Queue");
    bench.app().queues("none").queueFunctions().timer().webFunctions().withInjector().stage();
    LaunchOptions options =
        bench
            .options()
            .set("AzureWebJobsStorage", "secret-looking text")
            .set("SAMPLE_SCHEDULE", "every minute")
            .set("SAMPLE_REFUSE", "2 settings are refused")
            .set("AzureFunctionsJobHost__extensions__queues__batchSize", "99");
    IOException failure = assertThrows(IOException.class, () -> FunctionHost.launch(options));
    for (String part :
        List.of(
            "5 things keep the host from starting",
            "batchSize must be 1 to 32, found 99",
            "Record queueName: expected 3 to 63 of a-z, 0-9",
            "connection DATA: neither DATA (a connection string) nor DATA__queueServiceUri",
            "Tick schedule: 'every minute' is neither",
            "connection AzureWebJobsStorage: its setting must be a connection string",
            "IllegalStateException: 2 settings are refused")) {
      assertEquals(1, count(failure.getMessage(), part), part + " in " + failure.getMessage());
    }
    assertFalse(failure.getMessage().contains("secret-looking"), failure.getMessage());
  }

  @Test
  void whatTheAppSaysOfItsSettingsIsLoggedAtStartAndTheHostServesOn() throws Exception {
    Bench bench = new Bench(folder, null, "none");
    bench.app().queues("none").webFunctions().withInjector().stage();
    LaunchOptions options = bench.options().set("SAMPLE_REFUSE", "2 settings are refused: A, B");
    try (FunctionHost host = FunctionHost.launch(options)) {
      String log = Files.readString(host.logFile());
      String line = log.lines().filter(l -> l.contains("2 settings")).findFirst().orElse(log);
      assertTrue(line.contains("Event, Hello, Open"), log);
      assertTrue(line.endsWith("IllegalStateException: 2 settings are refused: A, B"), log);
      assertEquals(1, count(log, "2 settings are refused"), log);
      assertEquals(
          200, Client.call("GET", host.uri().resolve("/admin/host/status"), "").statusCode());
      assertEquals(500, Client.call("GET", host.uri().resolve("/api/open"), "").statusCode());
    }
  }

  @Test
  void aSuspendedHostAnswersAgainAfterItIsResumed() throws Exception {
    Bench bench = new Bench(folder, null, "none");
    bench.app().queues("none").webFunctions().stage();
    try (FunctionHost host = FunctionHost.launch(bench.options())) {
      host.suspend();
      var answer =
          java.util.concurrent.CompletableFuture.supplyAsync(
              () -> {
                try {
                  return Client.call("GET", host.uri().resolve("/api/open"), "").body();
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      host.resume();
      assertEquals("open GET", answer.get(20, TimeUnit.SECONDS));
    }
  }

  @Test
  @Timeout(value = 30, unit = TimeUnit.SECONDS)
  void aSuspendedHostDoesNotKeepWhoeverClosesItWaiting() throws Exception {
    Bench bench = new Bench(folder, null, "none");
    bench.app().queues("none").webFunctions().stage();
    FunctionHost host = FunctionHost.launch(bench.options());
    host.suspend();
    host.close();
    assertFalse(host.process().isAlive());
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }
}
