package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import java.util.Collection;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Smaller writes made of planned ones, and what pools hold. Pure. */
final class PoolWrites {
  private PoolWrites() {}

  static PoolWrite withoutAdditions(PoolWrite write, Collection<Address> left) {
    SortedMap<Address, String> additions = new TreeMap<>(write.additions());
    additions.keySet().removeAll(left);
    return new PoolWrite(write.pool(), additions, write.removals());
  }

  static PoolWrite withoutRemovals(PoolWrite write, Collection<Address> left) {
    SortedSet<Address> removals = new TreeSet<>(write.removals());
    removals.removeAll(left);
    return new PoolWrite(write.pool(), write.additions(), removals);
  }

  static Set<Address> members(Pool pool) {
    return pool.entries().stream()
        .flatMap(entry -> entry.address().stream())
        .collect(Collectors.toSet());
  }

  /** Whether both have the same pools with the same addresses. */
  static boolean sameMembers(LoadBalancer one, LoadBalancer other) {
    return one.pools().size() == other.pools().size()
        && one.pools().stream()
            .allMatch(
                pool ->
                    other
                        .pool(pool.name())
                        .filter(twin -> members(twin).equals(members(pool)))
                        .isPresent());
  }

  /** Name of the entry that has an address; empty text if there is none. */
  static String nameOf(LoadBalancer loadBalancer, String pool, Address address) {
    return loadBalancer.pool(pool).stream()
        .flatMap(p -> p.entries().stream())
        .filter(entry -> entry.address().filter(address::equals).isPresent())
        .map(Pool.Entry::name)
        .findFirst()
        .orElse("");
  }
}
