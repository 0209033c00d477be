package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Family;
import io.poolkeeper.plan.OwnedPool;
import io.poolkeeper.plan.PoolDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Works made by hand, in the order in which they are written down. */
final class Works {
  private final List<Work> works = new ArrayList<>();

  static Work work(String key, boolean snat, Set<Address> additions, Set<Address> removals) {
    TreeMap<Address, String> named = new TreeMap<>();
    additions.forEach(address -> named.put(address, "n-" + address));
    OwnedPool owned = new OwnedPool(key, key, List.of(), Family.IPV4, false, List.of());
    PoolDraft draft =
        new PoolDraft(
            owned,
            Optional.empty(),
            Optional.empty(),
            List.of(),
            new TreeMap<>(),
            new TreeSet<>(removals));
    return new Work(draft, named, new TreeSet<>(removals), snat);
  }

  Works joins(String key) {
    works.add(work(key, true, Set.of(Profiles.FOUR), Set.of()));
    return this;
  }

  Works leaves(String key) {
    works.add(work(key, true, Set.of(), Set.of(Profiles.FOUR)));
    return this;
  }

  List<Work> list() {
    return works;
  }

  /** All of them change the address. */
  Mover mover(Profile profile) {
    List<Integer> mine = new ArrayList<>();
    for (int i = 0; i < works.size(); i++) {
      mine.add(i);
    }
    return Mover.of(profile, works, mine);
  }
}
