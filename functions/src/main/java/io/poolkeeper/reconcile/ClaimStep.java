package io.poolkeeper.reconcile;

import io.poolkeeper.egress.Leaning;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Right before a PUT with removals: what they lean on elsewhere is read again, and where another
 * run might take that away, the removal is claimed first. The order is always the load balancer's
 * lease first and the claims' second, and under the second nobody waits for anything but reads.
 */
final class ClaimStep {
  private static final int TRIES_TO_DROP = 3;

  final Ports ports;
  final RunFacts facts;
  final WriteGate gate;
  final FreshReads reads;
  final OwnClaims own;
  final SortedSet<ArmId> leanedOn = new TreeSet<>();

  /**
   * @param write what is left of it
   * @param stop ends the run
   */
  record Result(PoolWrite write, Optional<Verdict> stop) {}

  ClaimStep(Ports ports, RunFacts facts, WriteGate gate) {
    this.ports = ports;
    this.facts = facts;
    this.gate = gate;
    this.reads = new FreshReads(ports, facts);
    this.own = new OwnClaims(facts.reconcileId, facts.request.loadBalancer());
  }

  /** A new plan: nothing is leaned on yet. */
  void begin() {
    leanedOn.clear();
  }

  /** Other load balancers that removals of the plan's writes so far lean on. */
  SortedSet<ArmId> leanedOn() {
    return leanedOn;
  }

  Result before(Planned planned, LoadBalancer confirmed, PoolWrite write) {
    Leaning leaning =
        new Leaning(planned.input(), planned.plan(), write, confirmed, planned.inventory());
    SortedSet<Address> outside = leaning.outside();
    return outside.isEmpty()
        ? new Result(write, Optional.empty())
        : new ClaimedWrite(this, planned, confirmed, write, leaning).lean(outside);
  }

  /** The answer to the PUT: whatever may still be on its way stays claimed. */
  void answered(PoolWrite write, WriteKind kind) {
    boolean mayStillLand =
        switch (kind) {
          case UNKNOWN, ABANDONED, SUPERSEDED -> true;
          case CONFIRMED,
              RECREATED,
              STALE,
              BUSY,
              THROTTLED,
              MEMBER_REJECTED,
              LIMIT_REACHED,
              FORBIDDEN,
              POOL_NOT_FOUND,
              LB_NOT_FOUND,
              NOT_AS_SENT,
              REFUSED ->
              false;
        };
    if (!mayStillLand) {
      own.settle(write.pool(), write.removals());
    }
  }

  /** The PUT was not made. */
  void notMade(PoolWrite write) {
    own.settle(write.pool(), write.removals());
  }

  /** Drops the claims whose outcome is known; what cannot be dropped runs out by itself. */
  void end() {
    for (ArmId network : own.toDrop()) {
      boolean dropped = false;
      for (int i = 0; i < TRIES_TO_DROP && !dropped; i++) {
        pauseBefore(i);
        dropped = drop(network);
      }
      if (!dropped) {
        facts.notes.add("claims of this run were left to run out");
      }
    }
  }

  private boolean drop(ArmId network) {
    Optional<Claims.Lease> acquired = ports.claims().acquire(network, ports.ids().next()).lease();
    if (acquired.isEmpty()) {
      return false;
    }
    Claims.Lease lease = acquired.get();
    try {
      Claims.Read read = lease.read();
      boolean done =
          read.condition() == Claims.Condition.FINE
              && lease.write(own.withoutSettled(read.claims())) == Claims.Proof.OK;
      if (done) {
        own.dropped(network);
      }
      return done;
    } finally {
      lease.release();
    }
  }

  void pauseBefore(int attempt) {
    if (attempt > 0) {
      ports.time().pause(Backoff.round(attempt - 1, ports.random().nextDouble()));
    }
  }
}
