package io.poolkeeper.cli.demo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.cli.local.Publisher;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.host.FunctionHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged app under the function host: its lines name the trace of who caused them. */
class TraceIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Of a caller outside. */
  private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

  @TempDir Path folder;

  @Test
  @Timeout(value = 4, unit = TimeUnit.MINUTES)
  void theTraceOfAnEventArrivesInTheLinesOfItsRun() throws IOException, InterruptedException {
    Path staged = Checkout.root().resolve("functions/target/azure-functions/poolkeeper");
    Options options = new Options().snapshot(World.azure(folder.resolve("start")));
    LocalAzure.Stage stage =
        new LocalAzure.Stage(
            staged, options, World.scope(), folder.resolve("logs"), List.of("worker"));
    try (LocalAzure azure = LocalAzure.start(stage, (part, where) -> {})) {
      FunctionHost host = azure.hosts().get(0);
      Optional<String> caller = Optional.of("00-" + TRACE + "-00f067aa0ba902b7-01");
      new Publisher(azure.storage().connectionString(), host.eventGridUri("IngestEvent"), caller)
          .mapping(World.CLUSTER, new World().mapping());
      JsonNode run = await(host.logFile(), "pool written", "causeOperationId", "");
      assertEquals(TRACE, run.path("causeOperationId").asText(), run::toString);
      assertNotEquals(TRACE, run.path("operationId").asText(), "a run is a call of its own");
      JsonNode asked = await(host.logFile(), "events ingested", "operationId", TRACE);
      assertTrue(asked.path("askedCount").asInt() > 0, asked::toString);
      String runId = run.path("reconcileId").asText();
      JsonNode finished = await(host.logFile(), "reconcile finished", "reconcileId", runId);
      assertEquals(TRACE, finished.path("causeOperationId").asText());
      assertEquals("UPDATED", finished.path("outcome").asText(), finished::toString);
      assertTrue(finished.path("armCalls").asInt() > 0, finished::toString);
    }
  }

  /**
   * @param value of the field, or empty text: any but none
   */
  private static JsonNode await(Path log, String message, String field, String value)
      throws IOException {
    long end = System.nanoTime() + LONGEST.toNanos();
    while (System.nanoTime() - end < 0) {
      Optional<JsonNode> found = find(log, message, field, value);
      if (found.isPresent()) {
        return found.get();
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
    }
    throw new AssertionError("no line '" + message + "' in\n" + Files.readString(log));
  }

  private static Optional<JsonNode> find(Path log, String message, String field, String value)
      throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      for (String line : (Iterable<String>) lines::iterator) {
        int from = line.indexOf("{\"message\":\"" + message + "\"");
        if (from >= 0) {
          JsonNode json = JSON.readTree(line.substring(from));
          String found = json.path(field).asText();
          if (value.isEmpty() ? !found.isEmpty() : found.equals(value)) {
            return Optional.of(json);
          }
        }
      }
    }
    return Optional.empty();
  }
}
