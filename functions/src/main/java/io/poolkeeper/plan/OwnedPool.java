package io.poolkeeper.plan;

import io.poolkeeper.model.Family;
import java.util.List;

/**
 * A pool that the mapping names on one load balancer, and so owns whole.
 *
 * @param key lower-case name: pools compare without case
 * @param name as the mapping makes it; of several spellings the first in text order
 * @param services names of the services that claim it, sorted
 * @param family family of its members; of an ambiguous pool the first that claims it
 * @param ambiguous two owners or two families claim it
 * @param nodes names of the nodes that should be in it, ready or not
 */
public record OwnedPool(
    String key,
    String name,
    List<String> services,
    Family family,
    boolean ambiguous,
    List<String> nodes) {}
