package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BlobEventSourcesIT {
  private static final Instant AT = Instant.parse("2026-12-01T12:00:00Z");

  private final BlobContainerAsyncClient container =
      LocalClients.freshContainer(LocalClients.with());
  private final ManualTime time = new ManualTime();

  private EventSources process() {
    return new BlobEventSources(container, time);
  }

  @Test
  void whatOneProcessSawAnotherTells() {
    assertEquals(Map.of(), process().lastSeen());
    process().seen("group", AT);
    process().seen("storage/acc", AT.plusSeconds(1));
    assertEquals(Map.of("group", AT, "storage/acc", AT.plusSeconds(1)), process().lastSeen());
  }

  @Test
  void aStormOfEventsIsOneWriteInTenMinutes() {
    EventSources sources = process();
    sources.seen("group", AT);
    sources.seen("group", AT.plusSeconds(1));
    assertEquals(Map.of("group", AT), sources.lastSeen());
    time.advance(Duration.ofMinutes(10));
    sources.seen("group", AT.plusSeconds(600));
    assertEquals(Map.of("group", AT.plusSeconds(600)), sources.lastSeen());
  }

  @Test
  void aLateWriterDoesNotTurnTimeBack() {
    process().seen("group", AT.plusSeconds(5));
    process().seen("group", AT);
    assertEquals(Map.of("group", AT.plusSeconds(5)), process().lastSeen());
  }

  @Test
  void noiseIsNothingAndIsReplaced() {
    container
        .getBlobAsyncClient("event-sources.json")
        .upload(BinaryData.fromString("noise"), true)
        .block(StorageClients.CALL);
    assertEquals(Map.of(), process().lastSeen());
    process().seen("group", AT);
    assertEquals(Map.of("group", AT), process().lastSeen());
  }
}
