package io.poolkeeper.port;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Load balancers in ARM. Every answer that the design's failure table names is a kind of result.
 */
public interface LoadBalancers {

  enum ReadKind {
    FOUND,
    /** 404, and the resource group could be read, or ARM says that it does not exist. */
    NOT_FOUND,
    /** 401 or 403, or 404 of something whose group cannot be read either. */
    FORBIDDEN,
    /** 429 that is throttling. */
    THROTTLED,
    /** 408, 5xx, network, an answer that is no load balancer; after short SDK retries. */
    FAILED
  }

  /**
   * @param loadBalancer with FOUND
   * @param retryAfter with THROTTLED, if Azure said so
   * @param code Azure's error code, or empty text
   * @param detail one line for people
   */
  record Read(
      ReadKind kind,
      Optional<LoadBalancer> loadBalancer,
      Optional<Duration> retryAfter,
      String code,
      String detail) {}

  /**
   * @param loadBalancers with FOUND; all pages
   */
  record Listed(
      ReadKind kind,
      List<LoadBalancer> loadBalancers,
      Optional<Duration> retryAfter,
      String code,
      String detail) {}

  enum WriteKind {
    /** The final result shows exactly the membership that was sent. */
    CONFIRMED,
    /** 201: a deleted pool came back. */
    RECREATED,
    /** 412. */
    STALE,
    /** The operation was canceled or superseded by another one. */
    SUPERSEDED,
    /** 409 or 429 with AnotherOperationInProgress or RetryableError. */
    BUSY,
    /** 429 that is throttling. */
    THROTTLED,
    /** Azure refused one member; {@code rejected} names it. */
    MEMBER_REJECTED,
    /** A limit of ports, pool size or rules: the additions are refused as a whole. */
    LIMIT_REACHED,
    /** 401, 403, deny assignment, policy, or 409 ScopeLocked. */
    FORBIDDEN,
    /** 404 of the pool. */
    POOL_NOT_FOUND,
    /** 404 of the load balancer. */
    LB_NOT_FOUND,
    /** Succeeded, yet the result shows another membership than was sent. */
    NOT_AS_SENT,
    /** Azure said no for good, in no way named above. */
    REFUSED,
    /** 408, 5xx, network, operation failed or never ended: it may or may not have been applied. */
    UNKNOWN,
    /** The caller's heartbeat said stop while the operation was running: may have been applied. */
    ABANDONED
  }

  /**
   * @param pool as the final result showed it, with CONFIRMED and NOT_AS_SENT
   * @param rejected canonical address, with MEMBER_REJECTED
   * @param correlationId ARM's correlation id, or empty text
   */
  record Written(
      WriteKind kind,
      Optional<Pool> pool,
      Optional<String> rejected,
      Optional<Duration> retryAfter,
      String code,
      String detail,
      String correlationId) {}

  /**
   * @param made requests to ARM, with those that were sent again
   * @param throttled those of them that were answered 429
   */
  record Calls(int made, int throttled) {
    public static final Calls NONE = new Calls(0, 0);
  }

  /** Asked between two polls of a running operation; renews the lease. */
  interface Heartbeat {
    /** Whether to go on waiting for the operation. */
    boolean beat();

    /** The PUT was answered; what follows is waiting for what came of it. */
    default void answered() {}
  }

  /**
   * @param requestId sent as {@code x-ms-client-request-id}
   */
  Read get(ArmId loadBalancer, String requestId);

  /**
   * What was asked of ARM with this id, by whatever reads and writes there; told once, at the end.
   */
  default Calls calls(String requestId) {
    return Calls.NONE;
  }

  /** All load balancers of a resource group, one list call (all pages). */
  Listed list(ArmId resourceGroup, String requestId);

  /**
   * One PUT of a pool, without any retry of the PUT itself: the pool's raw JSON with only its
   * members changed.
   *
   * @param pool as newest read or confirmed
   * @param virtualNetwork network of the mapping, for new entries where the pool carries none
   * @param ifMatch newest etag known for that pool
   */
  Written put(
      Pool pool,
      PoolWrite write,
      ArmId virtualNetwork,
      String ifMatch,
      String requestId,
      Heartbeat heartbeat);
}
