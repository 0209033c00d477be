package io.poolkeeper.reconcile;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Watches, for the simulation alone, what becomes of held members: none is removed by us without a
 * reason that the world itself shows, and none is put back more often than three times an hour.
 */
final class HoldJudge {
  private static final Duration TEN_MINUTES = Duration.ofMinutes(10);

  /** Restores are counted before their write, which may land a stalled worker's time later. */
  private static final Duration NEARLY_AN_HOUR = Duration.ofMinutes(50);

  private final TestBed bed;
  private final Map<String, List<Instant>> seenWithoutWayOut = new HashMap<>();
  private final Map<String, List<Instant>> putBack = new HashMap<>();
  private int restores;
  private int released;

  HoldJudge(TestBed bed) {
    this.bed = bed;
  }

  int restores() {
    return restores;
  }

  int released() {
    return released;
  }

  /** Notes who has no way out at this moment. */
  void look() {
    LoadBalancer now = bed.arm.read(TestBed.LB);
    for (int machine = 1; machine <= 6; machine++) {
      String address = "10.0.0." + machine;
      if (!bed.natGateway && !hasWayOut(now, address)) {
        seenWithoutWayOut.computeIfAbsent(address, k -> new ArrayList<>()).add(bed.time.now());
      }
    }
  }

  private boolean hasWayOut(LoadBalancer loadBalancer, String address) {
    return Set.of("ns-a", "ns-b").stream()
        .filter(bed.arm::hasRule)
        .anyMatch(pool -> members(loadBalancer, pool).contains(address));
  }

  List<String> problems(LoadBalancer before, LoadBalancer after, Map<String, List<String>> wanted) {
    List<String> problems = new ArrayList<>();
    Instant now = bed.time.now();
    for (Pool pool : after.pools()) {
      Set<String> gone = members(before, pool.name());
      gone.removeAll(members(after, pool.name()));
      gone.forEach(address -> removed(pool.name(), address, before, after, now, problems));
      Set<String> come = members(after, pool.name());
      come.removeAll(members(before, pool.name()));
      come.removeAll(wished(wanted, pool.name()));
      if (!come.isEmpty()) {
        restored(pool.name(), come, now, problems);
      }
    }
    return problems;
  }

  private void removed(
      String pool,
      String address,
      LoadBalancer before,
      LoadBalancer after,
      Instant now,
      List<String> problems) {
    for (Ledger.Hold hold : bed.ledger().holds()) {
      boolean remembered = hold.remembersEgress() && hold.pool().equalsIgnoreCase(pool);
      if (!remembered || !hold.address().text().equals(address)) {
        continue;
      }
      released++;
      boolean noneTwice =
          !hasWayOut(before, address)
              && seenWithoutWayOut.getOrDefault(address, List.of()).stream()
                  .anyMatch(at -> at.isAfter(hold.since()) && !at.plus(TEN_MINUTES).isAfter(now));
      if (!bed.natGateway && !hasWayOut(after, address) && !noneTwice) {
        problems.add(address + " was held in " + pool + " and removed without a reason");
      }
    }
  }

  /** A removal of ours that nobody has looked after yet: it may be taken back at any time. */
  private boolean isOpen(String pool, String address) {
    return bed.ledger().removing().stream()
        .anyMatch(one -> one.pool().equals(pool) && one.address().text().equals(address));
  }

  private void restored(String pool, Set<String> all, Instant now, List<String> problems) {
    Set<String> come = new TreeSet<>(all);
    come.removeIf(address -> isOpen(pool, address));
    if (come.isEmpty()) {
      return;
    }
    restores++;
    List<Instant> times = putBack.computeIfAbsent(pool, k -> new ArrayList<>());
    times.add(now);
    times.removeIf(at -> at.isBefore(now.minus(NEARLY_AN_HOUR)));
    if (times.size() > 3) {
      problems.add(come + " were put back into " + pool + " too often: " + times);
    }
    for (String address : come) {
      if (bed.ledger().holds().stream().noneMatch(h -> h.address().text().equals(address))) {
        problems.add(address + " was put into " + pool + ", neither wanted nor held");
      }
    }
  }

  private static Set<String> wished(Map<String, List<String>> wanted, String pool) {
    Set<String> wished = new TreeSet<>();
    wanted
        .getOrDefault(pool.replace("ns-", ""), List.of())
        .forEach(node -> wished.add("10.0.0." + node.substring(1)));
    return wished;
  }

  private static Set<String> members(LoadBalancer loadBalancer, String pool) {
    Set<String> members = new TreeSet<>();
    loadBalancer
        .pool(pool)
        .ifPresent(
            p -> p.entries().forEach(e -> e.address().ifPresent(a -> members.add(a.text()))));
    return members;
  }
}
