package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.LostReplies;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.port.PortException;
import io.poolkeeper.state.PoisonRecordCodec;
import io.poolkeeper.state.PoisonRecordCodec.PoisonRecord;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BlobPoisonStoreIT {
  private static final Instant AT = Instant.parse("2026-12-01T23:59:59.5Z");

  private final LostReplies replies = new LostReplies();
  private final StorageClients clients = LocalClients.with(replies);
  private final BlobContainerAsyncClient container = LocalClients.freshContainer(clients);

  private Optional<PoisonRecord> stored(String name) {
    return PoisonRecordCodec.read(
        container.getBlobAsyncClient(name).downloadContent().block(StorageClients.CALL).toBytes());
  }

  @Test
  void keepsTheMessageUnderItsDateAndId() {
    String name = new BlobPoisonStore(container, () -> "id-1").record("{noise", "why", AT);
    assertEquals("2026-12-01/id-1.json", name);
    assertEquals(Optional.of(new PoisonRecord("{noise", "why", AT)), stored(name));
  }

  @Test
  void aLostAnswerIsNoFailure() {
    replies.loseNext(1);
    String name = new BlobPoisonStore(container, () -> "id-2").record("m", "why", AT);
    assertEquals(Optional.of(new PoisonRecord("m", "why", AT)), stored(name));
  }

  @Test
  void aMissingContainerIsAFailure() {
    BlobPoisonStore nowhere = new BlobPoisonStore(clients.container("nowhere"), () -> "id");
    assertThrows(PortException.class, () -> nowhere.record("m", "why", AT));
  }
}
