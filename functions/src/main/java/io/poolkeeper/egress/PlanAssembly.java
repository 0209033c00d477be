package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolDraft;
import io.poolkeeper.plan.PoolWrite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** Writes down what was decided, as the plan that everybody reads. */
final class PlanAssembly {
  private final PlanInput input;
  private final Judge judge;
  private final List<PoolDraft> drafts;
  private final Map<String, Refusals.Sorted> additions;
  private final Map<Address, SortedMap<String, Guard.Decision>> decisions;
  private final Contested contested;
  private final HoldMemory memory;
  private final SortedMap<String, SortedMap<Address, String>> allowed = new TreeMap<>();
  private final Map<Address, String> leaving = new TreeMap<>();
  private final List<Warning> warnings = new ArrayList<>();
  private Map<Address, String> nodeNames;

  PlanAssembly(
      PlanInput input,
      Judge judge,
      List<PoolDraft> drafts,
      Map<String, Refusals.Sorted> additions,
      Map<Address, SortedMap<String, Guard.Decision>> decisions,
      Contested contested,
      HoldMemory memory) {
    this.input = input;
    this.judge = judge;
    this.drafts = drafts;
    this.additions = additions;
    this.decisions = decisions;
    this.contested = contested;
    this.memory = memory;
  }

  PlanAssembly warn(List<Warning> more) {
    warnings.addAll(more);
    return this;
  }

  Judged assemble(String digest, Optional<Ledger.Brake> brake, List<WriteOrder.Put> puts) {
    List<Plan.PoolPlan> pools = new ArrayList<>(drafts.size());
    for (PoolDraft draft : drafts) {
      pools.add(pool(draft));
    }
    warnings.sort(
        java.util.Comparator.comparing(Warning::word)
            .thenComparing(warning -> warning.details().toString()));
    Plan plan =
        new Plan(
            input.entry().name(),
            input.actual().id(),
            digest,
            List.copyOf(pools),
            List.copyOf(warnings),
            puts.stream().map(PlanAssembly::write).toList(),
            brake);
    return new Judged(
        plan, Collections.unmodifiableSortedMap(allowed), Collections.unmodifiableMap(leaving));
  }

  private static PoolWrite write(WriteOrder.Put put) {
    return new PoolWrite(
        put.work().draft().name(),
        Collections.unmodifiableSortedMap(
            put.adds() ? put.work().additions() : new TreeMap<Address, String>()),
        Collections.unmodifiableSortedSet(
            put.removes() ? put.work().removals() : new TreeSet<Address>()));
  }

  private Plan.PoolPlan pool(PoolDraft draft) {
    if (!draft.differs()) {
      Plan.Result result = draft.skip().isPresent() ? Plan.Result.SKIPPED : Plan.Result.UNCHANGED;
      warnIfTooLarge(draft, draft.before());
      return plan(draft, result, draft.before(), List.of(), List.of(), List.of(), List.of());
    }
    String key = draft.owned().key();
    List<Address> removed = new ArrayList<>();
    List<Plan.Held> held = new ArrayList<>();
    for (Address address : draft.removals()) {
      Guard.Decision decision = decisions.get(address).get(key);
      warnIfStranger(draft, address);
      if (decision.held()) {
        held.add(held(draft, address, decision));
      } else {
        removed.add(address);
        allowed.computeIfAbsent(key, k -> new TreeMap<>()).put(address, decision.evidence());
        leaving.putIfAbsent(address, nodeName(draft, address));
      }
    }
    warnIfStillServing(draft, held);
    contested.heldIn(key).forEach((address, decision) -> held.add(held(draft, address, decision)));
    held.sort(java.util.Comparator.comparing(Plan.Held::address));
    Refusals.Sorted sorted = additions.get(key);
    TreeSet<Address> after = new TreeSet<>(draft.before());
    removed.forEach(after::remove);
    after.addAll(sorted.accepted().keySet());
    boolean changes = !removed.isEmpty() || !sorted.accepted().isEmpty();
    warnIfTooLarge(draft, after);
    SnatPorts.of(input.actual(), draft, draft.before().size(), after.size())
        .ifPresent(warnings::add);
    return plan(
        draft,
        changes ? Plan.Result.UPDATED : Plan.Result.UNCHANGED,
        List.copyOf(after),
        List.copyOf(sorted.accepted().keySet()),
        removed,
        held,
        sorted.refused());
  }

