package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.PoolSkip;
import java.util.ArrayList;
import java.util.BitSet;
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
    List<OwnedPool> owned = OwnedPools.of(input.mapping(), input.entry());
    Ranks ranks = new Ranks(input.mapping());
    List<int[]> entries = new ArrayList<>(owned.size());
    for (OwnedPool pool : owned) {
      entries.add(number(ranks, pool, Optional.ofNullable(actual.get(pool.key()))));
    }
    ranks.sort();
    List<PoolDraft> pools = new ArrayList<>(owned.size());
    for (int i = 0; i < owned.size(); i++) {
      Optional<Pool> pool = Optional.ofNullable(actual.get(owned.get(i).key()));
      pools.add(draft(ranks, owned.get(i), pool, entries.get(i)));
    }
    return new Draft(input, Missing.from(pools, input.ledger()));
  }

  /** Numbers of the pool's addresses; the desired ones get theirs as well. */
  private static int[] number(Ranks ranks, OwnedPool owned, Optional<Pool> actual) {
    for (String node : owned.nodes()) {
      ranks.number(node, owned.family());
    }
    List<Pool.Entry> entries = actual.map(Pool::entries).orElse(List.of());
    int[] numbers = new int[entries.size()];
    for (int i = 0; i < numbers.length; i++) {
      Optional<Address> address = entries.get(i).address();
      numbers[i] = address.isPresent() ? ranks.number(address.get()) : -1;
    }
    return numbers;
  }

  private static PoolDraft draft(
      Ranks ranks, OwnedPool owned, Optional<Pool> actual, int[] entries) {
    BitSet present = new BitSet();
    for (int number : entries) {
      if (number >= 0) {
        present.set(ranks.rank(number));
      }
    }
    List<Address> before = ranks.addresses(present);
    Optional<PoolSkip> skip = skip(owned, actual);
    if (skip.isPresent()) {
      return new PoolDraft(owned, actual, skip, before, NO_ADDITIONS, NO_REMOVALS, Missing.NONE);
    }
    BitSet desired = ranks.desired(owned);
    BitSet added = (BitSet) desired.clone();
    added.andNot(present);
    BitSet removed = present;
    removed.andNot(desired);
    return new PoolDraft(
        owned,
        actual,
        skip,
        before,
        added.isEmpty()
            ? NO_ADDITIONS
            : Collections.unmodifiableSortedMap(ranks.nodes(owned, added)),
        removed.isEmpty()
            ? NO_REMOVALS
            : Collections.unmodifiableSortedSet(new TreeSet<>(ranks.addresses(removed))),
        Missing.NONE);
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
}
