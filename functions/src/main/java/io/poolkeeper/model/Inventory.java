package io.poolkeeper.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What is known of the network around a load balancer at one moment. What is referenced and not in
 * here is unreadable, never absent.
 */
public record Inventory(
    Part<LoadBalancer> loadBalancers,
    Part<Network.VirtualNetwork> virtualNetworks,
    Part<Network.Nic> nics,
    Part<Network.PublicAddress> publicIps,
    Part<Network.PublicAddress> publicPrefixes,
    Part<Network.NatGateway> natGateways,
    Part<Network.RouteTable> routeTables) {

  /**
   * All resources of one kind.
   *
   * @param unreadable empty: the list is complete; else why part of it could not be read
   */
  public record Part<T>(Map<ArmId, T> byId, Optional<String> unreadable) {
    public Part {
      byId = Collections.unmodifiableMap(new TreeMap<>(byId));
    }

    public static <T> Part<T> complete(Collection<T> items, Function<T, ArmId> id) {
      Map<ArmId, T> byId = new TreeMap<>();
      items.forEach(item -> byId.put(id.apply(item), item));
      return new Part<>(byId, Optional.empty());
    }

    public static <T> Part<T> unreadable(Map<ArmId, T> known, String cause) {
      return new Part<>(known, Optional.of(cause));
    }

    public Optional<T> get(ArmId id) {
      return Optional.ofNullable(byId.get(id));
    }

    public Collection<T> all() {
      return byId.values();
    }
  }

  /** The same inventory with one load balancer as it is now. */
  public Inventory with(LoadBalancer loadBalancer) {
    Map<ArmId, LoadBalancer> byId = new TreeMap<>(loadBalancers.byId());
    byId.put(loadBalancer.id(), loadBalancer);
    return with(new Part<>(byId, loadBalancers.unreadable()));
  }

  /** Without one load balancer: it is gone, or it cannot be read now. */
  public Inventory without(ArmId loadBalancer, Optional<String> unreadable) {
    Map<ArmId, LoadBalancer> byId = new TreeMap<>(loadBalancers.byId());
    byId.remove(loadBalancer);
    return with(new Part<>(byId, loadBalancers.unreadable().or(() -> unreadable)));
  }

  private Inventory with(Part<LoadBalancer> part) {
    return new Inventory(
        part, virtualNetworks, nics, publicIps, publicPrefixes, natGateways, routeTables);
  }
}
