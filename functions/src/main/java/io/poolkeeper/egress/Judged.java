package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.plan.Plan;
import java.util.SortedMap;

/**
 * A plan and why its removals may be made.
 *
 * @param allowed one line for each removal that the plan makes, by lower-case pool name and address
 */
public record Judged(Plan plan, SortedMap<String, SortedMap<Address, String>> allowed) {}
