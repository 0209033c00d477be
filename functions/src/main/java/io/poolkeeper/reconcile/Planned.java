package io.poolkeeper.reconcile;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** A plan with what it was made of. */
record Planned(PlanInput input, Plan plan, Inventory inventory) {
  LoadBalancer actual() {
    return input.actual();
  }

  /** The machines that its writes take out of a pool. */
  SortedMap<Address, Optional<ArmId>> leaving() {
    Set<Address> addresses = new TreeSet<>();
    plan.writes().forEach(write -> addresses.addAll(write.removals()));
    return addresses.isEmpty()
        ? new TreeMap<>()
        : GuardedPlanner.machines(input, inventory, addresses);
  }
}
