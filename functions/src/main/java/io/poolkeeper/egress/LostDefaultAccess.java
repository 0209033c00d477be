package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Strength;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.FirstPools;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import io.poolkeeper.plan.PoolDraft;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Additions that end a machine's default outbound access and give it nothing in its place, whatever
 * {@code POOLKEEPER_DEFAULT_OUTBOUND} lets the guard assume. An addition is never held for it.
 */
final class LostDefaultAccess {
  private LostDefaultAccess() {}

  /**
   * Additions to look at: who is in a pool already has lost it, unless it is assumed all the same.
   */
  static Predicate<Address> mayLose(Draft draft) {
    return draft.input().settings().assumeDefaultOutbound()
        ? address -> address.family() == Family.IPV4
        : FirstPools.of(draft)::contains;
  }

  /**
   * @param drafts with all additions of the plan
   * @param additions by pool key
   */
  static List<Warning> warnings(
      Draft draft,
      List<PoolDraft> drafts,
      Map<String, Refusals.Sorted> additions,
      Inventory inventory) {
    PlanInput input = draft.input();
    Predicate<Address> mayLose = mayLose(draft);
    Map<Address, Set<String>> joins = new TreeMap<>();
    Map<String, String> names = new TreeMap<>();
    for (PoolDraft pool : drafts) {
      String key = pool.owned().key();
      names.put(key, pool.name());
      for (Address address : additions.get(key).accepted().keySet()) {
        if (mayLose.test(address)) {
          joins.computeIfAbsent(address, k -> new TreeSet<>()).add(key);
        }
      }
    }
    List<Warning> warnings = new ArrayList<>();
    if (!joins.isEmpty()) {
      Map<Address, Profile> profiles = new Judge(assuming(input), inventory).profiles(joins);
      joins.forEach(
          (address, keys) -> {
            Profile profile = profiles.get(address);
            if (profile != null && weakens(profile)) {
              keys.stream()
                  .filter(profile::loses)
                  .forEach(key -> warnings.add(warning(input, address, names.get(key))));
            }
          });
    }
    return warnings;
  }

  /** All of its additions together: another pool may give what this one takes. */
  private static boolean weakens(Profile profile) {
    BitSet all = new BitSet();
    all.set(0, profile.pools().size());
    Strength[][] floor = profile.floor(profile.before(), profile.before());
    return !profile.isSafe(all, floor);
  }

  private static Warning warning(PlanInput input, Address address, String pool) {
    return new Warning(
        Warning.Word.ADDITION_SUPPRESSES_DEFAULT_OUTBOUND,
        Map.of("address", address.text(), "pool", input.actual().name() + "/" + pool));
  }

  private static PlanInput assuming(PlanInput input) {
    PlanSettings settings = input.settings();
    return new PlanInput(
        input.mapping(),
        input.entry(),
        input.controls(),
        input.actual(),
        input.ledger(),
        new PlanSettings(
            settings.scope(),
            true,
            settings.protocols(),
            settings.mappingMaxAge(),
            settings.maxPoolSize()),
        input.now());
  }
}
