package io.poolkeeper.reconcile;

import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A run that was stopped for longer than its lease, and finds that its removal has cut a machine
 * off, is the only one that knows. It puts the machine back under a lease of its own: it locks and
 * reads anew, and writes nothing else.
 */
final class LateRepair {
  private static final int TRIES = 10;
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final Ports ports;
  private final RunFacts facts;
  private final Planned planned;

  LateRepair(Ports ports, RunFacts facts, Planned planned) {
    this.ports = ports;
    this.facts = facts;
    this.planned = planned;
  }

  /**
   * @param write additions only
   * @param closed why the run's own lease allows no write
   * @return how the run ends
   */
  Verdict putBack(Pool pool, PoolWrite write, Verdict closed) {
    if (closed.outcome() != Outcome.LOCK_LOST || ports.stopping().getAsBoolean()) {
      return closed;
    }
    ArmId id = pool.id().root();
    for (int i = 0; i < TRIES; i++) {
      if (i > 0) {
        ports.time().pause(BETWEEN);
      }
      Optional<Ledgers.Lease> acquired = ports.ledgers().acquire(id, ports.ids().next()).lease();
      if (acquired.isPresent()) {
        HeldLease lease = new HeldLease(acquired.get());
        try {
          return Verdict.of(closed.outcome(), closed.reason() + "; " + under(lease, pool, write));
        } finally {
          lease.release();
        }
      }
    }
    return Verdict.of(
        closed.outcome(),
        closed.reason() + "; not put back into " + pool.name() + ", another holder has the lease");
  }

  private String under(HeldLease lease, Pool pool, PoolWrite write) {
    Loaded<Controls> controls = ports.documents().controls(planned.input().mapping().cluster());
    boolean paused =
        controls
            .value()
            .map(c -> c.loadBalancer(planned.input().entry().name()))
            .map(entry -> entry.pause().filter(p -> p.active(ports.time().now())).isPresent())
            .orElse(true);
    if (paused) {
      return "not put back into " + pool.name() + ", it is paused";
    }
    LoadBalancers.Read read = ports.loadBalancers().get(pool.id().root(), facts.reconcileId);
    Optional<Pool> fresh = read.loadBalancer().flatMap(lb -> lb.pool(pool.name()));
    if (fresh.isEmpty()) {
      return "not put back into " + pool.name() + ", reading it got " + read.kind();
    }
    PoolWrite missing = PoolWrites.withoutAdditions(write, PoolWrites.members(fresh.get()));
    if (missing.additions().isEmpty()) {
      return "all are back in " + pool.name();
    }
    return put(lease, read.loadBalancer().orElseThrow(), fresh.get(), missing);
  }

  private String put(HeldLease lease, LoadBalancer actual, Pool pool, PoolWrite write) {
    facts.possiblyWrote = true;
    if (!lease.leavesRoom()) {
      return "not put back into " + pool.name() + ", the lease leaves no room";
    }
    Written written =
        TimedPut.put(
            ports,
            facts,
            lease::keep,
            pool,
            new PoolWrite(pool.name(), new TreeMap<>(write.additions()), write.removals()),
            planned.input().mapping().virtualNetwork(),
            pool.etag().isEmpty() ? actual.etag() : pool.etag());
    if (written.kind() == WriteKind.CONFIRMED) {
      facts.confirmed(write);
      facts.restores.add(ports.time().now());
    }
    return "put back into " + pool.name() + ": " + write.added() + " " + written.kind();
  }
}
