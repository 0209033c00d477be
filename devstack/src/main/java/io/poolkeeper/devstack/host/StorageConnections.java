package io.poolkeeper.devstack.host;

import com.azure.core.credential.TokenCredential;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.queue.QueueServiceClient;
import com.azure.storage.queue.QueueServiceClientBuilder;
import com.azure.storage.queue.QueueServiceVersion;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Storage by connection name: the setting {@code NAME} as a connection string, or {@code
 * NAME__queueServiceUri} and {@code NAME__blobServiceUri} with a managed identity.
 */
final class StorageConnections {
  static final String HOST = "AzureWebJobsStorage";
  private final HostSettings settings;
  private final TokenCredential credential;
  private final Map<String, QueueServiceClient> queueServices = new ConcurrentHashMap<>();

  StorageConnections(HostSettings settings) {
    this.settings = settings;
    this.credential = new IdentityEndpointCredential(settings);
  }

  QueueServiceClient queues(String connection) {
    return queueServices.computeIfAbsent(nameOf(connection), this::queueService);
  }

  /** The host's own blobs, for locks and timer state. */
  BlobServiceClient hostBlobs() {
    BlobServiceClientBuilder builder =
        new BlobServiceClientBuilder().serviceVersion(BlobServiceVersion.V2025_11_05);
    Optional<String> text = connectionString(HOST);
    if (text.isPresent()) {
      return builder.connectionString(text.get()).buildClient();
    }
    return builder.endpoint(uri(HOST, "blob")).credential(credential).buildClient();
  }

  private QueueServiceClient queueService(String name) {
    QueueServiceClientBuilder builder =
        new QueueServiceClientBuilder().serviceVersion(QueueServiceVersion.V2025_11_05);
    Optional<String> text = connectionString(name);
    if (text.isPresent()) {
      return builder.connectionString(text.get()).buildClient();
    }
    return builder.endpoint(uri(name, "queue")).credential(credential).buildClient();
  }

  private static String nameOf(String connection) {
    return connection.isBlank() ? HOST : connection;
  }

  private Optional<String> connectionString(String name) {
    return settings.find(name).or(() -> settings.find("AzureWebJobs" + name));
  }

  private String uri(String name, String service) {
    String setting = name + "__" + service + "ServiceUri";
    return settings
        .find(setting)
        .or(
            () ->
                settings
                    .find(name + "__accountName")
                    .map(a -> "https://" + a + "." + service + ".core.windows.net"))
        .orElseThrow(
            () ->
                new HostFailure(
                    "connection %s: neither %s (a connection string) nor %s is set"
                        .formatted(name, name, setting)));
  }
}
