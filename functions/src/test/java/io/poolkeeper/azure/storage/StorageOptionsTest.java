package io.poolkeeper.azure.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.http.HttpClient;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageOptionsTest {
  private static final URI BLOBS = URI.create("https://a.blob.core.windows.net");
  private static final URI QUEUES = URI.create("https://a.queue.core.windows.net");
  private static final HttpClient HTTP = StorageClients.httpClient();

  @Test
  void clientsOfAnIdentityAreBuiltWithoutAskingTheNetwork() {
    StorageOptions options =
        StorageOptions.identity(BLOBS, Optional.of(QUEUES), Optional.of("client"));
    StorageClients clients = StorageClients.of(options, HTTP, List.of());
    assertEquals(BLOBS + "/ledgers", clients.container("ledgers").getBlobContainerUrl());
    assertEquals(QUEUES + "/work", clients.queue("work").getQueueUrl());
  }

  @Test
  void anAccountWithoutQueuesSaysSoOnlyWhenOneIsAskedFor() {
    StorageOptions options = StorageOptions.identity(BLOBS, Optional.empty(), Optional.empty());
    StorageClients clients = StorageClients.of(options, HTTP, List.of());
    assertNotNull(clients.container("mappings"));
    assertThrows(IllegalStateException.class, () -> clients.queue("work"));
  }

  @Test
  void eitherUrisOrAConnectionString() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new StorageOptions(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new StorageOptions(
                Optional.of(BLOBS), Optional.empty(), Optional.empty(), Optional.of("x")));
    assertThrows(
        IllegalArgumentException.class,
        () ->
            new StorageOptions(
                Optional.empty(), Optional.empty(), Optional.of("id"), Optional.of("x")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://a.blob.core.windows.net",
        "ftp://a",
        "a.blob.core.windows.net",
        "http://" + "127.0.0.1.example.com",
        "https:/a",
        "http://localhost@evil.example"
      })
  void tokensNeverTravelInTheClear(String uri) {
    IllegalArgumentException fault =
        assertThrows(
            IllegalArgumentException.class,
            () -> StorageOptions.identity(URI.create(uri), Optional.empty(), Optional.empty()));
    assertTrue(fault.getMessage().contains("https"), fault.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://127.0.0.1:10000/x", "http://localhost:1/x", "http://[::1]:1/x"})
  void thisMachineMaySpeakPlainHttp(String uri) {
    assertNotNull(StorageOptions.identity(URI.create(uri), Optional.empty(), Optional.empty()));
  }

  @Test
  void theShortWordForLocalStorageIsAConnectionString() {
    StorageClients clients =
        StorageClients.of(StorageOptions.local("UseDevelopmentStorage=true"), HTTP, List.of());
    assertEquals(
        "http://127.0.0.1:10000/devstoreaccount1/ledgers",
        clients.container("ledgers").getBlobContainerUrl());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c2VjcmV0",
        "AccountName=;AccountKey=c2VjcmV0",
        "DefaultEndpointsProtocol=http;AccountName=a;AccountKey=c2VjcmV0;EndpointSuffix=example.com"
      })
  void aWrongConnectionStringIsRefusedWithoutRepeatingItsKey(String connectionString) {
    StorageOptions options = StorageOptions.local(connectionString);
    assertFalse(options.toString().contains("c2VjcmV0"), options.toString());
    Throwable fault =
        assertThrows(
            IllegalArgumentException.class, () -> StorageClients.of(options, HTTP, List.of()));
    for (; fault != null; fault = fault.getCause()) {
      assertFalse(String.valueOf(fault.getMessage()).contains("c2VjcmV0"), fault.getMessage());
    }
  }
}
