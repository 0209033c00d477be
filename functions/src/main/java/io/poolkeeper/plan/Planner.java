package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.PoolSkip;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares what the mapping wants with what Azure has. Pure, linear in the number of entries. */
public final class Planner {
  private static final SortedMap<Address, Mapping.Node> NO_ADDITIONS =
      Collections.unmodifiableSortedMap(new TreeMap<>());
  private static final SortedSet<Address> NO_REMOVALS =
      Collections.unmodifiableSortedSet(new TreeSet<>());

  private Planner() {}

  public static Draft draft(PlanInput input) {
    Map<String, Pool> actual = new HashMap<>();
    for (Pool pool : input.actual().pools()) {
      actual.put(OwnedPools.key(pool.name()), pool);
    }
    List<PoolDraft> pools = new ArrayList<>();
    for (OwnedPool owned : OwnedPools.of(input.mapping(), input.entry())) {
      pools.add(draft(input.mapping(), owned, Optional.ofNullable(actual.get(owned.key()))));
    }
    return new Draft(input, List.copyOf(pools));
  }

  private static PoolDraft draft(Mapping mapping, OwnedPool owned, Optional<Pool> actual) {
    Set<Address> present = actual.map(Planner::addresses).orElse(Set.of());
    List<Address> before = sorted(present);
    Optional<PoolSkip> skip = skip(owned, actual);
    if (skip.isPresent()) {
      return new PoolDraft(owned, actual, skip, before, NO_ADDITIONS, NO_REMOVALS);
    }
    Map<Address, Mapping.Node> desired = Desired.of(mapping, owned);
    SortedMap<Address, Mapping.Node> additions = null;
    for (Map.Entry<Address, Mapping.Node> wanted : desired.entrySet()) {
      if (!present.contains(wanted.getKey())) {
        additions = additions == null ? new TreeMap<>() : additions;
        additions.put(wanted.getKey(), wanted.getValue());
      }
    }
    SortedSet<Address> removals = null;
    for (Address address : before) {
      if (!desired.containsKey(address)) {
        removals = removals == null ? new TreeSet<>() : removals;
        removals.add(address);
      }
    }
    return new PoolDraft(
        owned,
        actual,
        skip,
        before,
        additions == null ? NO_ADDITIONS : Collections.unmodifiableSortedMap(additions),
        removals == null ? NO_REMOVALS : Collections.unmodifiableSortedSet(removals));
  }

  /** In the order of {@link PoolSkip}. */
  private static Optional<PoolSkip> skip(OwnedPool owned, Optional<Pool> actual) {
    if (owned.ambiguous()) {
      return Optional.of(PoolSkip.AMBIGUOUS_POOL_OWNER);
    }
    if (actual.isEmpty()) {
      return Optional.of(PoolSkip.POOL_NOT_FOUND);
    }
    if (actual.get().isNicBased()) {
      return Optional.of(PoolSkip.NIC_BASED_POOL);
    }
    return isHalfMigrated(actual.get()) ? Optional.of(PoolSkip.NIC_LEFTOVER) : Optional.empty();
  }

  /**
   * An IP pool with a leftover (an entry without address) whose configuration the pool still lists
   * as a member by NIC: a write would end that membership, and it cannot be written back.
   */
  private static boolean isHalfMigrated(Pool pool) {
    if (pool.backendIpConfigurations().isEmpty()) {
      return false;
    }
    Set<ArmId> members = null;
    for (Pool.Entry entry : pool.entries()) {
      if (entry.address().isEmpty() && entry.nicConfiguration().isPresent()) {
        members = members == null ? new HashSet<>(pool.backendIpConfigurations()) : members;
        if (members.contains(entry.nicConfiguration().get())) {
          return true;
        }
      }
    }
    return false;
  }

  private static Set<Address> addresses(Pool pool) {
    Set<Address> addresses = new HashSet<>(pool.entries().size() * 2);
    for (Pool.Entry entry : pool.entries()) {
      entry.address().ifPresent(addresses::add);
    }
    return addresses;
  }

  private static List<Address> sorted(Set<Address> addresses) {
    Address[] array = addresses.toArray(new Address[0]);
    java.util.Arrays.sort(array);
    return List.of(array);
  }
}
