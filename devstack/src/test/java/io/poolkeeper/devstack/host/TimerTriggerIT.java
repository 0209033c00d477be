package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.devstack.azurite.Azurite;
import io.poolkeeper.devstack.azurite.AzuriteOptions;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimerTriggerIT {
  private static Azurite azurite;
  @TempDir Path folder;

  @BeforeAll
  static void startStorage() throws Exception {
    azurite = Azurite.start(AzuriteOptions.inMemory());
  }

  @AfterAll
  static void stopStorage() {
    azurite.close();
  }

  @Test
  void oneOfTwoHostsRunsTheTimerAndTheOtherTakesOverWhenItIsKilled() throws Exception {
    Bench bench = new Bench(folder, azurite, "none");
    bench.app().queues("none").timer().stage();
    LaunchOptions forFirst = bench.options().set("SAMPLE_SCHEDULE", "* * * * * *");
    LaunchOptions forSecond = bench.options().set("SAMPLE_SCHEDULE", "* * * * * *");
    FunctionHost first = FunctionHost.launch(forFirst.hostId("takeover"));
    Await.until("the first tick", Bench.SOON, () -> !first.invocations().isEmpty());
    try (FunctionHost second = FunctionHost.launch(forSecond.hostId("takeover"))) {
      int before = bench.seen("tick").size();
      Await.until("three ticks", Bench.SOON, () -> bench.seen("tick").size() >= before + 3);
      assertTrue(second.invocations().isEmpty(), "the second host does not run the timer");
      assertFalse(Json.MAPPER.readTree(bench.seen("tick").get(0)).path("IsPastDue").asBoolean());
      first.kill();
      Await.until("a takeover", Duration.ofSeconds(40), () -> !second.invocations().isEmpty());
    }
  }

  @Test
  void aTimerIsFiredByHandAndRemembersWhatItMissed() throws Exception {
    Bench bench = new Bench(folder, azurite, "none");
    bench.app().queues("none").timer().stage();
    LaunchOptions options = bench.options().set("SAMPLE_SCHEDULE", "0 0 0 1 1 *").hostId("by-hand");
    try (FunctionHost host = FunctionHost.launch(options)) {
      URI fire = host.uri().resolve("/admin/functions/Tick?wait=true");
      assertEquals(200, Client.call("POST", fire, "{}").statusCode());
      assertEquals(
          202, Client.call("POST", host.uri().resolve("/admin/functions/Tick"), "").statusCode());
      Await.until("two ticks", Bench.SOON, () -> bench.seen("tick").size() == 2);
    }
    new TimerStatus(Bench.hostContainer(azurite), "by-hand", "Tick")
        .write(new TimerStatus.Times(Instant.EPOCH, Instant.EPOCH.plusSeconds(60)));
    try (FunctionHost host =
        FunctionHost.launch(
            bench.options().set("SAMPLE_SCHEDULE", "0 0 0 1 1 *").hostId("by-hand"))) {
      Await.until("the missed tick", Bench.SOON, () -> bench.seen("tick").size() == 3);
      JsonNode timer = Json.MAPPER.readTree(bench.seen("tick").get(2));
      assertTrue(timer.path("IsPastDue").asBoolean());
      assertEquals(Instant.EPOCH.toString(), timer.path("ScheduleStatus").path("Last").asText());
      assertTrue(host.process().isAlive());
    }
  }

  @Test
  void runsOfATimerNeverOverlap() throws Exception {
    Bench bench = new Bench(folder, azurite, "none");
    bench.app().queues("none").longTimer().stage();
    try (FunctionHost host = FunctionHost.launch(bench.options().hostId("overlap"))) {
      URI fire = host.uri().resolve("/admin/functions/LongTick");
      assertEquals(202, Client.call("POST", fire, "{}").statusCode());
      Await.until("three runs", Bench.SOON, () -> bench.seen("longTick").size() >= 6);
    }
    List<String> lines = bench.seen("longTick");
    for (int i = 0; i < lines.size(); i++) {
      assertEquals(i % 2 == 0 ? "begin" : "end", lines.get(i), lines.toString());
    }
  }

  @Test
  void aDisabledTimerIsNotLoaded() throws Exception {
    Bench bench = new Bench(folder, azurite, "none");
    bench.app().queues("none").timer().webFunctions().stage();
    LaunchOptions options = bench.options().set("AzureWebJobs.Tick.Disabled", "true");
    try (FunctionHost host = FunctionHost.launch(options)) {
      assertFalse(host.functions().contains("Tick"));
      URI fire = host.uri().resolve("/admin/functions/Tick");
      assertEquals(404, Client.call("POST", fire, "{}").statusCode());
    }
  }
}
