package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.azure.arm.SnapshotArm;
import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.mapping.DocumentResult;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.Admission;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.reconcile.Inventories;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Runs a plan case through planner and guard alone: plans, applies each write in memory, and judges
 * after each with {@link BruteJudge}.
 */
public final class PlanCaseRun {
  private final PlanCase plan;
  private final FakeArm arm;
  private final boolean stepByStep;
  private final Set<String> ipPools = new TreeSet<>();
  private final Set<String> held = new TreeSet<>();
  private final Set<String> skipped = new TreeSet<>();
  private final List<String> problems = new ArrayList<>();
  private Optional<String> error = Optional.empty();
  private int writes;

  private PlanCaseRun(PlanCase plan, boolean stepByStep) {
    this.plan = plan;
    this.stepByStep = stepByStep;
    this.arm = new FakeArm(Snapshot.inventory(plan.arm()));
    eachPool(
        (lb, pool) -> {
          if (!pool.isNicBased()) {
            ipPools.add(PlanCase.key(lb.name(), pool.name()));
          }
        });
  }

  /**
   * @return one line for each thing that came out differently, with what was expected and what came
   */
  public static List<String> problems(PlanCase plan) {
    return problems(plan, false);
  }

  /** The same with an inventory that is read step by step, as far as the plan needs it. */
  public static List<String> problemsStepByStep(PlanCase plan) {
    return problems(plan, true);
  }

  private static List<String> problems(PlanCase plan, boolean stepByStep) {
    PlanCaseRun run = new PlanCaseRun(plan, stepByStep);
    run.run();
    run.compare();
    return run.problems;
  }

  /**
   * Runs without expectations: only what must hold for every case.
   *
   * @return one line for each thing that must not be
   */
  public static List<String> broken(PlanCase plan) {
    PlanCaseRun run = new PlanCaseRun(plan, false);
    run.run();
    run.error.ifPresent(run.problems::add);
    return run.problems;
  }

  private void run() {
    DocumentResult<Mapping> mapping = MappingReader.read(plan.mapping(), "");
    if (mapping.value().isEmpty()) {
      error = Optional.of(Outcome.INVALID_MAPPING.name());
      return;
    }
    plan.reconcile().forEach(name -> reconcile(mapping.value().get(), name));
  }

  private void reconcile(Mapping mapping, String name) {
    Optional<Mapping.LoadBalancerEntry> entry = mapping.loadBalancer(name);
    Optional<LoadBalancer> actual = entry.flatMap(e -> arm.loadBalancer(e.id()));
    Optional<Outcome> stop =
        Admission.ofDocuments(
                mapping,
                entry,
                Ledger.EMPTY,
                Optional.of(Controls.NONE),
                PlanSettings.EVERYTHING,
                Instant.EPOCH)
            .or(() -> Admission.ofLoadBalancer(mapping, entry.get(), actual));
    if (stop.isPresent()) {
      skipped.add(name.toLowerCase(java.util.Locale.ROOT) + " " + stop.get());
      return;
    }
    PlanInput input = input(mapping, entry.get(), actual.get());
    Inventory before = arm.inventory();
    Inventory known = inventory(input);
    Plan made = GuardedPlanner.finish(Planner.draft(input), known);
    note(made);
    Floor floor = new Floor(input, before, made);
    for (PoolWrite write : made.writes()) {
      Set<Address> unsafe =
          GuardedPlanner.unsafeRemovals(
              input, made, write, arm.loadBalancer(entry.get().id()).get(), known);
      if (!unsafe.isEmpty()) {
        problems.add("judged unsafe right before the write to " + write.pool() + ": " + unsafe);
      }
      arm.put(entry.get().id(), write, mapping.virtualNetwork());
      writes++;
      floor.check(write);
    }
    PlanInput later = input(mapping, entry.get(), arm.loadBalancer(entry.get().id()).get());
    Plan again = GuardedPlanner.finish(Planner.draft(later), inventory(later));
    if (!again.writes().isEmpty()) {
      problems.add("planned again, it still wants to write " + again.writes());
    }
  }

