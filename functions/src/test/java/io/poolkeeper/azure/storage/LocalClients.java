package io.poolkeeper.azure.storage;

import com.azure.core.http.HttpClient;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.queue.QueueAsyncClient;
import io.poolkeeper.testing.LocalStorage;
import java.util.List;
import java.util.UUID;

/** Clients of the local storage, with containers and queues of their own for each test. */
public final class LocalClients {
  private static final HttpClient HTTP = StorageClients.httpClient();

  private LocalClients() {}

  public static StorageClients with(HttpPipelinePolicy... policies) {
    return StorageClients.of(
        StorageOptions.local(LocalStorage.connectionString()), HTTP, List.of(policies));
  }

  public static BlobContainerAsyncClient freshContainer(StorageClients clients) {
    String name = "c" + UUID.randomUUID();
    clients.ensureContainers(List.of(name));
    return clients.container(name);
  }

  public static QueueAsyncClient freshQueue(StorageClients clients) {
    String name = "q" + UUID.randomUUID();
    clients.ensureQueues(List.of(name));
    return clients.queue(name);
  }
}
