package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageOptions;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.Documents.Fetched;
import io.poolkeeper.port.PortException;
import io.poolkeeper.testing.LocalStorage;
import io.poolkeeper.testing.ManualTime;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Storage that refuses, is not there, or never answers. */
class StorageOutOfReachIT {
  private static final ArmId ID =
      ArmId.of("/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/lb");

  private static StorageClients clients(String connectionString) {
    return StorageClients.of(
        StorageOptions.local(connectionString), StorageClients.httpClient(), List.of());
  }

  private static StorageClients at(int port) {
    return clients(
        LocalStorage.connectionString()
            .replaceAll("http://127.0.0.1:\\d+/", "http://127.0.0.1:" + port + "/"));
  }

  private static Fetched mapping(StorageClients clients) {
    return new BlobDocuments(clients.container("mappings"), clients.container("controls"))
        .mapping("prod", Optional.empty());
  }

  private static PortException acquiring(StorageClients clients) {
    BlobLedgers ledgers = new BlobLedgers(clients.container("ledgers"), new ManualTime());
    return assertThrows(
        PortException.class, () -> ledgers.acquire(ID, UUID.randomUUID().toString()));
  }

  @Test
  void aRefusalSaysWhatToGrant() {
    StorageClients wrongKey =
        clients(LocalStorage.connectionString().replaceFirst("AccountKey=....", "AccountKey=AAAA"));
    Fetched fetched = mapping(wrongKey);
    assertEquals(Documents.Kind.UNREADABLE, fetched.kind());
    assertTrue(
        fetched.detail().contains("answered 403 ")
            && fetched.detail().contains(": grant the app's identity its role"),
        fetched.detail());
    assertTrue(acquiring(wrongKey).getMessage().contains("answered 403 "));
  }

  @Test
  void nobodyListeningIsNoMissingDocument() throws IOException {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    Fetched fetched = mapping(at(port));
    assertEquals(Documents.Kind.UNREADABLE, fetched.kind());
    assertTrue(fetched.detail().contains("no answer from storage: Connect"), fetched.detail());
    assertTrue(acquiring(at(port)).getMessage().contains("no answer from storage"));
  }

  @Test
  void silenceIsGivenUpLongBeforeALeaseEnds() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      StorageClients clients = at(silent.getLocalPort());
      PortException fault =
          assertTimeout(StorageClients.CALL.plus(Duration.ofSeconds(3)), () -> acquiring(clients));
      assertTrue(fault.getMessage().contains("no answer from storage"), fault.getMessage());
    }
  }
}
