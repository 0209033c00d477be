package io.poolkeeper.model;

import java.time.Instant;

/**
 * Said before a removal that leans on another load balancer: whoever judges may not count on this
 * membership any more, until its writer knows what became of it.
 *
 * @param pool of {@code loadBalancer}; compared without case
 * @param reconcileId of the run that means to make the removal
 * @param until by storage's clock; after it no write of that run can be on its way
 */
public record Claim(
    Address address, ArmId loadBalancer, String pool, String reconcileId, Instant until) {}
