package io.poolkeeper.egress;

import io.poolkeeper.plan.Plan;
import java.util.List;
import java.util.SortedMap;

/**
 * A plan and why its removals may be made.
 *
 * @param allowed for each removal that the plan makes, by lower-case pool name, sorted by address
 */
public record Judged(Plan plan, SortedMap<String, List<Plan.Allowed>> allowed) {}
