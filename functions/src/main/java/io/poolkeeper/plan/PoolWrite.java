package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;

/**
 * One PUT: what it adds to a pool and what it takes out.
 *
 * @param pool name as ARM spells it
 * @param additions new entries by address, with the names they get
 * @param removals every entry that has one of these addresses
 */
public record PoolWrite(
    String pool, SortedMap<Address, String> additions, SortedSet<Address> removals) {

  public List<Address> added() {
    return List.copyOf(additions.keySet());
  }
}
