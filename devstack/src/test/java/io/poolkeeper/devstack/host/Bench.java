package io.poolkeeper.devstack.host;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueServiceClientBuilder;
import com.azure.storage.queue.QueueServiceVersion;
import io.poolkeeper.devstack.azurite.Azurite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** What a test of the host works with: its folder, its storage, the hosts that it starts. */
final class Bench {
  static final Duration SOON = Duration.ofSeconds(30);
  private final Path folder;
  private final Azurite azurite;
  private final String queue;
  private int hosts;

  /** Each test has queues of its own name, since the storage is shared. */
  Bench(Path folder, Azurite azurite, String queue) throws IOException {
    this.folder = folder;
    this.azurite = azurite;
    this.queue = queue;
    Files.createDirectories(folder.resolve("seen"));
  }

  SamplePackage app() {
    return SamplePackage.in(folder.resolve("app"));
  }

  LaunchOptions options() {
    LaunchOptions options =
        LaunchOptions.of(folder.resolve("app"))
            .set("SAMPLE_OUT", folder.resolve("seen").toString())
            .set("SAMPLE_QUEUE", queue)
            .filesIn(folder, "host" + ++hosts);
    if (azurite != null) {
      options.set("DATA", azurite.connectionString());
      options.set("AzureWebJobsStorage", azurite.connectionString());
    }
    return options;
  }

  List<String> seen(String name) throws IOException {
    Path file = folder.resolve("seen").resolve(name);
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }

  QueueClient queue(String name) {
    QueueClient client =
        new QueueServiceClientBuilder()
            .connectionString(azurite.connectionString())
            .serviceVersion(QueueServiceVersion.V2025_11_05)
            .buildClient()
            .getQueueClient(name);
    client.createIfNotExists();
    return client;
  }

  static BlobContainerClient hostContainer(Azurite azurite) {
    return new BlobServiceClientBuilder()
        .connectionString(azurite.connectionString())
        .serviceVersion(BlobServiceVersion.V2025_11_05)
        .buildClient()
        .getBlobContainerClient("azure-webjobs-hosts");
  }

  static long length(QueueClient queue) {
    return queue.getProperties().getApproximateMessagesCountLong();
  }
}
