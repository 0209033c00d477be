package io.poolkeeper.devstack.host;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueServiceClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One running instance of the app: everything that its package's triggers need. */
final class Host implements AutoCloseable {
  private static final String OWN_CONTAINER = "azure-webjobs-hosts";
  private static final String POISON = "-poison";
  private static final int RENEWAL_THREADS = 4;

  private final HostOptions options;
  private final FunctionPackage pkg;
  private final StorageConnections storage;
  private final Invoker invoker;
  private final ExecutorService requests = Executors.newCachedThreadPool();
  private final ScheduledExecutorService renewals =
      Executors.newScheduledThreadPool(RENEWAL_THREADS);
  private final Map<String, LoadedFunction> loaded = new LinkedHashMap<>();
  private final Map<String, TimerListener> timers = new LinkedHashMap<>();
  private final List<Listener> listeners = new ArrayList<>();
  private final HostServer server;

  private Host(HostOptions options) {
    this.options = options;
    this.pkg = FunctionPackage.read(options.packageFolder(), options.settings());
    this.storage = new StorageConnections(options.settings());
    FunctionLoader loader = new FunctionLoader(pkg);
    this.invoker =
        new Invoker(
            loader,
            new OutputSender(storage, options.settings(), pkg.hostJson().queues()),
            new InvocationLog(options.invocationLog()));
    for (FunctionDefinition definition : pkg.functions()) {
      if (!definition.disabled() && !options.settings().disables(definition.name())) {
        loaded.put(definition.name(), loader.load(definition));
      }
    }
    loaded.values().forEach(this::addListener);
    this.server = new HostServer(options.port(), requests);
  }

  /** Reads the package, loads its functions, opens the port and starts listening. */
  static Host start(HostOptions options) {
    Host host = new Host(options);
    host.serve();
    host.listeners.forEach(Listener::start);
    HostLog.info("listening at %s, functions: %s".formatted(host.uri(), host.loaded.keySet()));
    return host;
  }

  URI uri() {
    return server.uri();
  }

  List<String> functions() {
    return List.copyOf(loaded.keySet());
  }

  private void addListener(LoadedFunction function) {
    switch (function.definition().trigger().type().toLowerCase(Locale.ROOT)) {
      case "queuetrigger" -> listeners.add(queueListener(function));
      case "timertrigger" -> {
        TimerListener timer = timerListener(function);
        timers.put(function.name(), timer);
        listeners.add(timer);
      }
      case "eventgridtrigger", "httptrigger" -> {
        // Served by the HTTP side.
      }
      default ->
          throw new HostFailure(
              "%s: trigger type %s is not supported here"
                  .formatted(function.name(), function.definition().trigger().type()));
    }
  }

  private QueueListener queueListener(LoadedFunction function) {
    FunctionDefinition.Binding trigger = function.definition().trigger();
    String name =
        options.settings().resolve(trigger.text("queueName", ""), function.name() + " queueName");
    QueueServiceClient service = storage.queues(trigger.text("connection", ""));
    QueueClient queue = service.getQueueClient(name);
    Optional<QueueClient> poison =
        name.endsWith(POISON)
            ? Optional.empty()
            : Optional.of(service.getQueueClient(name + POISON));
    HostJson.Queues queues = pkg.hostJson().queues();
    QueueMessageRunner runner =
        new QueueMessageRunner(queue, poison, queues, invoker, options.messageLease(), renewals);
    return new QueueListener(function, queue, queues, runner, options.messageLease());
  }

  private TimerListener timerListener(LoadedFunction function) {
    String where = function.name() + " schedule";
    String text = function.definition().trigger().text("schedule", "");
    TimerSchedule schedule = TimerSchedule.parse(options.settings().resolve(text, where), where);
    BlobContainerClient container = storage.hostBlobs().getBlobContainerClient(OWN_CONTAINER);
    container.createIfNotExists();
    return new TimerListener(
        function, invoker, schedule, container, options.hostId(), pkg.hostJson().singleton());
  }

  private void serve() {
    Map<String, LoadedFunction> eventGrid = new LinkedHashMap<>();
    List<LoadedFunction> http = new ArrayList<>();
    for (LoadedFunction function : loaded.values()) {
      if (function.definition().isTriggeredBy("eventGridTrigger")) {
        eventGrid.put(function.name(), function);
      } else if (function.definition().isTriggeredBy("httpTrigger")) {
        http.add(function);
      }
    }
    EventGridEndpoint events = new EventGridEndpoint(eventGrid, invoker, requests);
    HttpFunctions functions =
        new HttpFunctions(http, pkg.hostJson().routePrefix(), options.hostKey(), invoker);
    AdminEndpoint admin =
        new AdminEndpoint(pkg.functions(), loaded, timers, invoker, requests, status());
    server.serve("/", functions::answer);
    server.serve(AdminEndpoint.PATH, admin::answer);
    server.serve(
        "/runtime/webhooks/",
        call ->
            call.path().equalsIgnoreCase(EventGridEndpoint.PATH)
                ? events.answer(call)
                : Reply.empty(404));
    server.start();
  }

  private Map<String, Object> status() {
    return Map.of(
        "id",
        options.hostId(),
        "state",
        "Running",
        "version",
        "poolkeeper-devstack",
        "processId",
        ProcessHandle.current().pid());
  }

  /** Takes no more work, lets what runs end within the stop timeout, then lets go. */
  @Override
  public void close() {
    HostLog.info("stopping");
    long deadline = System.nanoTime() + options.stopTimeout().toNanos();
    listeners.forEach(Listener::stopTaking);
    server.stop(options.stopTimeout());
    for (Listener listener : listeners) {
      if (!listener.awaitIdle(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())))) {
        HostLog.warn("work was still running after " + options.stopTimeout());
      }
    }
    renewals.shutdownNow();
    awaitRequests(deadline);
    HostLog.info("stopped");
  }

  /** Runs asked for by the admin endpoint go on after their answer. */
  private void awaitRequests(long deadline) {
    requests.shutdown();
    try {
      requests.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    requests.shutdownNow();
  }
}
