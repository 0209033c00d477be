package io.poolkeeper.reconcile;

import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Gates;
import io.poolkeeper.port.Ids;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.PoisonStore;
import io.poolkeeper.port.Reports;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.port.WorkQueue;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * Everything outside that a run talks to.
 *
 * @param documents shared by all runs of the process, so that an unchanged document costs a 304
 * @param stopping whether the process was told to stop
 */
public record Ports(
    Ledgers ledgers,
    Claims claims,
    DocumentCache documents,
    LoadBalancers loadBalancers,
    InventoryReader inventories,
    Gates gates,
    WorkQueue queue,
    PoisonStore poison,
    Reports reports,
    TimeSource time,
    Ids ids,
    RandomGenerator random,
    Parallel parallel,
    BooleanSupplier stopping) {}
