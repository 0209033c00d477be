package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mapping;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Numbers for all addresses of one plan, in their order, so that pools compare as bit sets: each
 * entry costs one look-up and nothing is sorted but the distinct addresses, once.
 */
final class Ranks {
  private final Mapping mapping;
  private final Map<Address, Integer> numbers = new HashMap<>();
  private final List<Address> byNumber = new ArrayList<>();
  private final Map<String, Integer> nodesV4 = new HashMap<>();
  private final Map<String, Integer> nodesV6 = new HashMap<>();
  private Address[] byRank;
  private int[] rankOf;

  Ranks(Mapping mapping) {
    this.mapping = mapping;
  }

  /** Before {@link #sort}: the number of an address. */
  int number(Address address) {
    Integer known = numbers.get(address);
    if (known == null) {
      known = byNumber.size();
      numbers.put(address, known);
      byNumber.add(address);
    }
    return known;
  }

  /**
   * Before {@link #sort}: the number of a node's first address of the family, -1 if it has none.
   */
  int number(String node, Family family) {
    Map<String, Integer> known = family == Family.IPV4 ? nodesV4 : nodesV6;
    Integer number = known.get(node);
    if (number == null) {
      Optional<Address> address = mapping.nodes().get(node).address(family);
      number = address.isPresent() ? number(address.get()) : -1;
      known.put(node, number);
    }
    return number;
  }

  /** Once all addresses have numbers. */
  void sort() {
    byRank = byNumber.toArray(new Address[0]);
    Arrays.sort(byRank);
    rankOf = new int[byRank.length];
    for (int rank = 0; rank < byRank.length; rank++) {
      rankOf[numbers.get(byRank[rank])] = rank;
    }
  }

  int rank(int number) {
    return rankOf[number];
  }

  List<Address> addresses(BitSet ranks) {
    Address[] list = new Address[ranks.cardinality()];
    int next = 0;
    for (int i = ranks.nextSetBit(0); i >= 0; i = ranks.nextSetBit(i + 1)) {
      list[next++] = byRank[i];
    }
    return List.of(list);
  }

  /**
   * The members that the mapping wants in a pool: for each listed node that is ready, its first
   * address of the pool's family; if no listed node that has such an address is ready, readiness is
   * ignored for the pool.
   */
  BitSet desired(OwnedPool pool) {
    BitSet ready = new BitSet(byRank.length);
    BitSet all = null;
    for (String name : pool.nodes()) {
      int number = number(name, pool.family());
      if (number >= 0 && mapping.nodes().get(name).ready()) {
        ready.set(rankOf[number]);
      }
    }
    if (!ready.isEmpty()) {
      return ready;
    }
    all = new BitSet(byRank.length);
    for (String name : pool.nodes()) {
      int number = number(name, pool.family());
      if (number >= 0) {
        all.set(rankOf[number]);
      }
    }
    return all;
  }

  /** Of two nodes with one address the first by name counts. */
  TreeMap<Address, Mapping.Node> nodes(OwnedPool pool, BitSet added) {
    TreeMap<Address, Mapping.Node> nodes = new TreeMap<>();
    for (String name : pool.nodes()) {
      int number = number(name, pool.family());
      if (number >= 0 && added.get(rankOf[number])) {
        Mapping.Node node = mapping.nodes().get(name);
        nodes.merge(
            byNumber.get(number), node, (a, b) -> a.name().compareTo(b.name()) <= 0 ? a : b);
      }
    }
    return nodes;
  }
}
