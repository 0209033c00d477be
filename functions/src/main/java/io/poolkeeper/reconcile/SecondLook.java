package io.poolkeeper.reconcile;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * After removals: the load balancer is read once more. A member whose way out has gone between the
 * judgement and the removal is put back at once.
 */
final class SecondLook {

  /**
   * @param before the pool as it was before the write
   */
  record Removal(Pool before, PoolWrite write) {}

  private final Ports ports;
  private final RunFacts facts;
  private final WriteGate gate;
  private final Planned planned;

  SecondLook(Ports ports, RunFacts facts, WriteGate gate, Planned planned) {
    this.ports = ports;
    this.facts = facts;
    this.gate = gate;
    this.planned = planned;
  }

  WriteLoop.Result after(List<Removal> removals, LoadBalancer confirmed) {
    LoadBalancers.Read read = ports.loadBalancers().get(confirmed.id(), facts.reconcileId);
    if (read.kind() != LoadBalancers.ReadKind.FOUND) {
      String reason = "the second look after removals got " + read.kind() + ": " + read.detail();
      return WriteLoop.Result.stop(
          read.kind() == LoadBalancers.ReadKind.THROTTLED
              ? Throttling.raise(ports, facts, read.retryAfter(), reason)
              : Verdict.of(Outcome.PARTIAL, reason));
    }
    LoadBalancer fresh = read.loadBalancer().orElseThrow();
    if (PoolWrites.sameMembers(fresh, confirmed)) {
      return WriteLoop.Result.done();
    }
    for (Removal removal : removals) {
      Optional<WriteLoop.Result> end = restore(removal, fresh);
      if (end.isPresent()) {
        return end.get();
      }
    }
    return WriteLoop.Result.again(true, "the load balancer was changed by somebody else meanwhile");
  }

  private Optional<WriteLoop.Result> restore(Removal removal, LoadBalancer fresh) {
    Optional<Pool> pool = fresh.pool(removal.write().pool());
    if (pool.isEmpty()) {
      return Optional.empty();
    }
    SortedSet<Address> lost =
        new TreeSet<>(
            GuardedPlanner.unsafeRemovals(
                planned.input(),
                planned.plan(),
                PoolWrites.withoutAdditions(removal.write(), removal.write().added()),
                fresh.withPool(removal.before()),
                planned.inventory()));
    lost.removeAll(PoolWrites.members(pool.get()));
    return lost.isEmpty() ? Optional.empty() : Optional.of(putBack(removal, pool.get(), lost));
  }

  private WriteLoop.Result putBack(Removal removal, Pool pool, SortedSet<Address> lost) {
    Optional<Verdict> closed = gate.closed(planned);
    if (closed.isPresent()) {
      return WriteLoop.Result.stop(closed.get());
    }
    SortedMap<Address, String> additions = new TreeMap<>();
    lost.forEach(address -> additions.put(address, name(removal.before(), address)));
    PoolWrite write = new PoolWrite(pool.name(), additions, new TreeSet<>());
    Written written =
        ports
            .loadBalancers()
            .put(
                pool,
                write,
                planned.input().mapping().virtualNetwork(),
                pool.etag(),
                facts.reconcileId,
                gate);
    if (written.kind() == WriteKind.CONFIRMED) {
      facts.confirmed(write);
      facts.restores.add(ports.time().now());
      facts.notes.add("put back into " + pool.name() + ": " + lost);
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
