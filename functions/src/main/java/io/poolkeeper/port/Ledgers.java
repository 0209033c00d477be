package io.poolkeeper.port;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Ledger blobs and the leases on them: one blob per load balancer is lock and memory in one. */
public interface Ledgers {
  Duration LEASE_DURATION = Duration.ofSeconds(60);

  enum Condition {
    FINE,
    MISSING,
    /** Empty, corrupt, too long, another load balancer's, of a newer format: counts as empty. */
    UNREADABLE
  }

  /**
   * @param ledger {@link Ledger#EMPTY} unless FINE; a {@code coveredThrough} later than {@code
   *     serverDate} is already taken out (and said in {@code problem})
   * @param etag of the blob; empty if MISSING
   * @param serverDate Date header of the reply: storage's clock
   * @param problem one line for people, where something was wrong
   */
  record Read(
      Condition condition,
      Ledger ledger,
      Optional<String> etag,
      Instant serverDate,
      Optional<String> problem) {}

  enum LeaseKind {
    HELD,
    BUSY
  }

  /**
   * @param lease with HELD
   */
  record Acquired(LeaseKind kind, Optional<Lease> lease) {}

  enum Proof {
    /** Done, and the lease is ours. */
    OK,
    /** 404, 409 or 412: the lease is not ours any more, or the blob changed under us. */
    LOST
  }

  /**
   * Reads without a lease.
   *
   * @throws PortException if storage cannot be asked
   */
  Read read(ArmId loadBalancer);

  /**
   * Acquires with the fresh lease id given; the same id only repeats the same request when its
   * answer did not come. Creates the blob (If-None-Match) where it is missing.
   *
   * @throws PortException if storage cannot be asked
   */
  Acquired acquire(ArmId loadBalancer, String leaseId);

  /** An acquired lease. Not thread-safe: renewal goes on in step with the work. */
  interface Lease {
    /**
     * ETag of the blob as the acquire reply showed it: unchanged means that a read is still good.
     */
    String etag();

    /** Date header of the acquire reply. */
    Instant serverDate();

    /** Counted from before the acquire or the last successful renewal. */
    Deadline deadline();

    /**
     * Renews and moves the deadline; LOST also when the deadline had already passed before the call
     * (a renewal that succeeds after expiry proves nothing).
     */
    Proof renew();

    /** Reads under the lease. */
    Read read();

    /** Writes under lease id and If-Match of the newest ETag known; OK moves that ETag on. */
    Proof write(Ledger ledger);

    /** LOST is logged by the caller and harms nothing. */
    Proof release();
  }
}