  private static Plan.PoolPlan plan(
      PoolDraft draft,
      Plan.Result result,
      List<Address> after,
      List<Address> added,
      List<Address> removed,
      List<Plan.Held> held,
      List<Plan.Refused> refused) {
    return new Plan.PoolPlan(
        draft.name(),
        draft.owned().services(),
        result,
        draft.skip(),
        draft.before(),
        after,
        added,
        List.copyOf(removed),
        List.copyOf(held),
        refused);
  }

  private Plan.Held held(PoolDraft draft, Address address, Guard.Decision decision) {
    String key = draft.owned().key();
    HoldReason reason = decision.reason().orElseThrow();
    Optional<Ledger.Hold> known = memory.of(key, address);
    boolean judged = !decision.lost().isEmpty();
    return new Plan.Held(
        address,
        nodeName(draft, address),
        reason,
        judge
            .machines()
            .at(address)
            .flatMap(Machines.Machine::id)
            .or(() -> known.flatMap(Ledger.Hold::machine)),
        judged ? decision.lost() : known.map(Ledger.Hold::strength).orElse(Map.of()),
        evidence(address, decision),
        memory.since(key, address, reason),
        judged ? decision.noneSince() : known.flatMap(Ledger.Hold::noneSince),
        judged
            ? decision.inDoubt()
            : known.map(Ledger.Hold::inDoubt).orElse(Ledger.InDoubt.NOTHING));
  }

  /** Where egress was declared and the declaration ran out, the hold says so. */
  private String evidence(Address address, Guard.Decision decision) {
    HoldReason reason = decision.reason().orElseThrow();
    boolean byEgress =
        reason == HoldReason.WOULD_STRAND_EGRESS || reason == HoldReason.EGRESS_UNKNOWN;
    Optional<String> end = byEgress ? judge.expired(address) : Optional.empty();
    return decision.evidence() + end.map(words -> "; " + words).orElse("");
  }

  /** Judged as a new case: what was remembered was about another machine. */
  private void warnIfStranger(PoolDraft draft, Address address) {
    Optional<Ledger.Hold> before = memory.ofStranger(draft.owned().key(), address);
    if (before.isPresent()) {
      warnings.add(
          new Warning(
              Warning.Word.STRANGER,
              Map.of(
                  "pool", draft.name(),
                  "address", address.text(),
                  "was", before.get().machine().orElseThrow().text(),
                  "is",
                      judge
                          .machines()
                          .at(address)
                          .flatMap(Machines.Machine::id)
                          .orElseThrow()
                          .text())));
    }
  }

  /** Of the mapping's node with the address, first by name, else of the pool's entry. */
  private String nodeName(PoolDraft draft, Address address) {
    if (nodeNames == null) {
      nodeNames = new HashMap<>();
      for (Mapping.Node node : input.mapping().nodes().values()) {
        node.addresses().forEach(a -> nodeNames.putIfAbsent(a, node.name()));
      }
    }
    String node = nodeNames.get(address);
    return node != null
        ? node
        : draft.actual().orElseThrow().entries().stream()
            .filter(entry -> entry.address().filter(address::equals).isPresent())
            .map(Pool.Entry::name)
            .sorted()
            .findFirst()
            .orElse("");
  }

  private void warnIfTooLarge(PoolDraft draft, java.util.Collection<Address> after) {
    if (after.size() > input.settings().maxPoolSize()) {
      warnings.add(
          new Warning(
              Warning.Word.WOULD_EXCEED_POOL_SIZE,
              Map.of(
                  "pool", draft.name(),
                  "members", String.valueOf(after.size()),
                  "limit", String.valueOf(input.settings().maxPoolSize()))));
    }
  }

  /** A held machine behind rules without a probe gets traffic although it should not. */
  private void warnIfStillServing(PoolDraft draft, List<Plan.Held> held) {
    if (held.isEmpty()) {
      return;
    }
    Pool pool = draft.actual().orElseThrow();
    for (LoadBalancer.BalancingRule rule : input.actual().balancingRules()) {
      if (!rule.hasProbe() && rule.pools().contains(pool.id())) {
        warnings.add(Warning.of(Warning.Word.HELD_STILL_SERVING, "pool", draft.name()));
        return;
      }
    }
  }
}
