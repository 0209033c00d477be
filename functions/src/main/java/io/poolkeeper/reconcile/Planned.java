package io.poolkeeper.reconcile;

import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;

/** A plan with what it was made of. */
record Planned(PlanInput input, Plan plan, Inventory inventory) {
  LoadBalancer actual() {
    return input.actual();
  }
}
