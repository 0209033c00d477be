package io.poolkeeper.cli.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.devstack.arm.EtagMode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker is stopped (SIGSTOP) for longer than its lease, with a write on its way for each of
 * three load balancers, and another one takes over. On the first the other writes, on the second
 * and third it finds nothing to write; then the late writes arrive. Those on the first two are
 * repaired by their own events, while the stopped worker is still stopped; that on the third has no
 * event, and is repaired by what the worker asks for when it wakes up. There is no sweep.
 */
class SuspendedHostIT {
  private static final Duration SOON = Duration.ofSeconds(180);
  private static final Duration LEASE_RUNS_OUT = Duration.ofSeconds(150);
  private static final String LATE = Editor.address(2);

  @TempDir private Path folder;

  /** A lease takes a minute, so the three modes wait for it together. */
  @Test
  @Timeout(value = 8, unit = TimeUnit.MINUTES)
  void lateWritesAreSeenAndRepairedWithoutTheSweepInEveryEtagMode() {
    ExecutorService threads = Executors.newFixedThreadPool(EtagMode.values().length);
    try {
      CompletableFuture.allOf(
              Stream.of(EtagMode.values())
                  .map(mode -> CompletableFuture.runAsync(() -> inMode(mode), threads))
                  .toArray(CompletableFuture[]::new))
          .join();
    } finally {
      threads.shutdownNow();
    }
  }

  private void inMode(EtagMode mode) {
    try (SmallShop shop = new SmallShop(folder, mode, 3, 2)) {
      story(shop, mode);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void story(SmallShop shop, EtagMode mode) throws IOException {
    Wish start = everyWeb(Wish.first(3, SmallShop.nodes()), 0, 1);
    shop.publish(start, 1);
    shop.await("the start", SOON, () -> shop.isAsWanted(start));
    shop.await("quiet at the start", SOON, () -> isQuiet(shop));

    HeldWrites held = new HeldWrites();
    shop.worker(2).suspend();
    List.of("lb-1", "lb-2", "lb-3").forEach(lb -> held.hold(shop.arm(), shop.azure.door(0), lb));
    shop.publish(everyWeb(start, 0, 1, 2).numbered(0, 2), 1);
    for (String loadBalancer : List.of("lb-1", "lb-2", "lb-3")) {
      assertTrue(held.came(loadBalancer, SOON.toSeconds()), mode + ": no write to " + loadBalancer);
    }
    shop.worker(1).suspend();
    shop.worker(2).resume();
    Wish wanted = SmallShop.web(start, 1, 0, 1, 3).numbered(0, 3);
    shop.publish(wanted, 2);
    takenOver(shop);

    assertEquals(wanted.pools().get("lb-1/shop-web1"), shop.members("lb-1/shop-web1"), "(a)");
    held.letThrough("lb-1");
    held.letThrough("lb-2");
    shop.await("the late write to lb-2", SOON, () -> hasLanded(shop, "lb-2"));
    if (mode == EtagMode.IGNORED) {
      shop.await("the late write to lb-1", SOON, () -> hasLanded(shop, "lb-1"));
    }
    shop.await(
        "the events of the late writes lead to repairs", SOON, () -> shop.isAsWanted(wanted));

    shop.arm().configure(options -> options.eventTarget(null));
    held.letThrough("lb-3");
    shop.await("the late write to lb-3", SOON, () -> hasLanded(shop, "lb-3"));
    assertEquals(Set.of(LATE), added(shop, wanted, "lb-3/shop-web3"), mode + ": nobody knows yet");
    shop.worker(1).resume();
    shop.await("the worker that wakes up repairs", SOON, () -> shop.isAsWanted(wanted));
    shop.await("nothing is left over", LEASE_RUNS_OUT, () -> isQuiet(shop));
    assertTrue(shop.isAsWanted(wanted), mode + ": " + shop.members("lb-1/shop-web1"));
    assertEquals(0, shop.storage.poisonRecords(), mode + ": poison");
  }

  private static Wish everyWeb(Wish wish, Integer... nodes) {
    Wish all = wish;
    for (int i = 1; i <= 3; i++) {
      all = SmallShop.web(all, i, nodes);
    }
    return all;
  }

  /** When the lease of the stopped worker has run out; asked from then on, until it is done. */
  private static void takenOver(SmallShop shop) {
    long[] next = {System.nanoTime() + TimeUnit.SECONDS.toNanos(60)};
    shop.await(
        "the other worker takes over",
        LEASE_RUNS_OUT,
        () -> {
          if (System.nanoTime() - next[0] > 0) {
            next[0] = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
            for (int i = 1; i <= 3; i++) {
              shop.azure.ask(Names.CLUSTER, Names.loadBalancer("lb-" + i));
            }
          }
          Map<String, JsonNode> ledgers = shop.storage.ledgers();
          return Stream.of("lb-1", "lb-2", "lb-3")
              .allMatch(lb -> ledgers.get(lb).at("/mapping/revision").asLong() == 3);
        });
  }

  private static boolean hasLanded(SmallShop shop, String loadBalancer) {
    return shop.arm().writes().stream()
        .anyMatch(
            write ->
                write.loadBalancer().endsWith("/" + loadBalancer)
                    && write.added().contains(LATE)
                    && write.poolName().startsWith("shop-web")
                    && !write.outcome().equals("InProgress"));
  }

  private static Set<String> added(SmallShop shop, Wish wanted, String place) {
    Set<String> more = new TreeSet<>(shop.members(place));
    more.removeAll(wanted.pools().get(place));
    return more;
  }

  private static boolean isQuiet(SmallShop shop) {
    return shop.storage.messages("pool-reconcile") == 0 && shop.storage.leasesAreFree();
  }
}
