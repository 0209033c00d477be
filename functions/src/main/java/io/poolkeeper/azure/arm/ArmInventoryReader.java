package io.poolkeeper.azure.arm;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.Parallel;
import io.poolkeeper.port.TimeSource;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the network around a load balancer with GETs of the virtual network and lists per resource
 * group and scale set, never with a call per node, and no further than the caller needs:
 *
 * <ol>
 *   <li>the virtual network, which also says in which subnet and NIC an address is, and the NAT
 *       gateways beside it; route tables and NAT gateways that its subnets name
 *   <li>for addresses still open their NICs (see {@link NicSearch}), the load balancers of the
 *       mapping and of the scope, and of frontends with SNAT the public addresses; then public
 *       addresses of NICs, and load balancers whose pools NICs name
 * </ol>
 *
 * <p>Lists that do not depend on each other go side by side; the rounds that remain are links
 * between resources.
 *
 * <p>Addresses of interest are those of the mapping's nodes and of the load balancer's members:
 * about others nobody decides, and their owners may live where we have no right to read.
 */
public final class ArmInventoryReader implements InventoryReader {
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
    view.everything();
    return rounds(mapping, view, requestId).run();
  }

  @Override
  public Steps steps(Mapping mapping, LoadBalancer actual, Scope scope, String requestId) {
    NetworkView view = new NetworkView(mapping, actual, scope);
    ReadingRounds rounds = rounds(mapping, view, requestId);
    return new Steps() {
      @Override
      public Inventory network(Set<Address> sought) {
        view.seek(sought);
        return rounds.run();
      }

      @Override
      public Inventory machines(Set<Address> open) {
        view.open(open);
        return rounds.run();
      }

      @Override
      public Optional<Throttled> throttled() {
        return rounds.throttled();
      }
    };
  }

  private ReadingRounds rounds(Mapping mapping, NetworkView view, String requestId) {
    return new ReadingRounds(arm, time, parallel, view, mapping.virtualNetwork(), requestId);
  }
}
