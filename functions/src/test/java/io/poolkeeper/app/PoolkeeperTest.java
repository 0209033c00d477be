package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.telemetry.Invocation;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

final class PoolkeeperTest {
  private static Map<String, String> good() {
    Map<String, String> environment = new HashMap<>();
    environment.put("POOLKEEPER_STATE__blobServiceUri", "https://state.blob.core.windows.net");
    environment.put("POOLKEEPER_STATE__queueServiceUri", "https://state.queue.core.windows.net");
    environment.put("POOLKEEPER_STATE__credential", "managedidentity");
    environment.put("POOLKEEPER_DATA__blobServiceUri", "https://data.blob.core.windows.net");
    environment.put("POOLKEEPER_DATA__credential", "managedidentity");
    environment.put("POOLKEEPER_SWEEP_SCHEDULE", "0 * * * * *");
    return environment;
  }

  @Test
  void theGraphIsBuiltWithoutAskingAzureForAnything() {
    Poolkeeper poolkeeper = Poolkeeper.of(good(), new AtomicBoolean());
    Invocation call = new Invocation(Logger.getAnonymousLogger(), Optional.empty());
    assertEquals(Optional.empty(), poolkeeper.status(call), "off");
  }

  @Test
  void badSettingsAreRefusedAllAtOnce() {
    Map<String, String> environment = good();
    environment.put("POOLKEEPER_MODE", "maybe");
    environment.put("POOLKEEPER_MAX_POOL_SIZE", "-3");
    IllegalStateException refused =
        assertThrows(
            IllegalStateException.class, () -> Poolkeeper.of(environment, new AtomicBoolean()));
    assertTrue(refused.getMessage().contains("MODE"), refused.getMessage());
    assertTrue(refused.getMessage().contains("MAX_POOL_SIZE"), refused.getMessage());
  }

  @Test
  void aProcessWithoutSettingsFailsTheSameWayAtEveryCall() {
    String first =
        assertThrows(IllegalStateException.class, Poolkeeper::ofThisProcess).getMessage();
    String second =
        assertThrows(IllegalStateException.class, Poolkeeper::ofThisProcess).getMessage();
    assertTrue(first.contains("POOLKEEPER_STATE"), first);
    assertEquals(first, second);
  }
}
