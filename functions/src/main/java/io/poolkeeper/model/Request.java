package io.poolkeeper.model;

import java.time.Instant;
import java.util.Optional;

/**
 * A request to look at one load balancer: the queue's message. Only the id decides; the rest is
 * about how it came here.
 *
 * @param cluster name of the mapping that asked; a hint for reports, the ledger's wins
 * @param loadBalancer canonical in lower case
 * @param causedAt the queue's own InsertionTime of the first message; empty in a first message
 * @param attempt failure copies made so far
 * @param busySince since when copies are made because another holder or operation was busy
 * @param coverable whether an earlier run may stand for it; false after a possible write
 * @param poisoned how often it came back from the poison queue
 * @param trace of the operation that asked first
 */
public record Request(
    String cluster,
    ArmId loadBalancer,
    Cause cause,
    Optional<Instant> causedAt,
    int attempt,
    Optional<Instant> busySince,
    boolean coverable,
    int poisoned,
    Optional<TraceContext> trace) {

  /** A first message, as ingest and sweep send it. */
  public static Request first(String cluster, ArmId loadBalancer, Cause cause) {
    return new Request(
        cluster,
        loadBalancer,
        cause,
        Optional.empty(),
        0,
        Optional.empty(),
        true,
        0,
        Optional.empty());
  }

  /** The same, asked for by this operation, unless it already says by which. */
  public Request tracedTo(Optional<TraceContext> operation) {
    return new Request(
        cluster,
        loadBalancer,
        cause,
        causedAt,
        attempt,
        busySince,
        coverable,
        poisoned,
        trace.or(() -> operation));
  }
}
