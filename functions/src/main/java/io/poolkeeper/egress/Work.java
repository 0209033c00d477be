package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.plan.PoolDraft;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * What a plan changes in one pool, after all refusals and holds.
 *
 * @param additions new members with their entry names
 * @param removals members that may leave
 * @param snat whether any rule gives SNAT in it, of whatever family and protocol
 */
record Work(
    PoolDraft draft,
    SortedMap<Address, String> additions,
    SortedSet<Address> removals,
    boolean snat) {

  String key() {
    return draft.owned().key();
  }

  boolean isEmpty() {
    return additions.isEmpty() && removals.isEmpty();
  }

  /**
   * Additions to SNAT pools first, then all changes of pools without SNAT, then removals from SNAT
   * pools.
   */
  int phase() {
    return !snat ? 1 : additions.isEmpty() ? 2 : 0;
  }
}
