package io.poolkeeper.azure.arm;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/**
 * What a refused PUT or a failed operation means: the design's table of failures. Pure.
 *
 * @param pool that was written
 * @param namedMember finds the one member that an error is about
 */
record WriteFailures(ArmId pool, Function<ArmError, Optional<Address>> namedMember) {
  private static final String POOLS = "/backendaddresspools/";

  /** Of an answer to the PUT that is not 200, 201 or 202. */
  WriteKind ofAnswer(int status, ArmError error) {
    switch (status) {
      case 412:
        return WriteKind.STALE;
      case 401:
      case 403:
        return WriteKind.FORBIDDEN;
      case 404:
        return ofMissing(error);
      case 429:
        return error.hasAny(KnownCodes.BUSY) ? WriteKind.BUSY : WriteKind.THROTTLED;
      case 408:
        return WriteKind.UNKNOWN;
      default:
        return status >= 400 && status < 500
            ? ofCodes(error).orElse(WriteKind.REFUSED)
            : WriteKind.UNKNOWN;
    }
  }

  /** Of an operation that was accepted and ended Failed. */
  WriteKind ofOperation(ArmError error) {
    return ofCodes(error).orElse(WriteKind.UNKNOWN);
  }

  private Optional<WriteKind> ofCodes(ArmError error) {
    if (error.hasAny(KnownCodes.SUPERSEDED)) {
      return Optional.of(WriteKind.SUPERSEDED);
    }
    if (error.hasAny(KnownCodes.BUSY)) {
      return Optional.of(WriteKind.BUSY);
    }
    if (error.hasAny(KnownCodes.FORBIDDEN)) {
      return Optional.of(WriteKind.FORBIDDEN);
    }
    if (KnownCodes.isLimit(error)) {
      return Optional.of(WriteKind.LIMIT_REACHED);
    }
    return namedMember.apply(error).map(address -> WriteKind.MEMBER_REJECTED);
  }

  /**
   * {@code NotFound} comes from the network provider and names the pool, {@code ResourceNotFound}
   * from ARM and names the load balancer (recorded answers). Of a subscription that cannot be found
   * nobody knows whether it is missing or closed to us.
   */
  WriteKind ofMissing(ArmError error) {
    String texts = String.join(" ", error.texts()).toLowerCase(Locale.ROOT);
    String lb = pool.root().name().toLowerCase(Locale.ROOT);
    if (texts.contains(POOLS + pool.name().toLowerCase(Locale.ROOT))) {
      return WriteKind.POOL_NOT_FOUND;
    }
    if (texts.contains("loadbalancers/" + lb) || error.code().startsWith("ParentResource")) {
      return WriteKind.LB_NOT_FOUND;
    }
    switch (error.code()) {
      case "NotFound":
        return WriteKind.POOL_NOT_FOUND;
      case "ResourceNotFound":
      case "ResourceGroupNotFound":
        return WriteKind.LB_NOT_FOUND;
      case "SubscriptionNotFound":
        return WriteKind.FORBIDDEN;
      default:
        return WriteKind.REFUSED;
    }
  }
}
