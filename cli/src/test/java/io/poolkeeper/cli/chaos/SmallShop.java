package io.poolkeeper.cli.chaos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.cli.local.Publisher;
import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.EtagMode;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.host.FunctionHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Workers on a shop whose subnet has a NAT gateway, so that this is about locks, not about egress.
 * There is no sweep: what is repaired was repaired by an event or a request.
 */
final class SmallShop implements AutoCloseable {
  static final int NODES = 4;
  private static final String NEVER = "0 0 0 29 2 *";

  final LocalAzure azure;
  final Storage storage;
  final String name;

  SmallShop(Path folder, EtagMode mode, int loadBalancers, int workers) throws IOException {
    name = mode.name();
    Path logs = Files.createDirectories(folder.resolve(name));
    Path snapshot = logs.resolve("snapshot.json");
    Files.writeString(snapshot, Network.snapshot(loadBalancers, nodes()).toString());
    List<String> names = List.of("worker-1", "worker-2").subList(0, workers);
    azure =
        LocalAzure.start(
            new LocalAzure.Stage(
                Checkout.root().resolve("functions/target/azure-functions/poolkeeper"),
                new Options().snapshot(snapshot).etagMode(mode).operationMillis(200),
                "{\"" + Names.CLUSTER + "\":{\"loadBalancers\":[\"" + Names.GROUP + "\"]}}",
                logs,
                names,
                Map.of("POOLKEEPER_SWEEP_SCHEDULE", NEVER),
                launch -> launch),
            (part, where) -> {});
    storage = new Storage(azure.storage().connectionString());
    azure.arm().put(Network.subnet(true));
  }

  static SortedMap<String, String> nodes() {
    SortedMap<String, String> nodes = new TreeMap<>();
    for (int i = 0; i < NODES; i++) {
      nodes.put(Editor.node(i), Editor.address(i));
    }
    return nodes;
  }

  ArmSimulator arm() {
    return azure.arm();
  }

  FunctionHost worker(int number) {
    return azure.hosts().get(number - 1);
  }

  /** Events of Azure go to this worker, and of the mapping too. */
  void publish(Wish wish, int worker) throws IOException {
    String events = worker(worker).eventGridUri("IngestEvent").toString();
    arm().configure(options -> options.eventTarget(events));
    new Publisher(azure.storage().connectionString(), worker(worker).eventGridUri("IngestEvent"))
        .mapping(Names.CLUSTER, wish.document());
  }

  /** The first service of a load balancer with exactly these nodes, by number. */
  static Wish web(Wish wish, int loadBalancer, Integer... nodes) {
    TreeSet<String> listed = new TreeSet<>();
    for (int node : nodes) {
      listed.add(Editor.node(node));
    }
    return wish.with(
        "shop/web" + loadBalancer, before -> new Wish.Service(before.loadBalancer(), listed));
  }

  Set<String> members(String place) {
    return Pools.members(arm().dump()).get(place);
  }

  boolean isAsWanted(Wish wish) {
    Map<String, ?> actual = Pools.members(arm().dump());
    return wish.pools().entrySet().stream()
        .allMatch(pool -> actual.get(pool.getKey()).equals(pool.getValue()));
  }

  /** Looks ten times a second. */
  void await(String what, Duration bound, BooleanSupplier reached) {
    long end = System.nanoTime() + bound.toNanos();
    while (!reached.getAsBoolean()) {
      assertTrue(
          System.nanoTime() - end < 0,
          () ->
              "%s: not within %d s: %s; the pools: %s; the writes: %s"
                  .formatted(
                      name,
                      bound.toSeconds(),
                      what,
                      Pools.members(arm().dump()),
                      arm().writes().stream()
                          .map(w -> Names.last(w.loadBalancer()) + w.added() + w.removed())
                          .toList()));
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  @Override
  public void close() {
    azure.abandon();
  }
}
