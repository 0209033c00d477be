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
import java.util.function.Supplier;

/**
 * Storage by connection name: the setting {@code NAME} as a connection string, or {@code
 * NAME__queueServiceUri} and {@code NAME__blobServiceUri} with a managed identity.
 */
final class StorageConnections {
  static final String HOST = "AzureWebJobsStorage";
  private static final String CONNECTION_STRING =
      "a connection string (AccountName=...;AccountKey=...;...)";
  private static final String URL = "the URL of the service (https://...)";
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
      return checked(
          HOST, CONNECTION_STRING, () -> builder.connectionString(text.get()).buildClient());
    }
    String uri = uri(HOST, "blob");
    return checked(HOST, URL, () -> builder.endpoint(uri).credential(credential).buildClient());
  }

  private QueueServiceClient queueService(String name) {
    QueueServiceClientBuilder builder =
        new QueueServiceClientBuilder().serviceVersion(QueueServiceVersion.V2025_11_05);
    Optional<String> text = connectionString(name);
    if (text.isPresent()) {
      return checked(
          name, CONNECTION_STRING, () -> builder.connectionString(text.get()).buildClient());
    }
    String uri = uri(name, "queue");
    return checked(name, URL, () -> builder.endpoint(uri).credential(credential).buildClient());
  }

  /** What the client says of a refused value is left out: the value may hold a key. */
  private static <T> T checked(String name, String expected, Supplier<T> client) {
    try {
      return client.get();
    } catch (RuntimeException e) {
      throw new HostFailure("connection " + name + ": its setting must be " + expected);
    }
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
