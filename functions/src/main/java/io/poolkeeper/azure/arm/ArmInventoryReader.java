package io.poolkeeper.azure.arm;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.TimeSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Reads the network around a load balancer with one GET of the virtual network and lists per
 * resource group and scale set, never with a call per node. Lists that do not depend on each other
 * go side by side; the rounds that remain are links between resources:
 *
 * <ol>
 *   <li>virtual network with its ipConfigurations; load balancers of the mapping and of the scope
 *   <li>NICs and scale sets that own an address of interest; NAT gateways and route tables that the
 *       subnets name; addresses of frontends
 *   <li>public addresses of NICs; load balancers whose pools NICs name, and then their addresses
 * </ol>
 *
 * <p>Addresses of interest are those of the mapping's nodes and of the load balancer's members:
 * about others nobody decides, and their owners may live where we have no right to read.
 */
public final class ArmInventoryReader implements InventoryReader {
  private static final int MAX_ROUNDS = 8;

  private final ArmClient arm;
  private final TimeSource time;
  private final Parallel parallel;

  public ArmInventoryReader(ArmClient arm, TimeSource time, Parallel parallel) {
    this.arm = arm;
    this.time = time;
    this.parallel = parallel;
  }

  @Override
  public Inventory read(Mapping mapping, LoadBalancer actual, Scope scope, String requestId) {
    NetworkView view = new NetworkView(mapping, actual, scope);
    Set<Listing> made = new HashSet<>();
    List<Supplier<Runnable>> calls = new ArrayList<>();
    calls.add(() -> network(view, mapping.virtualNetwork(), requestId));
    for (int round = 0; round < MAX_ROUNDS; round++) {
      for (Listing listing : view.needed()) {
        if (made.add(listing)) {
          calls.add(() -> list(view, listing, requestId));
        }
      }
      if (calls.isEmpty()) {
        return view.inventory();
      }
      parallel.all(calls).forEach(Runnable::run);
      calls.clear();
    }
    view.unfinished(made, MAX_ROUNDS);
    return view.inventory();
  }

  /** Reads on any thread; what it returns is run on the caller's. */
  private Runnable network(NetworkView view, ArmId id, String requestId) {
    Answer answer =
        arm.get(
            id,
            requestId,
            (client, context) ->
                client
                    .getVirtualNetworks()
                    .getByResourceGroupWithResponse(
                        id.resourceGroup(), id.name(), "subnets/ipConfigurations", context));
    return () -> view.network(answer, time.now());
  }

  private Runnable list(NetworkView view, Listing listing, String requestId) {
    Pages pages = listing.read(arm, requestId);
    return () -> view.put(listing, pages, time.now());
  }
}
