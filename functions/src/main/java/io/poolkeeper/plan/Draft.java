package io.poolkeeper.plan;

import java.util.List;

/**
 * Desired against actual, before anything is judged: cheap, needs no inventory. {@link
 * Planner#draft} makes it, {@link io.poolkeeper.egress.GuardedPlanner#finish} makes a plan of it.
 *
 * @param pools one per owned pool, sorted by lower-case name
 */
public record Draft(PlanInput input, List<PoolDraft> pools) {

  /**
   * Whether finishing needs to know the network: a removal to judge, or an addition whose owner or
   * subnet has to be checked, or that may end default outbound access. If not, an empty inventory
   * gives the same plan but for warnings.
   */
  public boolean needsInventory() {
    PlanSettings settings = input.settings();
    boolean subnetsLimited = settings.scope().flatMap(scope -> scope.subnets()).isPresent();
    for (PoolDraft pool : pools) {
      if (!pool.removals().isEmpty() || !pool.missing().isEmpty()) {
        return true;
      }
      if (!pool.additions().isEmpty()
          && (subnetsLimited
              || settings.assumeDefaultOutbound()
              || pool.additions().values().stream().anyMatch(node -> node.vm().isPresent()))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether finishing looks at the network: what it decides needs it, or a warning does. A run
   * without a difference never does.
   */
  public boolean readsInventory() {
    return needsInventory() || !FirstPools.of(this).isEmpty();
  }

  /** Whether any pool that may be written differs from what the mapping wants. */
  public boolean differs() {
    return pools.stream().anyMatch(PoolDraft::differs);
  }
}
