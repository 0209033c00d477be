package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.PoolSkip;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * Desired against actual of one owned pool, before anything is judged.
 *
 * @param owned what the mapping says of the pool
 * @param actual the pool as read, unless it is not there
 * @param skip why it is not written; then there are no additions and no removals
 * @param before distinct addresses of its entries, sorted
 * @param additions wanted and not there, with the node that has the address
 * @param removals there and not wanted
 * @param missing held by the ledger or removed without confirmation, not wanted, and not there
 */
public record PoolDraft(
    OwnedPool owned,
    Optional<Pool> actual,
    Optional<PoolSkip> skip,
    List<Address> before,
    SortedMap<Address, Mapping.Node> additions,
    SortedSet<Address> removals,
    SortedMap<Address, Ledger.Hold> missing) {

  /** As ARM spells it, or as the mapping makes it where the pool is not there. */
  public String name() {
    return actual.map(Pool::name).orElse(owned.name());
  }

  public boolean differs() {
    return !additions.isEmpty() || !removals.isEmpty() || !missing.isEmpty();
  }

  /** The same with other additions. */
  public PoolDraft adding(SortedMap<Address, Mapping.Node> other) {
    return new PoolDraft(owned, actual, skip, before, other, removals, missing);
  }
}
