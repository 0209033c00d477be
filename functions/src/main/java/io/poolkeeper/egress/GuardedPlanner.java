package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes a judged and ordered plan of a draft: brake, mapping age, egress guard, order of writes.
 * Pure.
 */
public final class GuardedPlanner {
  private GuardedPlanner() {}

  /**
   * @param inventory the network around the load balancer; the draft's own load balancer replaces
   *     what the inventory says of it
   */
  public static Plan finish(Draft draft, Inventory inventory) {
    return judge(draft, inventory).plan();
  }

  /** Like {@link #finish}, and says of every removal that is made why it may be. */
  public static Judged judge(Draft draft, Inventory inventory) {
    return new Finishing(draft, inventory).judged();
  }

  /**
   * The addresses of which the network has to say whether a NIC has them, and in which subnet:
   * those that are removed, and those that are added under a condition.
   */
  public static Set<Address> sought(Draft draft) {
    Set<Address> sought = new TreeSet<>();
    if (draft.readsInventory()) {
      draft.pools().forEach(pool -> sought.addAll(pool.removals()));
      draft.pools().forEach(pool -> sought.addAll(pool.additions().keySet()));
    }
    return sought;
  }

  /**
   * The addresses of which the plan may still say something else, in any word, once their machines
   * and the load balancers are read.
   *
   * @param inventory the network with its subnets, routes and gateways, and the holders of the
   *     {@link #sought} addresses
   */
  public static Set<Address> open(Draft draft, Inventory inventory) {
    return draft.readsInventory() ? new Finishing(draft, inventory).open() : Set.of();
  }

  /**
   * The machines behind those of these addresses that have one.
   *
   * @return by address; a machine of which no NIC is known is empty
   */
  public static SortedMap<Address, Optional<ArmId>> machines(
      PlanInput input, Inventory inventory, Set<Address> addresses) {
    Machines machines = new Machines(input.mapping(), inventory);
    SortedMap<Address, Optional<ArmId>> found = new TreeMap<>();
    for (Address address : addresses) {
      machines.at(address).ifPresent(machine -> found.put(address, machine.id()));
    }
    return found;
  }

  /**
   * Judges one write of a plan again, right before it is made, on confirmed state.
   *
   * @param plan the plan the write belongs to
   * @param confirmed the load balancer as the writes so far left it
   * @return the removals of the write that would leave a machine weaker than before the plan;
   *     empty: the write may be made as it is
   */
  public static SortedSet<Address> unsafeRemovals(
      PlanInput input, Plan plan, PoolWrite write, LoadBalancer confirmed, Inventory inventory) {
    return new Rejudgement(input, plan, confirmed, inventory).unsafe(write);
  }
}