  private Inventory inventory(PlanInput input) {
    if (!stepByStep) {
      return arm.inventory();
    }
    InventoryReader reader = new SnapshotArm(arm.asJson(plan.arm()), Map.of()).reader();
    return Inventories.read(
        Planner.draft(input),
        reader.steps(
            input.mapping(),
            input.actual(),
            new Scope(Optional.empty(), Optional.empty()),
            "request-1"));
  }

  private PlanInput input(Mapping mapping, Mapping.LoadBalancerEntry entry, LoadBalancer actual) {
    return input(plan, mapping, entry, actual);
  }

  /** What a plan of the case is made of, with no controls and an empty ledger. */
  public static PlanInput input(
      PlanCase plan, Mapping mapping, Mapping.LoadBalancerEntry entry, LoadBalancer actual) {
    TreeSet<Protocol> protocols = new TreeSet<>();
    plan.protocols().forEach(protocol -> protocols.add(Protocol.valueOf(protocol)));
    return new PlanInput(
        mapping,
        entry,
        Controls.NONE,
        actual,
        Ledger.EMPTY,
        new PlanSettings(
            PlanSettings.EVERYTHING,
            plan.assumeDefaultOutbound(),
            Collections.unmodifiableSortedSet(protocols),
            Optional.empty(),
            1000),
        Instant.EPOCH);
  }

  private void note(Plan made) {
    for (Plan.PoolPlan pool : made.pools()) {
      String key = PlanCase.key(made.name(), pool.pool());
      pool.skip().ifPresent(skip -> skipped.add(key + " " + skip));
      for (Plan.Held hold : pool.held()) {
        held.add(key + " " + hold.address() + " " + hold.reason());
        if (hold.evidence().isBlank() || hold.node().isBlank()) {
          problems.add("a hold without evidence or node: " + hold);
        }
      }
    }
  }

  /** No machine may be weaker than before the plan, or than after it where additions weaken it. */
  private final class Floor {
    private final PlanInput input;
    private final List<Protocol> protocols;
    private final Map<Address, List<Map<String, Integer>>> answers = new HashMap<>();
    private final Map<Address, List<Strength[]>> floors = new HashMap<>();

    Floor(PlanInput input, Inventory before, Plan made) {
      this.input = input;
      this.protocols = List.copyOf(input.settings().protocols());
      FakeArm later = new FakeArm(before);
      List<BruteJudge> worlds = new ArrayList<>(List.of(judge(before)));
      for (PoolWrite write : made.writes()) {
        later.put(input.actual().id(), write, input.mapping().virtualNetwork());
        worlds.add(judge(later.inventory()));
      }
      Set<Address> touched = new TreeSet<>();
      made.writes().forEach(w -> touched.addAll(w.added()));
      made.writes().forEach(w -> touched.addAll(w.removals()));
      for (Address address : touched) {
        List<Map<String, Integer>> all = BruteJudge.answers(worlds, address, protocols);
        answers.put(address, all);
        floors.put(
            address,
            BruteStrengths.weaker(
                BruteJudge.under(all, worlds.get(0), address, protocols),
                BruteJudge.under(all, worlds.get(worlds.size() - 1), address, protocols)));
        boolean leaves = made.writes().stream().anyMatch(w -> w.removals().contains(address));
        if (leaves) {
          floors.put(address, BruteJudge.under(all, worlds.get(0), address, protocols));
        } else if (!canJoin(before, address, joins(made, address))) {
          floors.remove(address);
        }
      }
    }

    private static Set<String> joins(Plan made, Address address) {
      Set<String> pools = new TreeSet<>();
      made.writes().stream()
          .filter(write -> write.added().contains(address))
          .forEach(write -> pools.add(write.pool()));
      return pools;
    }

