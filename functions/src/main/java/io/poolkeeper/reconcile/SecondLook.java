package io.poolkeeper.reconcile;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * After removals: what they leaned on is read once more, here, on other load balancers and in the
 * network. A member whose way out has gone between the judgement and the removal is put back at
 * once; so is one whose way out cannot be read any more: unknown means keep.
 */
final class SecondLook {
  private static final int RETRIES = 3;

  /**
   * @param before the pool as it was before the write
   */
  record Removal(Pool before, PoolWrite write) {}

  private final Ports ports;
  private final RunFacts facts;
  private final WriteGate gate;
  private final Planned planned;
  private final SortedSet<ArmId> leanedOn;
  private final Function<Planned, Inventory> network;

  /**
   * @param leanedOn other load balancers
   * @param network reads the network of a plan once more
   */
  SecondLook(
      Ports ports,
      RunFacts facts,
      WriteGate gate,
      Planned planned,
      SortedSet<ArmId> leanedOn,
      Function<Planned, Inventory> network) {
    this.ports = ports;
    this.facts = facts;
    this.gate = gate;
    this.planned = planned;
    this.leanedOn = leanedOn;
    this.network = network;
  }

  /** Whether a write with this answer may have taken its removals out. */
  static boolean mayHaveBeenMade(WriteKind kind) {
    return switch (kind) {
      case CONFIRMED, UNKNOWN, ABANDONED, SUPERSEDED, NOT_AS_SENT -> true;
      case RECREATED,
          STALE,
          BUSY,
          THROTTLED,
          MEMBER_REJECTED,
          LIMIT_REACHED,
          FORBIDDEN,
          POOL_NOT_FOUND,
          LB_NOT_FOUND,
          REFUSED ->
          false;
    };
  }

  /** Whether writes that did not come to their end are looked at: not while ARM asks for rest. */
  static boolean repairs(WriteLoop.Result result, SortedSet<ArmId> leanedOn) {
    boolean rest = result.verdict().filter(v -> v.outcome() == Outcome.THROTTLED).isPresent();
    return !leanedOn.isEmpty() && !rest;
  }

  /**
   * @param confirmed the load balancer as the writes left it
   * @param otherwise the result if nothing has to be put back
   */
  WriteLoop.Result after(
      List<Removal> removals, LoadBalancer confirmed, WriteLoop.Result otherwise) {
    if (removals.isEmpty()) {
      return otherwise;
    }
    Optional<Verdict> stop = gate.toldToStop();
    if (stop.isPresent()) {
      return otherwise.kind() == WriteLoop.Kind.STOP
          ? otherwise
          : WriteLoop.Result.stop(stop.get());
    }
    Optional<WriteLoop.Result> restored = Optional.empty();
    for (int i = 0; i < removals.size() + RETRIES; i++) {
      LoadBalancers.Read read = ports.loadBalancers().get(confirmed.id(), facts.reconcileId);
      if (read.kind() != LoadBalancers.ReadKind.FOUND) {
        return WriteLoop.Result.stop(notRead(read));
      }
      LoadBalancer fresh = read.loadBalancer().orElseThrow();
      boolean same = PoolWrites.sameMembers(fresh, confirmed);
      if (same && leanedOn.isEmpty() && planned.inventory() == Inventories.EMPTY) {
        confirm(removals, fresh);
        return otherwise;
      }
      Inventory again = network.apply(planned);
      FreshReads.Fresh around = new FreshReads(ports, facts).read(again, leanedOn);
      if (around.throttled().isPresent()) {
        return WriteLoop.Result.stop(around.throttled().get());
      }
      if (!around.read().containsAll(leanedOn)) {
        return WriteLoop.Result.stop(
            Verdict.of(Outcome.PARTIAL, "what removals leaned on could not be read again"));
      }
      Optional<PoolWrite> lost = lost(removals, fresh, around.inventory());
      if (lost.isEmpty()) {
        confirm(removals, fresh);
        return restored.orElse(
            same || otherwise.kind() != WriteLoop.Kind.DONE ? otherwise : changedByOthers());
      }
      int writes = facts.writes;
      WriteLoop.Result result = putBack(fresh.pool(lost.get().pool()).orElseThrow(), lost.get());
      if (result.kind() == WriteLoop.Kind.STOP && facts.writes == writes) {
        return result;
      }
      restored = Optional.of(result);
    }
    return restored.orElse(otherwise);
  }

