package io.poolkeeper.cli.demo;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.util.Context;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueClientBuilder;
import com.azure.storage.queue.QueueServiceVersion;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.azure.storage.StorageOptions;
import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.azurite.Azurite;
import io.poolkeeper.devstack.azurite.AzuriteOptions;
import io.poolkeeper.devstack.host.FunctionHost;
import io.poolkeeper.devstack.host.LaunchOptions;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.state.RequestCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that the app needs, on free loopback ports: Azurite for blobs, leases and queues, the
 * ARM simulator over HTTPS with a certificate authority of its own, and the function host with the
 * staged package in a process of its own.
 */
final class LocalAzure implements AutoCloseable {
  private static final Duration CALL = Duration.ofSeconds(10);

  private final Azurite azurite;
  private final ArmSimulator arm;
  private final List<FunctionHost> hosts;
  private final QueueClient queue;
  private volatile boolean stopping;

  private LocalAzure(Azurite azurite, ArmSimulator arm, List<FunctionHost> hosts) {
    this.queue =
        new QueueClientBuilder()
            .connectionString(azurite.connectionString())
            .serviceVersion(QueueServiceVersion.V2025_11_05)
            .httpClient(new JdkHttpClientBuilder().build())
            .queueName(StorageNames.WORK_QUEUE)
            .buildClient();
    this.azurite = azurite;
    this.arm = arm;
    this.hosts = hosts;
  }

  /** Told when a part serves. */
  interface Progress {
    void ready(String part, String where);
  }

  /**
   * What is started.
   *
   * @param staged folder of the staged package
   * @param options of the simulator, the state to start from included
   * @param scope value of {@code POOLKEEPER_SCOPE}
   * @param logs folder for logs and the authority's certificate; made where it is missing
   * @param workers names of the function hosts, at least one; events go to the first
   */
  record Stage(Path staged, Options options, String scope, Path logs, List<String> workers) {}

  /**
   * @throws IOException if a part does not start; what had started is stopped
   */
  static LocalAzure start(Stage stage, Progress progress) throws IOException {
    Files.createDirectories(stage.logs());
    Azurite azurite = Azurite.start(AzuriteOptions.inMemory());
    LocalAzure started = null;
    try {
      progress.ready("storage", "Azurite, " + azurite.blobEndpoint());
      ArmSimulator arm = ArmSimulator.start(stage.options());
      started = new LocalAzure(azurite, arm, new ArrayList<>());
      progress.ready("ARM", "simulator, " + arm.url() + ", own certificate authority");
      makeContainersAndQueues(azurite.connectionString());
      started.launch(stage, progress);
      return started;
    } catch (IOException | RuntimeException e) {
      if (started != null) {
        started.close();
      } else {
        azurite.close();
      }
      throw e;
    }
  }

  /** In Azure the deployment makes them. */
  private static void makeContainersAndQueues(String connectionString) {
    StorageClients storage =
        StorageClients.of(
            StorageOptions.local(connectionString), StorageClients.httpClient(), List.of());
    storage.ensureContainers(StorageNames.STATE_CONTAINERS);
    storage.ensureContainers(StorageNames.DATA_CONTAINERS);
    storage.ensureQueues(StorageNames.QUEUES);
  }

  private void launch(Stage stage, Progress progress) throws IOException {
    Path authority = Files.writeString(stage.logs().resolve("arm-ca.pem"), arm.authorityPem());
    Map<String, String> settings = settings(azurite, arm, authority, stage.scope());
    for (String worker : stage.workers()) {
      FunctionHost host =
          FunctionHost.launch(
              LaunchOptions.of(stage.staged()).settings(settings).filesIn(stage.logs(), worker));
      hosts.add(host);
      progress.ready(worker, "the staged package in a function host, " + host.uri());
    }
    String events = host().eventGridUri("IngestEvent").toString();
    arm.configure(options -> options.eventTarget(events));
  }

  private static Map<String, String> settings(
      Azurite azurite, ArmSimulator arm, Path authority, String scope) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("FUNCTIONS_WORKER_RUNTIME", "java");
    settings.put("AzureWebJobsStorage", azurite.connectionString());
    settings.put("POOLKEEPER_MODE", "apply");
    settings.put("POOLKEEPER_SCOPE", scope);
    settings.put("POOLKEEPER_STATE", azurite.connectionString());
    settings.put("POOLKEEPER_DATA", azurite.connectionString());
    settings.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", arm.url().toString());
    settings.put("POOLKEEPER_LOCAL_ARM_CA", authority.toAbsolutePath().toString());
    // Once an hour, so that each step of the story has one cause: its event.
    settings.put("POOLKEEPER_SWEEP_SCHEDULE", "0 0 * * * *");
    settings.put("POOLKEEPER_STATUS", "on");
    return settings;
  }

  /** Whether no message waits to be taken; delayed ones do not count. */
  boolean queueIsQuiet() {
    return queue.peekMessages(1, CALL, Context.NONE).stream().findAny().isEmpty();
  }

  /** An operator asks for a load balancer: a message in the app's queue. */
  void ask(String loadBalancer) {
    Request request = Request.first(World.CLUSTER, ArmId.of(loadBalancer), Cause.OPERATOR);
    queue.sendMessage(RequestCodec.write(request, RequestCodec.Encoding.PLAIN));
  }

  /** What can be looked at while it runs, by name. */
  Map<String, String> urls() {
    Map<String, String> urls = new LinkedHashMap<>();
    String key = "?code=" + host().hostKey();
    urls.put("status of the app", host().uri() + "/api/status" + key);
    urls.put("ARM, every resource", arm.url() + "/_devstack/snapshot (curl -k)");
    urls.put("ARM, write log", arm.url() + "/_devstack/writes (curl -k)");
    urls.put("events go to", host().eventGridUri("IngestEvent").toString());
    urls.put("storage", azurite.connectionString());
    return urls;
  }

  /** What runs in processes of its own. */
  List<Watch.Part> parts() {
    List<Watch.Part> parts = new ArrayList<>();
    for (FunctionHost host : hosts) {
      String name = "the function host at " + host.uri();
      parts.add(new Watch.Part(name, host.process(), "its log: " + host.logFile()));
    }
    parts.add(new Watch.Part("the storage at " + azurite.blobEndpoint(), azurite.process(), ""));
    return parts;
  }

  Azurite storage() {
    return azurite;
  }

  ArmSimulator arm() {
    return arm;
  }

  /** The first worker. */
  FunctionHost host() {
    return hosts.get(0);
  }

  List<FunctionHost> hosts() {
    return hosts;
  }

  /** Whether everything is being stopped on purpose. */
  boolean isStopping() {
    return stopping;
  }

  @Override
  public void close() {
    stopping = true;
    hosts.forEach(FunctionHost::close);
    try {
      arm.close();
    } finally {
      azurite.close();
    }
  }
}
