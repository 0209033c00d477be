package io.poolkeeper.plan;

import io.poolkeeper.model.Family;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which pools of a load balancer the mapping owns, and by which name. Pure. */
public final class OwnedPools {
  private OwnedPools() {}

  /**
   * A Local service owns {@code lower(namespace-name)}, for IPv6 with {@code -ipv6}; all Cluster
   * services together own the shared pool, named after the cluster; {@code pools} of the service
   * overrides both, for families that the service has.
   *
   * @return sorted by key
   */
  public static List<OwnedPool> of(Mapping mapping, Mapping.LoadBalancerEntry entry) {
    SortedMap<String, Claims> claims = new TreeMap<>();
    for (Mapping.Service service : mapping.services().values()) {
      if (!service.loadBalancer().equals(entry.name())) {
        continue;
      }
      for (Family family : service.families()) {
        String name = poolName(mapping, service, family);
        claims.computeIfAbsent(key(name), k -> new Claims()).add(service, family, name);
      }
    }
    List<OwnedPool> pools = new ArrayList<>(claims.size());
    claims.forEach((key, c) -> pools.add(c.toPool(key, entry)));
    return List.copyOf(pools);
  }

  /** Lower-case names of all pools that the mapping owns there. */
  public static Set<String> keys(Mapping mapping, Mapping.LoadBalancerEntry entry) {
    Set<String> keys = new HashSet<>();
    for (OwnedPool pool : of(mapping, entry)) {
      keys.add(pool.key());
    }
    return keys;
  }

  /**
   * Whether an Azure operation is running that a write of ours would cancel: on the load balancer
   * or on a pool that the mapping owns. Foreign pools do not count.
   */
  public static boolean busy(
      Mapping mapping, Mapping.LoadBalancerEntry entry, LoadBalancer actual) {
    if (LoadBalancer.isBusy(actual.provisioningState())) {
      return true;
    }
    Set<String> owned = null;
    for (Pool pool : actual.pools()) {
      if (LoadBalancer.isBusy(pool.provisioningState())) {
        owned = owned == null ? keys(mapping, entry) : owned;
        if (owned.contains(key(pool.name()))) {
          return true;
        }
      }
    }
    return false;
  }

  /** The form in which pool names compare. */
  public static String key(String poolName) {
    return poolName.toLowerCase(Locale.ROOT);
  }

  private static String poolName(Mapping mapping, Mapping.Service service, Family family) {
    String override = service.pools().get(family);
    if (override != null) {
      return override;
    }
    String name =
        service.policy() == Mapping.TrafficPolicy.LOCAL
            ? key(service.name().replace('/', '-'))
            : mapping.cluster();
    return family == Family.IPV6 ? name + "-ipv6" : name;
  }

  /** What claims one pool name; ambiguous with two owners or two families. */
  private static final class Claims {
    private final TreeSet<String> names = new TreeSet<>();
    private final TreeSet<String> services = new TreeSet<>();
    private final Set<String> localOwners = new HashSet<>();
    private final EnumSet<Family> families = EnumSet.noneOf(Family.class);
    private boolean shared;
    private List<String> nodes = List.of();

    void add(Mapping.Service service, Family family, String name) {
      names.add(name);
      services.add(service.name());
      families.add(family);
      if (service.policy() == Mapping.TrafficPolicy.LOCAL) {
        localOwners.add(service.name());
        nodes = service.nodes();
      } else {
        shared = true;
      }
    }

    OwnedPool toPool(String key, Mapping.LoadBalancerEntry entry) {
      int owners = localOwners.size() + (shared ? 1 : 0);
      return new OwnedPool(
          key,
          names.first(),
          List.copyOf(services),
          families.iterator().next(),
          owners > 1 || families.size() > 1,
          shared ? entry.nodes().orElse(List.of()) : nodes);
    }
  }
}
