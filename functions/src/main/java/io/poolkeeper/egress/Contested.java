package io.poolkeeper.egress;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolDraft;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Held members that somebody else took out of their pools, and those that a run of ours removed
 * without coming as far as the look after it. Each is judged again as if it were still there and
 * about to leave; one that still would be held is put back, where others made the removal a few
 * times an hour for the load balancer, and then reported. Its other pools count as they are: where
 * one of those will do, that one is held instead of fighting over this one. A function of ledger
 * and actual state alone, like the rest of the plan.
 */
final class Contested {
  static final int RESTORES = 3;
  static final Duration WITHIN = Duration.ofHours(1);

  static final String REMEDIES =
      "find the other writer in the activity log; for Kubernetes' Azure controller give the"
          + " services a spec.loadBalancerClass (or keep the load balancer out of its"
          + " multipleStandardLoadBalancerConfigurations), or observe only; or give the machines a"
          + " way out that nobody empties: a separate pool with an outbound rule, a NAT gateway";

  private final Map<String, SortedMap<Address, Guard.Decision>> held;
  private final HoldMemory memory;
  private final List<Instant> restores;

  private Contested(
      Map<String, SortedMap<Address, Guard.Decision>> held,
      HoldMemory memory,
      List<Instant> restores) {
    this.held = held;
    this.memory = memory;
    this.restores = restores;
  }

  /**
   * @param joins additions that will be made, by pool key
   * @param judge of the load balancer as it is
   */
  static Contested of(
      PlanInput input,
      List<PoolDraft> drafts,
      Map<String, Refusals.Sorted> joins,
      Judge judge,
      Inventory inventory) {
    HoldMemory memory =
        judge == null ? HoldMemory.NONE : new HoldMemory(input.ledger(), judge.machines());
    Map<String, Set<Address>> missing = missing(drafts, judge, memory);
    Map<String, SortedMap<Address, Guard.Decision>> held = new HashMap<>();
    if (!missing.isEmpty()) {
      PlanInput before = asIfStillThere(input, missing);
      Map<Address, Set<String>> leaves = new TreeMap<>();
      missing.forEach((key, all) -> all.forEach(a -> put(leaves, a, key)));
      Map<Address, Set<String>> joined = new HashMap<>();
      for (PoolDraft draft : drafts) {
        String key = draft.owned().key();
        joins.get(key).accepted().keySet().stream()
            .filter(leaves::containsKey)
            .forEach(a -> put(joined, a, key));
      }
      Map<Address, Set<String>> changes = new TreeMap<>();
      leaves.forEach((address, keys) -> changes.put(address, new TreeSet<>(keys)));
      joined.forEach((address, keys) -> changes.get(address).addAll(keys));
      Guard guard = new Guard(new Judge(before, inventory).profiles(changes), memory, input.now());
      leaves.forEach(
          (address, keys) ->
              guard
                  .decide(address, joined.getOrDefault(address, Set.of()), keys, false)
                  .forEach(
                      (key, decision) -> {
                        if (decision.held()
                            && missing.getOrDefault(key, Set.of()).contains(address)) {
                          held.computeIfAbsent(key, k -> new TreeMap<>()).put(address, decision);
                        }
                      }));
    }
    return new Contested(held, memory, recent(input.ledger(), input.now()));
  }

  private static void put(Map<Address, Set<String>> map, Address address, String key) {
    map.computeIfAbsent(address, k -> new TreeSet<>()).add(key);
  }

  /** Restores of the last hour; what lies ahead of this clock counts. */
  static List<Instant> recent(Ledger ledger, Instant now) {
    return ledger.restores().stream().filter(at -> at.isAfter(now.minus(WITHIN))).toList();
  }

