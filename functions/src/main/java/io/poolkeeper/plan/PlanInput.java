package io.poolkeeper.plan;

import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import java.time.Instant;

/**
 * Everything that a plan is made of, except the inventory, which is read only where it matters.
 *
 * @param entry the load balancer's entry in the mapping
 * @param actual the load balancer as read under the lease
 * @param now wall clock of the run
 */
public record PlanInput(
    Mapping mapping,
    Mapping.LoadBalancerEntry entry,
    Controls controls,
    LoadBalancer actual,
    Ledger ledger,
    PlanSettings settings,
    Instant now) {}
