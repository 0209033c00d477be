package io.poolkeeper.cli.local;

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
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * Everything that the app needs, on free loopback ports: Azurite for blobs, leases and queues, the
 * ARM simulator over HTTPS with a certificate authority of its own, and the function host with the
 * staged package in a process of its own.
 */
public final class LocalAzure implements AutoCloseable {
  private static final Duration CALL = Duration.ofSeconds(10);

  private final Azurite azurite;
  private final ArmSimulator arm;
  private final Stage stage;
  private final List<URI> doors = new ArrayList<>();
  private final List<FunctionHost> hosts = new CopyOnWriteArrayList<>();
  private final QueueClient queue;
  private volatile boolean stopping;

  private LocalAzure(Azurite azurite, ArmSimulator arm, Stage stage) {
    this.queue =
        new QueueClientBuilder()
            .connectionString(azurite.connectionString())
            .serviceVersion(QueueServiceVersion.V2025_11_05)
            .httpClient(new JdkHttpClientBuilder().build())
            .queueName(StorageNames.WORK_QUEUE)
            .buildClient();
    this.azurite = azurite;
    this.arm = arm;
    this.stage = stage;
  }

  /** Told when a part serves. */
  public interface Progress {
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
   * @param settings of the app and the host, beside those of every local Azure
   * @param launch changes how each host is started
   */
  public record Stage(
      Path staged,
      Options options,
      String scope,
      Path logs,
      List<String> workers,
      Map<String, String> settings,
      UnaryOperator<LaunchOptions> launch) {

    public Stage(Path staged, Options options, String scope, Path logs, List<String> workers) {
      this(staged, options, scope, logs, workers, Map.of(), UnaryOperator.identity());
    }
  }

  /**
   * @throws IOException if a part does not start; what had started is stopped
   */
  public static LocalAzure start(Stage stage, Progress progress) throws IOException {
    Files.createDirectories(stage.logs());
    Azurite azurite = Azurite.start(AzuriteOptions.inMemory());
    LocalAzure started = null;
    try {
      progress.ready("storage", "Azurite, " + azurite.blobEndpoint());
      ArmSimulator arm = ArmSimulator.start(stage.options());
      started = new LocalAzure(azurite, arm, stage);
      progress.ready("ARM", "simulator, " + arm.url() + ", own certificate authority");
      makeContainersAndQueues(azurite.connectionString());
      started.launchAll(progress);
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

  private void launchAll(Progress progress) throws IOException {
    Files.writeString(authority(), arm.authorityPem());
    for (String worker : stage.workers()) {
      doors.add(arm.door());
      FunctionHost host = launch(hosts.size());
      hosts.add(host);
      progress.ready(worker, "the staged package in a function host, " + host.uri());
    }
    String events = host().eventGridUri("IngestEvent").toString();
    arm.configure(options -> options.eventTarget(events));
  }

  private Path authority() {
    return stage.logs().resolve("arm-ca.pem").toAbsolutePath();
  }

  private FunctionHost launch(int worker) throws IOException {
    LaunchOptions options =
        LaunchOptions.of(stage.staged())
            .settings(settings(doors.get(worker)))
            .filesIn(stage.logs(), stage.workers().get(worker));
    return FunctionHost.launch(stage.launch().apply(options));
  }

  /**
   * Starts a worker that has ended again, as a platform does: with the same settings and logs.
   *
   * @throws IOException if it does not start
   */
  public FunctionHost relaunch(int worker) throws IOException {
    FunctionHost host = launch(worker);
    hosts.set(worker, host);
    if (stopping) {
      host.kill();
    }
    return host;
  }

  private Map<String, String> settings(URI door) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("FUNCTIONS_WORKER_RUNTIME", "java");
    settings.put("AzureWebJobsStorage", azurite.connectionString());
    settings.put("POOLKEEPER_MODE", "apply");
    settings.put("POOLKEEPER_SCOPE", stage.scope());
    settings.put("POOLKEEPER_STATE", azurite.connectionString());
    settings.put("POOLKEEPER_DATA", azurite.connectionString());
    settings.put("POOLKEEPER_LOCAL_ARM_ENDPOINT", door.toString());
    settings.put("POOLKEEPER_LOCAL_ARM_CA", authority().toString());
    // Once an hour, so that what is seen has one cause: its event.
    settings.put("POOLKEEPER_SWEEP_SCHEDULE", "0 0 * * * *");
    settings.put("POOLKEEPER_STATUS", "on");
    settings.putAll(stage.settings());
    return settings;
  }

  /** Whether no message waits to be taken; delayed ones do not count. */
  public boolean queueIsQuiet() {
    return queue.peekMessages(1, CALL, Context.NONE).stream().findAny().isEmpty();
  }

  /** An operator asks for a load balancer: a message in the app's queue. */
  public void ask(String cluster, String loadBalancer) {
    Request request = Request.first(cluster, ArmId.of(loadBalancer), Cause.OPERATOR);
    queue.sendMessage(RequestCodec.write(request, RequestCodec.Encoding.PLAIN));
  }

  /** What can be looked at while it runs, by name. */
  public Map<String, String> urls() {
    Map<String, String> urls = new LinkedHashMap<>();
    String key = "?code=" + host().hostKey();
    urls.put("status of the app", host().uri() + "/api/status" + key);
    urls.put("ARM, every resource", arm.url() + "/_devstack/snapshot (curl -k)");
    urls.put("ARM, write log", arm.url() + "/_devstack/writes (curl -k)");
    urls.put("events go to", host().eventGridUri("IngestEvent").toString());
    urls.put("storage", azurite.connectionString());
    return urls;
  }

  public Azurite storage() {
    return azurite;
  }

  public ArmSimulator arm() {
    return arm;
  }

  /** The first worker. */
  public FunctionHost host() {
    return hosts.get(0);
  }

  /** As they are now: one that was started again takes the place of the one before. */
  public List<FunctionHost> hosts() {
    return List.copyOf(hosts);
  }

  /** The simulator's port that only this worker knows. */
  public URI door(int worker) {
    return doors.get(worker);
  }

  /** Whether everything is being stopped on purpose. */
  public boolean isStopping() {
    return stopping;
  }

  /** Ends the workers as a platform does; Azure goes on. */
  public void endWorkers() {
    stopping = true;
    hosts.forEach(FunctionHost::close);
  }

  /** Ends everything at once, work that is under way too. */
  public void abandon() {
    stopping = true;
    hosts.forEach(FunctionHost::kill);
    close();
  }

  @Override
  public void close() {
    endWorkers();
    try {
      arm.close();
    } finally {
      azurite.close();
    }
  }
}
