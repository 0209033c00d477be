package io.poolkeeper.cli.chaos;

import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.cli.local.Publisher;
import io.poolkeeper.devstack.arm.EtagMode;
import io.poolkeeper.devstack.arm.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** One run: everybody makes chaos for a while, then all is put right and looked at. */
final class Chaos {
  private static final List<String> WORKERS = List.of("worker-1", "worker-2", "worker-3");
  private static final int NODES = 6;

  /**
   * Longer than a claim that a killed worker has left (10 min), and the second look at a new hold.
   */
  private static final Duration QUIET_BOUND = Duration.ofMinutes(13);

  /** A message of a killed worker comes back after this, as after ten minutes in Azure. */
  private static final Duration MESSAGE_LEASE = Duration.ofSeconds(30);

  /**
   * What is asked for.
   *
   * @param staged folder of the staged package
   * @param logs folder for everything that is written down
   */
  record Order(
      Path staged, Path logs, Duration length, long seed, int loadBalancers, EtagMode etags) {}

  /**
   * @param findings empty if nothing was lost
   */
  record Outcome(String summary, List<String> findings, Map<String, Integer> counts) {}

  private final Order order;
  private final Consumer<String> progress;
  private final Tally tally = new Tally();
  private volatile LocalAzure azure;

  Chaos(Order order, Consumer<String> progress) {
    this.order = order;
    this.progress = progress;
  }

  /** Ends every process, from any thread, at any time. */
  void stop() {
    LocalAzure running = azure;
    if (running != null) {
      running.abandon();
    }
  }

  Outcome run() throws IOException {
    Files.createDirectories(order.logs());
    Random seeds = new Random(order.seed());
    SortedMap<String, String> nodes = new TreeMap<>();
    for (int i = 0; i < NODES; i++) {
      nodes.put(Editor.node(i), Editor.address(i));
    }
    Path snapshot = order.logs().resolve("azure-at-the-start.json");
    Files.writeString(snapshot, Network.snapshot(order.loadBalancers(), nodes).toString());
    Options options = new Options().snapshot(snapshot).etagMode(order.etags());
    azure = LocalAzure.start(stage(options), (part, where) -> progress.accept(part + ": " + where));
    try (EventRelay relay = new EventRelay(azure, new Random(seeds.nextLong()), tally)) {
      azure.arm().configure(o -> o.eventTarget(relay.uri().toString()));
      return played(relay, seeds, Wish.first(order.loadBalancers(), nodes));
    } finally {
      azure.abandon();
    }
  }

  private LocalAzure.Stage stage(Options options) {
    Map<String, String> settings =
        Map.of(
            "POOLKEEPER_SWEEP_SCHEDULE", "*/30 * * * * *",
            "AzureFunctionsJobHost__singleton__listenerLockPeriod", "00:00:15",
            "AzureFunctionsJobHost__singleton__listenerLockRecoveryPollingInterval", "00:00:15");
    return new LocalAzure.Stage(
        order.staged(),
        options,
        "{\"" + Names.CLUSTER + "\":{\"loadBalancers\":[\"" + Names.GROUP + "\"]}}",
        order.logs(),
        WORKERS,
        settings,
        launch -> launch.messageLease(MESSAGE_LEASE));
  }

  private Outcome played(EventRelay relay, Random seeds, Wish first) throws IOException {
    String connection = azure.storage().connectionString();
    Storage storage = new Storage(connection);
    Playtime playtime = new Playtime(order.length());
    Journal journal = new Journal(order.logs().resolve("chaos.log"));
    journal.note("seed " + order.seed());
    Scene scene =
        new Scene(
            azure, playtime, new Ambushes(azure.arm()), new Tormentor.Stillness(), tally, journal);
    Publisher publisher = new Publisher(connection, relay.uri());
    People people = new People(scene, publisher, storage, first, new Random(seeds.nextLong()));
    Weather weather = new Weather(scene, new Random(seeds.nextLong()));
    List<Runnable> all = new ArrayList<>(List.of(people, weather));
    for (int worker = 0; worker < WORKERS.size(); worker++) {
      all.add(new Tormentor(scene, worker, new Random(seeds.nextLong())));
    }
    together(all, playtime);
    journal.note("the last fault is over");
    progress.accept("chaos is over, waiting until the app is done");
    Reckoning reckoning = new Reckoning(azure.arm(), storage, people.calmDown());
    reckoning.awaitQuiet(QUIET_BOUND, azure::isStopping);
    azure.endWorkers();
    reckoning.judge();
    reckoning.findings().forEach(journal::note);
    return new Outcome(
        summary(weather.hits(), reckoning), reckoning.findings(), counts(weather.hits()));
  }

  /** If one of them fails, none goes on. */
  private static void together(List<Runnable> all, Playtime playtime) {
    ExecutorService threads = Executors.newFixedThreadPool(all.size());
    try {
      CompletableFuture.allOf(
              all.stream()
                  .map(one -> CompletableFuture.runAsync(one, threads))
                  .peek(future -> future.whenComplete((v, e) -> endOn(e, playtime)))
                  .toArray(CompletableFuture[]::new))
          .join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      threads.shutdown();
    }
  }

  private static void endOn(Throwable failure, Playtime playtime) {
    if (failure != null) {
      playtime.end();
    }
  }

  private Map<String, Integer> counts(int faults) {
    Map<String, Integer> counts = new TreeMap<>(tally.all());
    counts.put("faults", faults);
    return counts;
  }

  private String summary(int faults, Reckoning reckoning) {
    return ("chaos: minutes=%.1f seed=%d etags=%s kills=%d (during a write=%d) pauses=%d (longer"
            + " than a lease=%d) restarts=%d faults=%d edits=%d changes made=%d changes lost=%d"
            + " strandings=%d holds explained=%d")
        .formatted(
            order.length().toMillis() / 60_000.0,
            order.seed(),
            order.etags(),
            tally.of(Tally.KILLS),
            tally.of(Tally.KILLS_DURING_A_WRITE),
            tally.of(Tally.PAUSES),
            tally.of(Tally.LONG_PAUSES),
            tally.of(Tally.RESTARTS),
            faults,
            tally.of(Tally.EDITS),
            reckoning.changes(),
            reckoning.lost(),
            reckoning.strandings(),
            reckoning.explained());
  }
}
