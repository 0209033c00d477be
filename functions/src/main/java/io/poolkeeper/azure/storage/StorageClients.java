package io.poolkeeper.azure.storage;

import com.azure.core.http.HttpClient;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.BlobServiceAsyncClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.azure.storage.common.policy.RequestRetryOptions;
import com.azure.storage.common.policy.RetryPolicyType;
import com.azure.storage.queue.QueueAsyncClient;
import com.azure.storage.queue.QueueMessageEncoding;
import com.azure.storage.queue.QueueServiceAsyncClient;
import com.azure.storage.queue.QueueServiceClientBuilder;
import com.azure.storage.queue.QueueServiceVersion;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Clients of one storage account. Building them asks nothing of the network. */
public final class StorageClients {
  /**
   * The longest a caller waits for one answer, tries and the pause between them included: far below
   * a lease, so that no deadline is slept over.
   */
  public static final Duration CALL = Duration.ofSeconds(12);

  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration TRY = Duration.ofSeconds(5);
  private static final Duration RETRY_DELAY = Duration.ofMillis(300);
  private static final int TRIES = 2;

  /** The newest version that the pinned local storage knows too. */
  private static final BlobServiceVersion BLOB_VERSION = BlobServiceVersion.V2025_11_05;

  private static final QueueServiceVersion QUEUE_VERSION = QueueServiceVersion.V2025_11_05;

  private final BlobServiceAsyncClient blobs;
  private final Optional<QueueServiceAsyncClient> queues;

  private StorageClients(BlobServiceAsyncClient blobs, Optional<QueueServiceAsyncClient> queues) {
    this.blobs = blobs;
    this.queues = queues;
  }

  /** To be shared by all accounts: connections and threads are its own. */
  public static HttpClient httpClient() {
    return new JdkHttpClientBuilder()
        .connectionTimeout(CONNECT)
        .responseTimeout(TRY)
        .readTimeout(TRY)
        .writeTimeout(TRY)
        .build();
  }

  /**
   * @param policies see every single try
   * @throws IllegalArgumentException if the connection string is none, or names plain http beyond
   *     this machine; the message does not repeat it
   */
  public static StorageClients of(
      StorageOptions options, HttpClient http, List<HttpPipelinePolicy> policies) {
    BlobServiceClientBuilder blobs =
        new BlobServiceClientBuilder()
            .httpClient(http)
            .serviceVersion(BLOB_VERSION)
            .retryOptions(retries());
    QueueServiceClientBuilder queues =
        new QueueServiceClientBuilder()
            .httpClient(http)
            .serviceVersion(QUEUE_VERSION)
            .retryOptions(retries())
            .messageEncoding(QueueMessageEncoding.NONE);
    policies.forEach(blobs::addPolicy);
    policies.forEach(queues::addPolicy);
    return options.connectionString().isPresent()
        ? local(options.connectionString().get(), blobs, queues)
        : byIdentity(options, http, blobs, queues);
  }

  private static RequestRetryOptions retries() {
    return new RequestRetryOptions(
        RetryPolicyType.FIXED, TRIES, TRY, RETRY_DELAY, RETRY_DELAY, null);
  }

  private static StorageClients local(
      String connectionString, BlobServiceClientBuilder blobs, QueueServiceClientBuilder queues) {
    BlobServiceAsyncClient blobService;
    QueueServiceAsyncClient queueService;
    try {
      blobService = blobs.connectionString(connectionString).buildAsyncClient();
      queueService = queues.connectionString(connectionString).buildAsyncClient();
    } catch (RuntimeException e) {
      // its message may quote the text, and the text holds a key
      throw new IllegalArgumentException(
          "storage: expected a connection string with endpoints and a key, found something else ("
              + e.getClass().getSimpleName()
              + ")");
    }
    StorageOptions.requireHttps(URI.create(blobService.getAccountUrl()));
    StorageOptions.requireHttps(URI.create(queueService.getQueueServiceUrl()));
    return new StorageClients(blobService, Optional.of(queueService));
  }

  private static StorageClients byIdentity(
      StorageOptions options,
      HttpClient http,
      BlobServiceClientBuilder blobs,
      QueueServiceClientBuilder queues) {
    ManagedIdentityCredentialBuilder identity =
        new ManagedIdentityCredentialBuilder().httpClient(http);
    options.clientId().ifPresent(identity::clientId);
    var credential = identity.build();
    return new StorageClients(
        blobs
            .endpoint(options.blobServiceUri().orElseThrow().toString())
            .credential(credential)
            .buildAsyncClient(),
        options
            .queueServiceUri()
            .map(uri -> queues.endpoint(uri.toString()).credential(credential).buildAsyncClient()));
  }

  public BlobContainerAsyncClient container(String name) {
    return blobs.getBlobContainerAsyncClient(name);
  }

  /**
   * @throws IllegalStateException if the options name no queue service
   */
  public QueueAsyncClient queue(String name) {
    return queues
        .orElseThrow(() -> new IllegalStateException("storage: no queue service URI is set"))
        .getQueueAsyncClient(name);
  }

  /** For local storage only: in Azure the deployment makes containers and queues. */
  public void ensureContainers(Collection<String> names) {
    for (String name : names) {
      made(container(name).createIfNotExists(), "container " + name);
    }
  }

  /** For local storage only. */
  public void ensureQueues(Collection<String> names) {
    for (String name : names) {
      made(queue(name).createIfNotExists(), "queue " + name);
    }
  }

  private static void made(Mono<Boolean> creation, String target) {
    try {
      creation.block(CALL);
    } catch (RuntimeException e) {
      throw StorageFault.of("create", target, e);
    }
  }
}
