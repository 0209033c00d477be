package io.poolkeeper.cli.cases;

import com.azure.core.util.Context;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.BlobServiceVersion;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.app.Poolkeeper;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.azure.storage.StorageOptions;
import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.azurite.Azurite;
import io.poolkeeper.devstack.azurite.AzuriteOptions;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.state.RequestCodec;
import io.poolkeeper.telemetry.Invocation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * The app's own object graph in this process, on a real Azurite and the ARM simulator over HTTPS.
 */
final class RealAdapters implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Azurite azurite;
  private final ArmSimulator arm;
  private final Map<String, String> settings = new HashMap<>();
  private final Map<String, Poolkeeper> apps = new HashMap<>();
  private final List<CountingProxy> proxies = new ArrayList<>();
  private final BlobServiceClient blobs;
  private final Lines lines = new Lines();
  private final Logger logger = Logger.getAnonymousLogger();

  /** Keeps the report lines of runs. */
  private static final class Lines extends Handler {
    private final List<String> all = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      all.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  RealAdapters(Path folder) throws IOException {
    azurite = Azurite.start(AzuriteOptions.inMemory());
    arm = ArmSimulator.start(new Options());
    String storage = azurite.connectionString();
    StorageClients clients =
        StorageClients.of(StorageOptions.local(storage), StorageClients.httpClient(), List.of());
    clients.ensureContainers(StorageNames.STATE_CONTAINERS);
    clients.ensureContainers(StorageNames.DATA_CONTAINERS);
    clients.ensureQueues(StorageNames.QUEUES);
    blobs =
        new BlobServiceClientBuilder()
            .connectionString(storage)
            .serviceVersion(BlobServiceVersion.V2025_11_05)
            .buildClient();
    Path authority = Files.writeString(folder.resolve("ca.pem"), arm.authorityPem());
    settings.put("POOLKEEPER_MODE", "apply");
    settings.put("POOLKEEPER_STATE", storage);
    settings.put("POOLKEEPER_DATA", storage);
    settings.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", arm.url().toString());
    settings.put("POOLKEEPER_LOCAL_ARM_CA", authority.toString());
    logger.setUseParentHandlers(false);
    logger.addHandler(lines);
  }

  /** From now on the app reaches storage through proxies that count. */
  void countStorageCalls() throws IOException {
    CountingProxy blobProxy = new CountingProxy(azurite.blobEndpoint());
    CountingProxy queueProxy = new CountingProxy(azurite.queueEndpoint());
    proxies.add(blobProxy);
    proxies.add(queueProxy);
    String counted =
        azurite
            .connectionString()
            .replace(":" + azurite.blobEndpoint().getPort() + "/", ":" + blobProxy.port() + "/")
            .replace(":" + azurite.queueEndpoint().getPort() + "/", ":" + queueProxy.port() + "/");
    settings.put("POOLKEEPER_STATE", counted);
    settings.put("POOLKEEPER_DATA", counted);
  }

  /** Calls to the blob service since; can be cleared. No run without a copy asks the queue. */
  List<String> storageCalls() {
    return proxies.get(0).calls();
  }

  ArmSimulator arm() {
    return arm;
  }

  void mapping(String cluster, byte[] document) {
    blobs
        .getBlobContainerClient(StorageNames.MAPPINGS)
        .getBlobClient(cluster + "/mapping.json")
        .upload(new ByteArrayInputStream(document), document.length, true);
  }

  /** Every run of a case starts with an empty ledger. */
  void forgetLedgers() {
    BlobContainerClient ledgers = blobs.getBlobContainerClient(StorageNames.LEDGERS);
    ledgers
        .listBlobs()
        .forEach(
            blob ->
                ledgers
                    .getBlobClient(blob.getName())
                    .deleteIfExistsWithResponse(null, null, null, Context.NONE));
  }

  /**
   * One message, one run; returns its report line.
   *
   * @param scope value of {@code POOLKEEPER_SCOPE}
   */
  JsonNode reconcile(PlanCase given, String scope, ArmId loadBalancer) throws IOException {
    return reconcile(given, scope, loadBalancer, Instant.now());
  }

  /**
   * @param insertedAt the queue's time of the message
   */
  JsonNode reconcile(PlanCase given, String scope, ArmId loadBalancer, Instant insertedAt)
      throws IOException {
    Request request = Request.first(given.cluster(), loadBalancer, Cause.OPERATOR);
    String message = RequestCodec.write(request, RequestCodec.Encoding.PLAIN);
    lines.all.clear();
    app(given, scope)
        .reconcile(message, 1, insertedAt.toString(), new Invocation(logger, Optional.empty()));
    for (String line : lines.all) {
      if (line.contains("reconcile finished")) {
        return JSON.readTree(line);
      }
    }
    throw new IllegalStateException("no report line: " + lines.all);
  }

  private Poolkeeper app(PlanCase given, String scope) {
    return apps.computeIfAbsent(
        given.defaultOutbound() + " " + given.protocols() + " " + scope,
        key -> {
          Map<String, String> all = new HashMap<>(settings);
          all.put("POOLKEEPER_SCOPE", scope);
          all.put("POOLKEEPER_DEFAULT_OUTBOUND", given.defaultOutbound());
          all.put("POOLKEEPER_EGRESS_PROTOCOLS", given.protocols());
          return Poolkeeper.of(all, new AtomicBoolean());
        });
  }

  @Override
  public void close() {
    proxies.forEach(CountingProxy::close);
    try {
      arm.close();
    } finally {
      azurite.close();
    }
  }
}
