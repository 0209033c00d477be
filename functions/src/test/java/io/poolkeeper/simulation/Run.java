package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.LoadBalancers;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the checkers know of one delivery of one message; written by ports, never by the product.
 */
final class Run {
  static final long NEVER = Long.MIN_VALUE / 4;

  final String label;
  final ArmId loadBalancer;
  final Optional<Instant> chain;
  final long began;
  long acquired = NEVER;
  long leaseGoodUntil = NEVER;
  long claimed = NEVER;
  long controlsRead = NEVER;
  boolean controlsClosed;
  boolean controlsReadSincePut;
  long seenEpoch = -1;
  long seenRevision = -1;
  long faultAt = NEVER;
  long servedStale = NEVER;

  /** The moment that the newest answer about the network showed. */
  long networkAsOf = NEVER;

  /** The moment that the newest answer about its own load balancer showed. */
  long looked = NEVER;

  long sent = NEVER;
  boolean ended;
  boolean covering;
  Documents.Fetched mappingBefore;
  LoadBalancers.Read loadBalancerBefore;
  final Map<String, Long> confirmed = new HashMap<>();
  final List<Runnable> putOff = new ArrayList<>();
  final List<Runnable> unsent = new ArrayList<>();

  Run(String label, Request request, Optional<Instant> chain, long began) {
    this.label = label;
    this.loadBalancer = request.loadBalancer();
    this.chain = chain;
    this.began = began;
  }
}