    /** An addition is never held, also where in every order the first one ends default access. */
    private boolean canJoin(Inventory before, Address address, Set<String> open) {
      return open.isEmpty()
          || open.stream()
              .anyMatch(
                  pool -> {
                    FakeArm with = new FakeArm(before);
                    SortedMap<Address, String> added = new TreeMap<>(Map.of(address, "x"));
                    PoolWrite write = new PoolWrite(pool, added, new TreeSet<>());
                    with.put(input.actual().id(), write, input.mapping().virtualNetwork());
                    Set<String> left = new TreeSet<>(open);
                    left.remove(pool);
                    return isKept(with.inventory(), address)
                        && canJoin(with.inventory(), address, left);
                  });
    }

    private boolean isKept(Inventory now, Address address) {
      return BruteStrengths.atLeast(
          BruteJudge.under(answers.get(address), judge(now), address, protocols),
          floors.get(address));
    }

    private BruteJudge judge(Inventory inventory) {
      return new BruteJudge(
          input.mapping(),
          inventory,
          input.actual().id(),
          input.settings().assumeDefaultOutbound());
    }

    void check(PoolWrite write) {
      floors.forEach(
          (address, floor) -> {
            if (!isKept(arm.inventory(), address)) {
              problems.add("after the write to " + write.pool() + " " + address + " is weaker");
            }
          });
    }
  }

  private void compare() {
    PlanCase.Expected expected = plan.expected();
    Map<String, Set<String>> pools = new TreeMap<>();
    eachPool(
        (lb, pool) -> {
          String key = PlanCase.key(lb.name(), pool.name());
          if (ipPools.contains(key)) {
            Set<String> addresses = new TreeSet<>();
            pool.entries().forEach(e -> e.address().ifPresent(a -> addresses.add(a.text())));
            pools.put(key, addresses);
          }
        });
    same("error", expected.error(), error);
    same("pools", canonical(expected.pools()), pools);
    same("held", expected.held(), held);
    same("skipped", expected.skipped(), skipped);
    same("poolWrites", expected.poolWrites(), writes);
    compareEntries();
  }

  private static Map<String, Set<String>> canonical(Map<String, Set<String>> pools) {
    Map<String, Set<String>> canonical = new TreeMap<>();
    pools.forEach(
        (key, addresses) -> {
          Set<String> texts = new TreeSet<>();
          addresses.forEach(a -> texts.add(Address.of(a).text()));
          canonical.put(key, texts);
        });
    return canonical;
  }

  private void compareEntries() {
    for (var expected : plan.expectedEntries().properties()) {
      eachPool(
          (lb, pool) -> {
            if (PlanCase.key(lb.name(), pool.name()).equalsIgnoreCase(expected.getKey())) {
              compareEntries(pool, expected.getValue());
            }
          });
    }
  }

  private void compareEntries(Pool pool, JsonNode expected) {
    List<JsonNode> entries = pool.entries().stream().map(Pool.Entry::raw).toList();
    for (JsonNode kept : expected.path("kept")) {
      if (entries.stream().noneMatch(kept::equals)) {
        problems.add("entry expected verbatim: " + kept + ", came: " + entries);
      }
    }
    for (JsonNode absent : expected.path("absent")) {
      if (entries.stream().anyMatch(e -> e.path("name").equals(absent))) {
        problems.add("entry expected to be gone: " + absent);
      }
    }
    for (var field : expected.path("pool").properties()) {
      JsonNode came = pool.raw().path("properties").path(field.getKey());
      same("pool field " + field.getKey(), field.getValue(), came);
    }
    if (expected.path("noBackReferences").asBoolean()
        && arm.lastBody().path("properties").has("backendIPConfigurations")) {
      problems.add("the PUT's body has back-references");
    }
  }

  private void same(String what, Object expected, Object came) {
    if (!expected.equals(came)) {
      problems.add(what + ": expected " + expected + ", came " + came);
    }
  }

  private void eachPool(java.util.function.BiConsumer<LoadBalancer, Pool> each) {
    for (LoadBalancer lb : arm.inventory().loadBalancers().all()) {
      lb.pools().forEach(pool -> each.accept(lb, pool));
    }
  }
}
