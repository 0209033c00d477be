package io.poolkeeper.cli.chaos;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.LeaseStateType;
import com.azure.storage.queue.QueueServiceClient;
import com.azure.storage.queue.QueueServiceClientBuilder;
import com.azure.storage.queue.QueueServiceVersion;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.storage.StorageNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/** A look into the app's storage from outside: its queues, its ledgers' leases and holds. */
final class Storage {
  private final BlobServiceClient blobs;
  private final QueueServiceClient queues;

  Storage(String connectionString) {
    blobs =
        new BlobServiceClientBuilder()
            .connectionString(connectionString)
            .serviceVersion(BlobServiceVersion.V2025_11_05)
            .httpClient(new JdkHttpClientBuilder().build())
            .buildClient();
    queues =
        new QueueServiceClientBuilder()
            .connectionString(connectionString)
            .serviceVersion(QueueServiceVersion.V2025_11_05)
            .httpClient(new JdkHttpClientBuilder().build())
            .buildClient();
  }

  /** Messages of the queue, those that wait for their time or are being worked on included. */
  long messages(String queue) {
    return queues.getQueueClient(queue).getProperties().getApproximateMessagesCountLong();
  }

  int poisonRecords() {
    int records = 0;
    for (BlobItem ignored : blobs.getBlobContainerClient(StorageNames.POISON).listBlobs()) {
      records++;
    }
    return records;
  }

  /** Whether no worker, dead ones included, has a lease on a ledger. */
  boolean leasesAreFree() {
    for (BlobItem ledger : blobs.getBlobContainerClient(StorageNames.LEDGERS).listBlobs()) {
      if (ledger.getProperties().getLeaseState() == LeaseStateType.LEASED) {
        return false;
      }
    }
    return true;
  }

  /** Every ledger, by the name of its load balancer. */
  Map<String, JsonNode> ledgers() {
    Map<String, JsonNode> all = new TreeMap<>();
    BlobContainerClient ledgers = blobs.getBlobContainerClient(StorageNames.LEDGERS);
    for (BlobItem item : ledgers.listBlobs()) {
      JsonNode ledger = json(ledgers.getBlobClient(item.getName()).downloadContent().toBytes());
      all.put(Names.last(ledger.path("loadBalancer").asText("/")), ledger);
    }
    return all;
  }

  /** Reason by {@code lb-1/pool address} of every hold in a ledger. */
  Map<String, String> holds() {
    Map<String, String> holds = new TreeMap<>();
    ledgers()
        .forEach(
            (loadBalancer, ledger) -> {
              for (JsonNode hold : ledger.path("holds")) {
                String place = Names.place(loadBalancer, hold.path("pool").asText());
                String key = place + " " + hold.path("address").asText();
                holds.put(key, hold.path("reason").asText());
              }
            });
    return holds;
  }

  private static JsonNode json(byte[] content) {
    try {
      return Names.JSON.readTree(content);
    } catch (IOException e) {
      throw new UncheckedIOException("a ledger is no JSON", e);
    }
  }
}
