package io.poolkeeper.app;

import com.azure.core.http.HttpClient;
import io.poolkeeper.azure.arm.ArmClient;
import io.poolkeeper.azure.arm.ArmInventoryReader;
import io.poolkeeper.azure.arm.ArmLoadBalancers;
import io.poolkeeper.azure.arm.ArmOptions;
import io.poolkeeper.azure.blob.BlobClaims;
import io.poolkeeper.azure.blob.BlobDocuments;
import io.poolkeeper.azure.blob.BlobEventSources;
import io.poolkeeper.azure.blob.BlobGates;
import io.poolkeeper.azure.blob.BlobLedgers;
import io.poolkeeper.azure.blob.BlobPoisonStore;
import io.poolkeeper.azure.queue.StorageQueue;
import io.poolkeeper.azure.queue.StorageQueueWatch;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.azure.storage.StorageOptions;
import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.mapping.ScopedDocuments;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.Ids;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.QueueWatch;
import io.poolkeeper.port.Reports;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.telemetry.InvocationLog;
import io.poolkeeper.telemetry.TracedQueue;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** The ports as Azure gives them. Nothing is asked of Azure while they are made. */
record Adapters(Ports ports, Documents documents, QueueWatch queues, EventSources sources) {
  /** No longer than a run may last; the lease is what ends a wait before. */
  private static final Duration LONGEST_OPERATION = Duration.ofMinutes(4);

  static Adapters of(
      Settings settings, Reports reports, InvocationLog log, BooleanSupplier stopping) {
    TimeSource time = new SystemTime();
    Ids ids = () -> UUID.randomUUID().toString();
    Parallel parallel = log.carriedBy(new Threads());
    HttpClient http = StorageClients.httpClient();
    StorageClients state = StorageClients.of(storage(settings.state()), http, List.of());
    StorageClients data = StorageClients.of(storage(settings.data()), http, List.of());
    Documents documents =
        new ScopedDocuments(
            new BlobDocuments(
                data.container(StorageNames.MAPPINGS), data.container(StorageNames.CONTROLS)),
            settings.scopes().keySet());
    ArmClient arm = ArmClient.of(arm(settings));
    Ports ports =
        new Ports(
            new BlobLedgers(state.container(StorageNames.LEDGERS), time),
            new BlobClaims(state.container(StorageNames.EGRESS), time, reports),
            new DocumentCache(documents),
            new ArmLoadBalancers(arm, time, LONGEST_OPERATION),
            new ArmInventoryReader(arm, time, parallel),
            new BlobGates(state.container(StorageNames.GATES), reports),
            new TracedQueue(new StorageQueue(state.queue(StorageNames.WORK_QUEUE)), log::operation),
            new BlobPoisonStore(state.container(StorageNames.POISON), ids),
            reports,
            time,
            ids,
            random(),
            parallel,
            stopping);
    return new Adapters(
        ports,
        documents,
        new StorageQueueWatch(
            state.queue(StorageNames.WORK_QUEUE),
            state.queue(StorageNames.WORK_POISON_QUEUE),
            state.queue(StorageNames.EVENT_QUEUE),
            state.queue(StorageNames.EVENT_POISON_QUEUE)),
        new BlobEventSources(state.container(StorageNames.GATES), time));
  }

  /** Every thread its own: messages are worked on side by side. */
  private static RandomGenerator random() {
    return () -> ThreadLocalRandom.current().nextLong();
  }

  private static StorageOptions storage(StorageConnection connection) {
    return switch (connection.kind()) {
      case LOCAL_CONNECTION_STRING ->
          StorageOptions.local(connection.connectionString().orElseThrow());
      case MANAGED_IDENTITY ->
          StorageOptions.identity(
              connection.blobServiceUri().orElseThrow(),
              connection.queueServiceUri(),
              connection.clientId());
    };
  }

  /** ARM is asked by the identity that owns the state. */
  private static ArmOptions arm(Settings settings) {
    if (settings.localArm().isPresent()) {
      LocalArm local = settings.localArm().get();
      return ArmOptions.local(local.endpoint(), local.certificateAuthority());
    }
    return ArmOptions.of(cloud(settings.cloud()), settings.state().clientId());
  }

  static ArmOptions.Cloud cloud(Cloud cloud) {
    return switch (cloud) {
      case PUBLIC -> ArmOptions.Cloud.PUBLIC;
      case GOVERNMENT -> ArmOptions.Cloud.GOVERNMENT;
      case CHINA -> ArmOptions.Cloud.CHINA;
    };
  }
}
