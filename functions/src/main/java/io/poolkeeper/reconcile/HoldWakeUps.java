package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.PortException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Requests that holds ask for: one second look at new ones, and a look at the load balancers that
 * hold an address which this run has added somewhere.
 */
final class HoldWakeUps {
  static final Duration SECOND_LOOK = Duration.ofMinutes(2);

  private static final int LEDGERS_AT_ONCE = 16;

  private HoldWakeUps() {}

  /** Not coverable: a run in between must not stand for the look that comes later. */
  static Requeue.Copy secondLook(RunFacts facts) {
    Request first =
        Request.first(facts.request.cluster(), facts.request.loadBalancer(), Cause.HOLD);
    Request again =
        new Request(
            first.cluster(),
            first.loadBalancer(),
            first.cause(),
            first.causedAt(),
            first.attempt(),
            first.busySince(),
            false,
            first.poisoned(),
            facts.request.trace());
    return new Requeue.Copy(again, SECOND_LOOK);
  }

  private record Other(String cluster, ArmId id) {}

  /** What one address gained here may be what another load balancer holds it for. */
  static List<Requeue.Copy> ofAdditions(Ports ports, RunFacts facts) {
    Set<Address> added = new HashSet<>();
    facts.changed.values().forEach(pool -> added.addAll(pool.added()));
    if (added.isEmpty() || facts.mapping.isEmpty()) {
      return List.of();
    }
    List<Other> others = others(ports, facts);
    List<Requeue.Copy> copies = new ArrayList<>();
    for (int from = 0; from < others.size(); from += LEDGERS_AT_ONCE) {
      List<Other> some = others.subList(from, Math.min(others.size(), from + LEDGERS_AT_ONCE));
      List<Supplier<Ledgers.Read>> calls = new ArrayList<>();
      some.forEach(other -> calls.add(() -> ports.ledgers().read(other.id())));
      List<Ledgers.Read> read = ports.parallel().all(calls);
      for (int i = 0; i < some.size(); i++) {
        if (holdsAny(read.get(i).ledger(), added)) {
          Request request = Request.first(some.get(i).cluster(), some.get(i).id(), Cause.HOLD);
          copies.add(new Requeue.Copy(request, Duration.ZERO));
        }
      }
    }
    return copies;
  }

  /** Those that mappings of any cluster name in the same network, this one left out. */
  private static List<Other> others(Ports ports, RunFacts facts) {
    Mapping own = facts.mapping.orElseThrow();
    Map<ArmId, Other> others = new LinkedHashMap<>();
    add(others, own, facts);
    for (String cluster : clusters(ports, facts)) {
      if (!cluster.equals(own.cluster())) {
        ports
            .documents()
            .mapping(cluster)
            .value()
            .filter(mapping -> mapping.virtualNetwork().equals(own.virtualNetwork()))
            .ifPresent(mapping -> add(others, mapping, facts));
      }
    }
    return List.copyOf(others.values());
  }

  private static List<String> clusters(Ports ports, RunFacts facts) {
    try {
      return ports.documents().clusters();
    } catch (PortException e) {
      facts.notes.add("other clusters were not asked for holds: " + e.getMessage());
      return List.of();
    }
  }

  private static void add(Map<ArmId, Other> others, Mapping mapping, RunFacts facts) {
    for (Mapping.LoadBalancerEntry entry : mapping.loadBalancers().values()) {
      if (!entry.id().equals(facts.request.loadBalancer())) {
        others.putIfAbsent(entry.id(), new Other(mapping.cluster(), entry.id()));
      }
    }
  }

  private static boolean holdsAny(Ledger ledger, Set<Address> added) {
    return ledger.holds().stream().anyMatch(hold -> added.contains(hold.address()));
  }
}
