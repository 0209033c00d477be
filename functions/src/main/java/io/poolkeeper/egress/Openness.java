package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolDraft;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which addresses need more than network, routes and gateways: those of which not every word of the
 * plan is certain yet. Certain are
 *
 * <ul>
 *   <li>a removal without a machine, and one that routes or a gateway of its subnet settle: later
 *       rungs are not asked then
 *   <li>removals of an address from pools to which no rule gives SNAT, where it joins no other:
 *       whatever else is found, they take nothing from it
 *   <li>an addition whose subnet is known and whose owner nobody checks
 * </ul>
 *
 * All others are read whole. Nothing in between: that one more list would do is not known before it
 * was read.
 */
final class Openness {
  private final PlanInput input;
  private final Iterable<PoolDraft> drafts;
  private final Judge judge;
  private final Snat rules;

  /**
   * @param judge over the inventory as far as it was read
   * @param rules of the plan's load balancer
   */
  Openness(PlanInput input, Iterable<PoolDraft> drafts, Judge judge, Snat rules) {
    this.input = input;
    this.drafts = drafts;
    this.judge = judge;
    this.rules = rules;
  }

  /**
   * @param removals of machines, by pool key
   * @param weighs false: all of them are held, and a hold names its machine
   */
  Set<Address> of(Map<String, ? extends Set<Address>> removals, boolean weighs) {
    Map<Address, Set<String>> leaves = new TreeMap<>();
    removals.forEach(
        (key, addresses) ->
            addresses.forEach(a -> leaves.computeIfAbsent(a, k -> new TreeSet<>()).add(key)));
    Set<Address> joining = new HashSet<>();
    Map<Address, Set<String>> weighed = new HashMap<>(leaves);
    SortedSet<Address> open = new TreeSet<>();
    // What a hold remembers is about a machine, so the machine has to be known.
    input.ledger().holds().forEach(hold -> open.add(hold.address()));
    if (!weighs) {
      open.addAll(leaves.keySet());
    }
    for (PoolDraft draft : drafts) {
      draft
          .additions()
          .forEach(
              (address, node) -> {
                joining.add(address);
                if (asksForMachine(address, node)) {
                  open.add(address);
                } else if (mayLoseDefaultAccess(address)) {
                  weighed.putIfAbsent(address, Set.of());
                }
              });
    }
    judge
        .profiles(weighed)
        .forEach(
            (address, profile) -> {
              Set<String> left = leaves.getOrDefault(address, Set.of());
              boolean certain =
                  isPlaced(address)
                      && (profile.settled().isPresent()
                          || (!joining.contains(address) && isIndifferent(profile, left)));
              if (!certain) {
                open.add(address);
              }
            });
    return open;
  }

  /** Its owner is to be checked, or only its NIC can say in which subnet it is. */
  private boolean asksForMachine(Address address, Mapping.Node node) {
    boolean limited = input.settings().scope().flatMap(Scope::subnets).isPresent();
    return node.vm().isPresent() || (limited && !isPlaced(address));
  }

  /** Whether its NIC, or the network, says in which subnet it is: a prefix is a guess. */
  private boolean isPlaced(Address address) {
    return judge
        .machines()
        .at(address)
        .filter(m -> m.configuration().isPresent() || m.subnet().isPresent())
        .isPresent();
  }

  private boolean mayLoseDefaultAccess(Address address) {
    return input.settings().assumeDefaultOutbound() && address.family() == Family.IPV4;
  }

  private boolean isIndifferent(Profile profile, Set<String> left) {
    for (String key : left) {
      ArmId pool = poolId(key);
      if (rules.isSnatPool(pool)) {
        return false;
      }
    }
    return Guard.withoutMemory(Map.of(profile.address(), profile))
        .decide(profile.address(), Set.of(), left, false)
        .values()
        .stream()
        .noneMatch(Guard.Decision::held);
  }

  private ArmId poolId(String key) {
    for (PoolDraft draft : drafts) {
      if (draft.owned().key().equals(key)) {
        return draft.actual().map(Pool::id).orElseThrow();
      }
    }
    throw new IllegalStateException("no draft of pool " + key);
  }
}
