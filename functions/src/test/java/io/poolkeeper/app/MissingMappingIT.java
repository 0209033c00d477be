package io.poolkeeper.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.util.BinaryData;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.azure.storage.StorageOptions;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.state.LedgerCodec;
import io.poolkeeper.telemetry.Invocation;
import io.poolkeeper.testing.LocalStorage;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The whole app on real storage, put together as the worker does. */
final class MissingMappingIT {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String SUBSCRIPTION = "00000000-0000-0000-0000-0000000000fa";
  private static StorageClients storage;

  private final List<LogRecord> lines = new ArrayList<>();
  private final Logger logger = Logger.getAnonymousLogger();

  @BeforeAll
  static void containersAndQueues() {
    storage =
        StorageClients.of(
            StorageOptions.local(LocalStorage.connectionString()),
            StorageClients.httpClient(),
            List.of());
    storage.ensureContainers(
        List.of(
            StorageNames.MAPPINGS,
            StorageNames.CONTROLS,
            StorageNames.LEDGERS,
            StorageNames.GATES,
            StorageNames.POISON));
    storage.ensureQueues(List.of(StorageNames.WORK_QUEUE, StorageNames.WORK_POISON_QUEUE));
  }

  private Poolkeeper poolkeeper() {
    logger.setUseParentHandlers(false);
    logger.addHandler(
        new Handler() {
          @Override
          public synchronized void publish(LogRecord line) {
            lines.add(line);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        });
    Map<String, String> environment = new HashMap<>();
    environment.put("POOLKEEPER_STATE", LocalStorage.connectionString());
    environment.put("POOLKEEPER_DATA", LocalStorage.connectionString());
    environment.put("POOLKEEPER_SCOPE", "{\"shop-without-mapping\":{\"loadBalancers\":[]}}");
    environment.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", "https://127.0.0.1:1");
    environment.put("POOLKEEPER_LOCAL_ARM_CA", "src/test/resources/certificates/ca.pem");
    environment.put("POOLKEEPER_STATUS", "on");
    return Poolkeeper.of(environment, new AtomicBoolean());
  }

  private JsonNode line(String message) throws Exception {
    for (LogRecord line : lines) {
      JsonNode json = MAPPER.readTree(line.getMessage());
      if (json.path("message").asText().equals(message)) {
        assertEquals(
            json.path("severity").asText().equals("warning") ? Level.WARNING : Level.INFO,
            line.getLevel());
        return json;
      }
    }
    throw new AssertionError("no line '" + message + "' of the invocation");
  }

  private Invocation invocation() {
    return new Invocation(logger, Optional.empty());
  }

  @Test
  void aClusterOfTheScopeWithoutAMappingIsAProblemInSweepAndStatus() throws Exception {
    Poolkeeper poolkeeper = poolkeeper();
    poolkeeper.sweep(invocation());
    JsonNode sweep = line("sweep finished");
    assertEquals("warning", sweep.path("severity").asText());
    assertTrue(
        sweep
            .path("problems")
            .toString()
            .contains("there is no blob mappings/shop-without-mapping/mapping.json"),
        sweep.toString());
    JsonNode status = MAPPER.readTree(poolkeeper.status(invocation()).orElseThrow());
    JsonNode cluster = status.path("clusters").get(status.path("clusters").size() - 1);
    assertEquals("shop-without-mapping", cluster.path("cluster").asText());
    assertEquals("warning", cluster.path("severity").asText());
  }

  @Test
  void aLineOfACallBesideOthersIsFiledUnderTheInvocation() throws Exception {
    storage
        .container(StorageNames.GATES)
        .getBlobAsyncClient(SUBSCRIPTION + ".json")
        .upload(BinaryData.fromString("noise"), true)
        .block(StorageClients.CALL);
    ArmId lb =
        ArmId.of(
            "/subscriptions/%s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/lb"
                .formatted(SUBSCRIPTION));
    // one that was looked after before: else the run ends before it takes a lease or asks the gate
    byte[] key = MessageDigest.getInstance("SHA-256").digest(lb.key().getBytes(UTF_8));
    storage
        .container(StorageNames.LEDGERS)
        .getBlobAsyncClient(HexFormat.of().formatHex(key) + ".json")
        .upload(BinaryData.fromBytes(LedgerCodec.write(Ledger.EMPTY)), true)
        .block(StorageClients.CALL);
    String message =
        "{\"v\":1,\"cluster\":\"shop-without-mapping\",\"loadBalancer\":\"%s\"}".formatted(lb);
    Outcome outcome = poolkeeper().reconcile(message, 1, "", invocation());
    assertEquals(Outcome.MAPPING_UNREADABLE, outcome);
    JsonNode gate = line("gate unreadable");
    assertEquals("warning", gate.path("severity").asText());
    assertTrue(gate.path("target").asText().contains(SUBSCRIPTION), gate.toString());
  }
}