  /** Of machines that are still there, and still the same ones. */
  private static Map<String, Set<Address>> missing(
      List<PoolDraft> drafts, Judge judge, HoldMemory memory) {
    Map<String, Set<Address>> missing = new TreeMap<>();
    for (PoolDraft draft : drafts) {
      if (draft.missing().isEmpty()) {
        continue;
      }
      String key = draft.owned().key();
      for (Address address : draft.missing().keySet()) {
        boolean known =
            memory.ofEgress(key, address).isPresent() || memory.isRemoving(key, address);
        if (known && judge.machines().at(address).isPresent()) {
          missing.computeIfAbsent(key, k -> new TreeSet<>()).add(address);
        }
      }
    }
    return missing;
  }

  private static PlanInput asIfStillThere(PlanInput input, Map<String, Set<Address>> missing) {
    LoadBalancer actual = input.actual();
    for (Map.Entry<String, Set<Address>> of : missing.entrySet()) {
      Pool pool = actual.pool(of.getKey()).orElseThrow();
      List<Pool.Entry> entries = new ArrayList<>(pool.entries());
      for (Address address : of.getValue()) {
        entries.add(
            new Pool.Entry(
                "",
                Optional.of(address),
                Optional.of(input.mapping().virtualNetwork()),
                Optional.empty(),
                JsonNodeFactory.instance.objectNode()));
      }
      actual =
          actual.withPool(
              new Pool(
                  pool.id(),
                  pool.name(),
                  pool.etag(),
                  pool.provisioningState(),
                  pool.virtualNetwork(),
                  List.copyOf(entries),
                  pool.backendIpConfigurations(),
                  pool.raw()));
    }
    return new PlanInput(
        input.mapping(),
        input.entry(),
        input.controls(),
        actual,
        input.ledger(),
        input.settings(),
        input.now());
  }

  /** Decisions of one pool's members that would still be held, by address. */
  SortedMap<Address, Guard.Decision> heldIn(String poolKey) {
    return held.getOrDefault(poolKey, new TreeMap<>());
  }

  private boolean isGivenUp() {
    return restores.size() >= RESTORES;
  }

  /** The draft with what is put back as additions: named after the node, like any new entry. */
  PoolDraft restoring(PoolDraft draft, Mapping mapping) {
    SortedMap<Address, Guard.Decision> back = new TreeMap<>(heldIn(draft.owned().key()));
    back.keySet().removeAll(left(draft));
    if (back.isEmpty()) {
      return draft;
    }
    SortedMap<Address, Mapping.Node> additions = new TreeMap<>(draft.additions());
    back.keySet().forEach(address -> additions.put(address, node(mapping, address)));
    return draft.adding(additions);
  }

  /** Not put back any more. What our own removal has cut off always is: nobody fights over it. */
  private SortedSet<Address> left(PoolDraft draft) {
    SortedSet<Address> left = new TreeSet<>();
    if (isGivenUp()) {
      left.addAll(heldIn(draft.owned().key()).keySet());
      left.removeIf(address -> memory.isRemoving(draft.owned().key(), address));
    }
    return left;
  }

  private static Mapping.Node node(Mapping mapping, Address address) {
    return mapping.nodes().values().stream()
        .filter(node -> node.addresses().contains(address))
        .findFirst()
        .orElseGet(() -> new Mapping.Node("", List.of(address), true, Optional.empty()));
  }

  /** One for each pool whose members are not put back any more. */
  List<Warning> warnings(List<PoolDraft> drafts) {
    List<Warning> warnings = new ArrayList<>();
    for (PoolDraft draft : drafts) {
      SortedSet<Address> left = left(draft);
      if (!left.isEmpty()) {
        String addresses = String.join(", ", left.stream().limit(20).map(Address::text).toList());
        warnings.add(
            new Warning(
                Warning.Word.CONTESTED,
                Map.of(
                    "pool", draft.name(),
                    "members", String.valueOf(left.size()),
                    "addresses", addresses,
                    "restoresInTheLastHour", String.valueOf(restores.size()),
                    "remedies", REMEDIES)));
      }
    }
    return warnings;
  }
}
