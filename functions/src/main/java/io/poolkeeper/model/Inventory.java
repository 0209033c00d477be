package io.poolkeeper.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What is known of the network around a load balancer at one moment. What is referenced and not in
 * here is unreadable, never absent.
 *
 * @param reach how far it was read, where it was read step by step
 */
public record Inventory(
    Part<LoadBalancer> loadBalancers,
    Part<Network.VirtualNetwork> virtualNetworks,
    Part<Network.Nic> nics,
    Part<Network.PublicAddress> publicIps,
    Part<Network.PublicAddress> publicPrefixes,
    Part<Network.NatGateway> natGateways,
    Part<Network.RouteTable> routeTables,
    Reach reach) {

  /** Cause of a part that was left out because no verdict could depend on it. */
  public static final String NOT_READ = "not read, nothing depended on it";

  /** Everything in one go. */
  public Inventory(
      Part<LoadBalancer> loadBalancers,
      Part<Network.VirtualNetwork> virtualNetworks,
      Part<Network.Nic> nics,
      Part<Network.PublicAddress> publicIps,
      Part<Network.PublicAddress> publicPrefixes,
      Part<Network.NatGateway> natGateways,
      Part<Network.RouteTable> routeTables) {
    this(
        loadBalancers,
        virtualNetworks,
        nics,
        publicIps,
        publicPrefixes,
        natGateways,
        routeTables,
        Reach.WHOLE);
  }

  /**
   * All resources of one kind.
   *
   * @param unreadable empty: the list is complete; else why part of it could not be read
   * @param causes the same by what was listed, a resource group or a scale set; empty where nobody
   *     knows more than {@code unreadable} says
   */
  public record Part<T>(
      Map<ArmId, T> byId, Optional<String> unreadable, Map<ArmId, String> causes) {
    public Part {
      byId = Collections.unmodifiableMap(new TreeMap<>(byId));
      causes = Collections.unmodifiableMap(new TreeMap<>(causes));
    }

    public Part(Map<ArmId, T> byId, Optional<String> unreadable) {
      this(byId, unreadable, Map.of());
    }

    /** Why this one resource is not here, as exactly as is known; empty: its list came whole. */
    public Optional<String> cause(ArmId id) {
      if (causes.isEmpty()) {
        return unreadable;
      }
      String cause = causes.get(id.root());
      return Optional.ofNullable(cause != null ? cause : causes.get(id.resourceGroupId()));
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

  /**
   * How far a step-wise reader went, so that no verdict depends on what was read for the sake of
   * another address.
   *
   * @param sought addresses whose holders were looked for
   * @param holders of those addresses, by the network's ipConfigurations; a sought address without
   *     one has no NIC, unless it is unreadable
   * @param unreadable why the holder of a sought address may be missing
   * @param onlyNamed resource groups whose load balancers were listed only because a NIC names a
   *     pool there: they count for the addresses of such NICs alone
   */
  public record Reach(
      Set<Address> sought,
      Map<Address, Holder> holders,
      Optional<String> unreadable,
      Set<ArmId> onlyNamed) {
    /** Nothing is known beside the lists, and all of them count for every address. */
    public static final Reach WHOLE = new Reach(Set.of(), Map.of(), Optional.empty(), Set.of());

    public Reach {
      sought = Set.copyOf(sought);
      holders = Map.copyOf(holders);
      onlyNamed = Set.copyOf(onlyNamed);
    }
  }

  /**
   * Who has an address, as the network says.
   *
   * @param configuration id of the ipConfiguration, of a NIC
   * @param subnet in which it is
   */
  public record Holder(ArmId configuration, Optional<ArmId> subnet) {}

  /** The same inventory with one load balancer as it is now. */
  public Inventory with(LoadBalancer loadBalancer) {
    Map<ArmId, LoadBalancer> byId = new TreeMap<>(loadBalancers.byId());
    byId.put(loadBalancer.id(), loadBalancer);
    return with(new Part<>(byId, loadBalancers.unreadable(), loadBalancers.causes()));
  }

  /** Without one load balancer: it is gone, or it cannot be read now. */
  public Inventory without(ArmId loadBalancer, Optional<String> unreadable) {
    Map<ArmId, LoadBalancer> byId = new TreeMap<>(loadBalancers.byId());
    byId.remove(loadBalancer);
    Map<ArmId, String> causes = new TreeMap<>(loadBalancers.causes());
    boolean unknownAnyway = causes.isEmpty() && loadBalancers.unreadable().isPresent();
    if (unreadable.isPresent() && !unknownAnyway) {
      causes.put(loadBalancer, unreadable.get());
    }
    return with(new Part<>(byId, loadBalancers.unreadable().or(() -> unreadable), causes));
  }

  private Inventory with(Part<LoadBalancer> part) {
    return new Inventory(
        part, virtualNetworks, nics, publicIps, publicPrefixes, natGateways, routeTables, reach);
  }
}
