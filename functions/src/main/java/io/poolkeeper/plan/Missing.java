package io.poolkeeper.plan;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Members that the ledger holds in a pool, or that a run was about to remove, and that are not in
 * it any more. A removal of ours that was confirmed ends its entry, so either somebody else made
 * this one, or a run of ours that came no further: it is judged as if it were still to be made.
 */
final class Missing {
  static final SortedMap<Address, Ledger.Hold> NONE =
      Collections.unmodifiableSortedMap(new TreeMap<>());

  private Missing() {}

  static List<PoolDraft> from(List<PoolDraft> drafts, Ledger ledger) {
    Map<String, List<Ledger.Hold>> holds = new HashMap<>();
    for (Ledger.Hold open : ledger.removing()) {
      holds.computeIfAbsent(OwnedPools.key(open.pool()), key -> new ArrayList<>()).add(open);
    }
    for (Ledger.Hold hold : ledger.holds()) {
      if (hold.remembersEgress()) {
        holds.computeIfAbsent(OwnedPools.key(hold.pool()), key -> new ArrayList<>()).add(hold);
      }
    }
    if (holds.isEmpty()) {
      return List.copyOf(drafts);
    }
    return drafts.stream()
        .map(draft -> from(draft, holds.getOrDefault(draft.owned().key(), List.of())))
        .toList();
  }

  private static PoolDraft from(PoolDraft draft, List<Ledger.Hold> holds) {
    SortedMap<Address, Ledger.Hold> missing = new TreeMap<>();
    for (Ledger.Hold hold : draft.skip().isPresent() ? List.<Ledger.Hold>of() : holds) {
      boolean there = Collections.binarySearch(draft.before(), hold.address()) >= 0;
      if (!there && !draft.additions().containsKey(hold.address())) {
        missing.put(hold.address(), hold);
      }
    }
    return missing.isEmpty()
        ? draft
        : new PoolDraft(
            draft.owned(),
            draft.actual(),
            draft.skip(),
            draft.before(),
            draft.additions(),
            draft.removals(),
            Collections.unmodifiableSortedMap(missing));
  }
}
