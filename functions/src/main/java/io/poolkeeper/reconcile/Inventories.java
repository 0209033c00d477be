package io.poolkeeper.reconcile;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.port.InventoryReader;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How much of the network a run reads. */
public final class Inventories {
  /** For a plan that needs to know nothing of the network. */
  static final Inventory EMPTY =
      new Inventory(none(), none(), none(), none(), none(), none(), none());

  private Inventories() {}

  /**
   * No more of the network than the plan needs: nothing, or what settles most removals (routes,
   * gateways), and the machines of those addresses alone that are still open then.
   */
  public static Inventory read(Draft draft, InventoryReader.Steps steps) {
    Inventory network = steps.network(GuardedPlanner.sought(draft));
    Set<Address> open = GuardedPlanner.open(draft, network);
    return open.isEmpty() ? network : steps.machines(open);
  }

  private static <T> Inventory.Part<T> none() {
    return new Inventory.Part<>(Map.of(), Optional.empty());
  }
}
