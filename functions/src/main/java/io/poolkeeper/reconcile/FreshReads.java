package io.poolkeeper.reconcile;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Reads load balancers that a removal leans on once more: one GET, or one list for several. */
final class FreshReads {
  private final Ports ports;
  private final RunFacts facts;

  FreshReads(Ports ports, RunFacts facts) {
    this.ports = ports;
    this.facts = facts;
  }

  /**
   * @param inventory with what was read in it; what could not be read is out of it, as unreadable
   * @param read those that are now known, gone ones too
   * @param throttled ends the run
   */
  record Fresh(Inventory inventory, SortedSet<ArmId> read, Optional<Verdict> throttled) {}

  /** What one call showed of the load balancers that it was made for. */
  private record Answer(
      SortedSet<ArmId> asked,
      ReadKind kind,
      List<LoadBalancer> found,
      Optional<java.time.Duration> retryAfter,
      String said) {}

  Fresh read(Inventory inventory, Collection<ArmId> loadBalancers) {
    Map<ArmId, SortedSet<ArmId>> byGroup = new TreeMap<>();
    loadBalancers.forEach(
        id -> byGroup.computeIfAbsent(id.resourceGroupId(), g -> new TreeSet<>()).add(id));
    List<Supplier<Answer>> calls = new ArrayList<>();
    byGroup.forEach((group, ids) -> calls.add(() -> ids.size() == 1 ? get(ids) : list(group, ids)));
    Inventory fresh = inventory;
    SortedSet<ArmId> read = new TreeSet<>();
    for (Answer answer : ports.parallel().all(calls)) {
      if (answer.kind() == ReadKind.THROTTLED) {
        Verdict verdict = Throttling.raise(ports, facts, answer.retryAfter(), answer.said());
        return new Fresh(fresh, read, Optional.of(verdict));
      }
      fresh = taken(fresh, answer, read);
    }
    return new Fresh(fresh, read, Optional.empty());
  }

  /** Not there is gone; not to be read is unknown, never gone. */
  private static Inventory taken(Inventory inventory, Answer answer, SortedSet<ArmId> read) {
    boolean known = answer.kind() == ReadKind.FOUND || answer.kind() == ReadKind.NOT_FOUND;
    Inventory fresh = inventory;
    for (ArmId id : answer.asked()) {
      fresh = fresh.without(id, known ? Optional.empty() : Optional.of(answer.said()));
    }
    for (LoadBalancer found : answer.found()) {
      fresh = answer.asked().contains(found.id()) ? fresh.with(found) : fresh;
    }
    if (known) {
      read.addAll(answer.asked());
    }
    return fresh;
  }

  private Answer get(SortedSet<ArmId> one) {
    LoadBalancers.Read read = ports.loadBalancers().get(one.first(), facts.reconcileId);
    return new Answer(
        one,
        read.kind(),
        read.loadBalancer().stream().toList(),
        read.retryAfter(),
        said(one.first(), read.kind(), read.detail()));
  }

  private Answer list(ArmId group, SortedSet<ArmId> ids) {
    LoadBalancers.Listed listed = ports.loadBalancers().list(group, facts.reconcileId);
    return new Answer(
        ids,
        listed.kind(),
        listed.loadBalancers(),
        listed.retryAfter(),
        said(group, listed.kind(), listed.detail()));
  }

  private static String said(ArmId what, ReadKind kind, String detail) {
    return "reading " + what.name() + " again got " + kind + ": " + detail;
  }
}
