package io.poolkeeper.port;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The claims of one virtual network: a small document under a short lease of its own. Whoever holds
 * that lease waits for nothing but reads, and never for a load balancer's lease.
 */
public interface Claims {
  /** Long enough for a few ARM reads, short enough for others to wait out a crash. */
  Duration LEASE_DURATION = Duration.ofSeconds(30);

  /** Longer than any PUT can be on its way. */
  Duration LIFE = Duration.ofMinutes(10);

  int MAX_CLAIMS = 10_000;

  enum LeaseKind {
    HELD,
    BUSY
  }

  /**
   * @param lease with HELD
   */
  record Acquired(LeaseKind kind, Optional<Lease> lease) {}

  enum Condition {
    FINE,
    /** There may be live claims in it, and nobody can tell which. */
    UNREADABLE
  }

  /**
   * @param claims that have not run out by storage's clock, with FINE
   * @param problem one line for people, with UNREADABLE
   */
  record Read(Condition condition, List<Claim> claims, Optional<String> problem) {}

  enum Proof {
    /** Done, and the lease was ours. */
    OK,
    /** The lease is not ours any more, or the document changed under us: nothing was written. */
    LOST,
    /** More than the document may hold: nothing was written. */
    FULL
  }

  /**
   * Acquires with the fresh lease id given; creates the document where it is missing.
   *
   * @throws PortException if storage cannot be asked
   */
  Acquired acquire(ArmId virtualNetwork, String leaseId);

  /** An acquired lease. Not thread-safe, never renewed. */
  interface Lease {
    /** Storage's clock when the lease was granted. */
    Instant serverDate();

    /** Counted from before the acquire. */
    Deadline deadline();

    /**
     * A document that cannot be read counts as empty once it has not been written for as long as a
     * claim lives: then every claim in it has run out.
     */
    Read read();

    /** Replaces all claims, under lease id and If-Match of what was read. */
    Proof write(List<Claim> claims);

    /** Never throws: what cannot be released runs out by itself. */
    void release();
  }
}
