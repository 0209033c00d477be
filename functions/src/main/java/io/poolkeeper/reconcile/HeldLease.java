package io.poolkeeper.reconcile;

import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Ledgers.Proof;
import java.time.Duration;
import java.time.Instant;

/** The lease of one run: renewed in step with the work, and lost for good once it was lost. */
final class HeldLease {
  private static final Duration RENEW_EVERY = Duration.ofSeconds(20);
  private static final Duration ROOM = Duration.ofSeconds(15);

  private final Ledgers.Lease lease;
  private boolean lost;

  HeldLease(Ledgers.Lease lease) {
    this.lease = lease;
  }

  /** Renews when it is time. False: the lease cannot be proven any more. */
  boolean keep() {
    Deadline deadline = lease.deadline();
    if (lost || deadline.over()) {
      lost = true;
    } else if (!deadline.leaves(Ledgers.LEASE_DURATION.minus(RENEW_EVERY))) {
      lost = lease.renew() == Proof.LOST;
    }
    return !lost;
  }

  /** Whether a write may still be started. */
  boolean leavesRoom() {
    return !lost && lease.deadline().leaves(ROOM);
  }

  /** False: the lease is not ours any more and nothing was written. */
  boolean write(Ledger ledger) {
    if (lost || lease.deadline().over() || lease.write(ledger) == Proof.LOST) {
      lost = true;
    }
    return !lost;
  }

  Ledgers.Read read() {
    return lease.read();
  }

  Instant serverDate() {
    return lease.serverDate();
  }

  String etag() {
    return lease.etag();
  }

  Proof release() {
    return lease.release();
  }
}
