package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Mapping;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The members that the mapping wants in one pool. */
final class Desired {
  private Desired() {}

  /**
   * For each listed node that is ready, its first address of the pool's family; if no listed node
   * that has such an address is ready, readiness is ignored for the pool. Of two nodes with one
   * address the first by name counts.
   */
  static Map<Address, Mapping.Node> of(Mapping mapping, OwnedPool pool) {
    Map<Address, Mapping.Node> ready = new HashMap<>();
    Map<Address, Mapping.Node> all = new HashMap<>();
    for (String name : pool.nodes()) {
      Mapping.Node node = mapping.nodes().get(name);
      Optional<Address> address = node.address(pool.family());
      if (address.isPresent()) {
        all.merge(address.get(), node, Desired::firstByName);
        if (node.ready()) {
          ready.merge(address.get(), node, Desired::firstByName);
        }
      }
    }
    return ready.isEmpty() ? all : ready;
  }

  private static Mapping.Node firstByName(Mapping.Node a, Mapping.Node b) {
    return a.name().compareTo(b.name()) <= 0 ? a : b;
  }
}
