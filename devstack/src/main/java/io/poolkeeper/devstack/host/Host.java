package io.poolkeeper.devstack.host;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** One running instance of the app: everything that its package's triggers need. */
final class Host implements AutoCloseable {
  private static final int RENEWAL_THREADS = 4;

  private final HostOptions options;
  private final FunctionPackage pkg;
  private final Invoker invoker;
  private final ExecutorService requests = Executors.newCachedThreadPool();
  private final ScheduledExecutorService renewals =
      Executors.newScheduledThreadPool(RENEWAL_THREADS);
  private final Map<String, LoadedFunction> loaded = new LinkedHashMap<>();
  private final Triggers triggers;
  private final HostServer server;

  private Host(HostOptions options) {
    this.options = options;
    StartCheck check = new StartCheck();
    this.pkg = FunctionPackage.read(options.packageFolder(), options.settings(), check);
    StorageConnections storage = new StorageConnections(options.settings());
    FunctionLoader loader = loader(check);
    this.invoker =
        new Invoker(
            loader,
            new OutputSender(storage, options.settings(), pkg.hostJson().queues()),
            new InvocationLog(options.invocationLog()));
    for (FunctionDefinition definition : pkg.functions()) {
      if (!definition.disabled() && !options.settings().disables(definition.name())) {
        check
            .value(() -> loader.load(definition))
            .ifPresent(function -> loaded.put(definition.name(), function));
      }
    }
    this.triggers = new Triggers(options, pkg.hostJson(), storage, invoker, renewals);
    triggers.add(loaded.values(), check);
    FirstInstances.make(loader, loaded.values());
    check.orFail();
    this.server = new HostServer(options.port(), requests);
  }

  /** Without the app's classes nothing else can be looked at. */
  private FunctionLoader loader(StartCheck check) {
    Optional<FunctionLoader> loader = check.value(() -> new FunctionLoader(pkg));
    if (loader.isEmpty()) {
      check.orFail();
    }
    return loader.orElseThrow();
  }

  /**
   * Reads the package, loads its functions, opens the port and starts listening.
   *
   * @throws HostFailure naming everything in the package and the settings that forbids to run
   */
  static Host start(HostOptions options) {
    Host host = new Host(options);
    host.serve();
    host.triggers.start();
    HostLog.info("listening at %s, functions: %s".formatted(host.uri(), host.loaded.keySet()));
    return host;
  }

  URI uri() {
    return server.uri();
  }

  List<String> functions() {
    return List.copyOf(loaded.keySet());
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
        new AdminEndpoint(pkg.functions(), loaded, triggers.timers(), invoker, requests, status());
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
    triggers.listeners().forEach(Listener::stopTaking);
    server.stop(options.stopTimeout());
    for (Listener listener : triggers.listeners()) {
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
