package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
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
      assertEquals(java.util.List.of("Event", "Open"), file.functions());
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
}
