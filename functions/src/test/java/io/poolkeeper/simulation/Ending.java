package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.simulation.Balancer.SimPool;
import io.poolkeeper.simulation.Publisher.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** How it has to be in the end: as wanted, and nobody is kept who could go. */
final class Ending {
  private final Truth truth;
  private final Storage storage;
  private final List<Publisher> publishers;

  Ending(Truth truth, Storage storage, List<Publisher> publishers) {
    this.truth = truth;
    this.storage = storage;
    this.publishers = publishers;
  }

  /** Empty: nothing. */
  List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    for (Publisher publisher : publishers) {
      Version version = publisher.current().orElseThrow();
      for (Balancer balancer : publisher.balancers) {
        version
            .of(balancer.id)
            .forEach((pool, wanted) -> pool(balancer, pool, wanted, version, wrong));
      }
    }
    for (Map.Entry<ArmId, Storage.Blob> entry : storage.ledgers.entrySet()) {
      if (storage.isLeased(entry.getValue())) {
        wrong.add("the lease of " + entry.getKey().name() + " is stuck");
      }
    }
    if (storage.isLeased(storage.claims(Truth.NETWORK))) {
      wrong.add("the lease of the claims is stuck");
    }
    return wrong;
  }

  private void pool(
      Balancer balancer,
      String name,
      SortedSet<String> wanted,
      Version version,
      List<String> wrong) {
    SimPool pool = balancer.pools.get(name);
    for (String address : wanted) {
      if (!pool.members.containsKey(address)) {
        wrong.add(address + " is not in " + balancer.id.name() + "/" + name);
      }
    }
    for (String address : List.copyOf(pool.members.keySet())) {
      if (!wanted.contains(address) && !isHeldRightly(pool, address, version)) {
        wrong.add(address + " could go from " + balancer.id.name() + "/" + name);
      }
    }
  }

  private boolean isHeldRightly(SimPool pool, String address, Version version) {
    boolean isMachine = truth.machine(address).there || version.listed().contains(address);
    return isMachine && truth.strengthWithout(address, pool) < truth.strength(address);
  }
}
