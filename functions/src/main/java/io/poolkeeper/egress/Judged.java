package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.Plan;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A plan and why its removals may be made.
 *
 * @param allowed one line for each removal that the plan makes, by lower-case pool name and address
 * @param nodes names of the addresses that leave a pool, as holds name theirs
 */
public record Judged(
    Plan plan, SortedMap<String, SortedMap<Address, String>> allowed, Map<Address, String> nodes) {

  /** Of one pool, sorted by address. */
  public List<Plan.Allowed> allowed(String pool) {
    return allowed.getOrDefault(OwnedPools.key(pool), new TreeMap<>()).entrySet().stream()
        .map(
            removal ->
                new Plan.Allowed(
                    removal.getKey(), nodes.getOrDefault(removal.getKey(), ""), removal.getValue()))
        .toList();
  }
}