  /** What is still a member may be leaving in a PUT that is in flight. */
  private void confirm(List<Removal> removals, LoadBalancer fresh) {
    for (Removal removal : removals) {
      String pool = removal.write().pool();
      Set<Address> members = fresh.pool(pool).map(PoolWrites::members).orElse(Set.of());
      for (Address address : removal.write().removals()) {
        if (!members.contains(address)) {
          facts.removals.confirmed(pool, address);
        }
      }
    }
  }

  private Verdict notRead(LoadBalancers.Read read) {
    String reason = "the second look after removals got " + read.kind() + ": " + read.detail();
    return read.kind() == LoadBalancers.ReadKind.THROTTLED
        ? Throttling.raise(ports, facts, read.retryAfter(), reason)
        : Verdict.of(Outcome.PARTIAL, reason);
  }

  private static WriteLoop.Result changedByOthers() {
    return WriteLoop.Result.again(true, "the load balancer was changed by somebody else meanwhile");
  }

  /** The load balancer with its rules as they are now and the members that the removals took. */
  private static LoadBalancer before(List<Removal> removals, LoadBalancer fresh) {
    LoadBalancer before = fresh;
    for (int i = removals.size() - 1; i >= 0; i--) {
      before = before.withPool(removals.get(i).before());
    }
    return before;
  }

  /** Rules may have come and gone since the plan: where no etag stops a write, nobody else sees. */
  private PlanInput asOf(LoadBalancer actual) {
    PlanInput input = planned.input();
    return new PlanInput(
        input.mapping(),
        input.entry(),
        input.controls(),
        actual,
        input.ledger(),
        input.settings(),
        input.now());
  }

  /** The first pool into which members have to go back. */
  private Optional<PoolWrite> lost(List<Removal> removals, LoadBalancer fresh, Inventory around) {
    LoadBalancer before = before(removals, fresh);
    PlanInput input = asOf(before);
    for (Removal removal : removals) {
      Optional<Pool> pool = fresh.pool(removal.write().pool());
      if (pool.isEmpty()) {
        continue;
      }
      SortedSet<Address> lost =
          new TreeSet<>(
              GuardedPlanner.unsafeRemovals(
                  input,
                  planned.plan(),
                  PoolWrites.withoutAdditions(removal.write(), removal.write().added()),
                  fresh.withPool(removal.before()),
                  around.with(before)));
      lost.removeAll(PoolWrites.members(pool.get()));
      if (!lost.isEmpty()) {
        SortedMap<Address, String> additions = new TreeMap<>();
        lost.forEach(address -> additions.put(address, name(removal.before(), address)));
        return Optional.of(new PoolWrite(pool.get().name(), additions, new TreeSet<>()));
      }
    }
    return Optional.empty();
  }

  private WriteLoop.Result putBack(Pool pool, PoolWrite write) {
    Optional<Verdict> closed = gate.closedToRepair(planned);
    if (closed.isPresent()) {
      return WriteLoop.Result.stop(
          new LateRepair(ports, facts, planned).putBack(pool, write, closed.get()));
    }
    Written written =
        TimedPut.put(
            ports,
            facts,
            gate.ofRepair(),
            pool,
            write,
            planned.input().mapping().virtualNetwork(),
            pool.etag());
    if (written.kind() == WriteKind.CONFIRMED) {
      facts.confirmed(write);
      facts.restores.add(ports.time().now());
      facts.notes.add("put back into " + pool.name() + ": " + write.added());
    }
    String why = "pool " + pool.name() + " was restored: " + written.kind();
    return WriteLoop.Result.again(true, why);
  }

  private static String name(Pool before, Address address) {
    return before.entries().stream()
        .filter(entry -> entry.address().filter(address::equals).isPresent())
        .map(Pool.Entry::name)
        .findFirst()
        .orElse("ip-" + address.text().replaceAll("[.:]", "-"));
  }
}
