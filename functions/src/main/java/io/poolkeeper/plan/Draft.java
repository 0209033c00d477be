package io.poolkeeper.plan;

/**
 * Desired against actual, before anything is judged: cheap, needs no inventory. {@link
 * Planner#draft} makes it, {@link io.poolkeeper.egress.GuardedPlanner#finish} makes a plan of it.
 */
public interface Draft {
  PlanInput input();

  /**
   * Whether finishing needs to know the network: a removal to judge, or an addition whose owner or
   * subnet has to be checked. If not, an empty inventory gives the same plan.
   */
  boolean needsInventory();

  /** Whether any pool differs from what the mapping wants. */
  boolean differs();
}
