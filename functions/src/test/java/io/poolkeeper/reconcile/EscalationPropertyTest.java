package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.azure.arm.SnapshotArm;
import io.poolkeeper.azure.arm.SnapshotArm.Fault;
import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.egress.Judged;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.testing.PlanCase;
import io.poolkeeper.testing.PlanCaseRun;
import io.poolkeeper.testing.SpreadWorld;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * What is decided does not depend on how far the reader went: over random worlds, some of whose
 * parts cannot be read. A failure prints the seed of its world; {@code -Dseed=N} runs that world
 * alone, {@code -Dworlds=N} runs more of them.
 */
class EscalationPropertyTest {
  private static final long FIRST_SEED = 50_000;
  private static final long WORLDS = 300;
  private static final Scope SCOPE = new Scope(Optional.empty(), Optional.empty());

  private interface Law {
    void check(Setting setting);
  }

  /** One world with its faults, read whole and read step by step. */
  private static final class Setting {
    final PlanCase world;
    final Map<String, Fault> faults;
    final Draft draft;

    Setting(long seed, boolean faulty) {
      world = SpreadWorld.of(seed);
      Random random = new Random(seed * 17 + 3);
      faults = faulty ? faults(random) : Map.of();
      Mapping mapping = MappingReader.read(world.mapping(), "").value().orElseThrow();
      Mapping.LoadBalancerEntry entry = mapping.loadBalancer("lb-1").orElseThrow();
      LoadBalancer actual =
          Snapshot.inventory(world.arm()).loadBalancers().get(entry.id()).orElseThrow();
      draft = Planner.draft(limited(PlanCaseRun.input(world, mapping, entry, actual), random));
    }

    private Map<String, Fault> faults(Random random) {
      List<String> paths = List.copyOf(SnapshotArm.paths(world.arm()));
      Map<String, Fault> some = new TreeMap<>();
      for (int i = 0; i < 1 + random.nextInt(2); i++) {
        Fault fault = Fault.values()[random.nextInt(Fault.values().length)];
        some.put(paths.get(random.nextInt(paths.size())), fault);
      }
      return some;
    }

    /** Some runs may only use one subnet. */
    private static PlanInput limited(PlanInput input, Random random) {
      if (random.nextInt(4) > 0) {
        return input;
      }
      Scope scope =
          new Scope(
              Optional.of(List.of(input.actual().id())),
              Optional.of(List.of(input.mapping().virtualNetwork().child("subnets", "nodes"))));
      PlanSettings s = input.settings();
      return new PlanInput(
          input.mapping(),
          input.entry(),
          input.controls(),
          input.actual(),
          input.ledger(),
          new PlanSettings(
              Optional.of(scope),
              s.assumeDefaultOutbound(),
              s.protocols(),
              s.mappingMaxAge(),
              s.maxPoolSize()),
          input.now());
    }

    private SnapshotArm arm(Map<String, Fault> with) {
      return new SnapshotArm(world.arm(), with);
    }

    Judged whole(Map<String, Fault> with) {
      PlanInput input = draft.input();
      return GuardedPlanner.judge(
          draft, arm(with).reader().read(input.mapping(), input.actual(), SCOPE, "r"));
    }

    Judged inSteps(SnapshotArm arm) {
      PlanInput input = draft.input();
      return GuardedPlanner.judge(
          draft,
          Inventories.read(draft, arm.reader().steps(input.mapping(), input.actual(), SCOPE, "r")));
    }
  }

  private static void eachWorld(boolean faulty, Law law) {
    Long single = Long.getLong("seed");
    long worlds = Long.getLong("worlds", WORLDS);
    LongStream seeds =
        single != null ? LongStream.of(single) : LongStream.range(FIRST_SEED, FIRST_SEED + worlds);
    seeds.forEach(
        seed -> {
          Setting setting = new Setting(seed, faulty);
          try {
            law.check(setting);
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError(
                "world of -Dseed=" + seed + " with " + setting.faults + ": " + e.getMessage(), e);
          }
        });
  }

  @Test
  void readInStepsOrWholeThePlanIsTheSameInEveryWord() {
    int[] fewer = {0};
    eachWorld(
        false,
        setting -> {
          SnapshotArm arm = setting.arm(Map.of());
          assertEquals(setting.whole(Map.of()), setting.inSteps(arm));
          fewer[0] += arm.asked().stream().noneMatch(url -> url.contains("loadBalancers?")) ? 1 : 0;
        });
    assertTrue(Long.getLong("seed") != null || fewer[0] > 10, "no world was settled early");
  }

  @Test
  void alsoWherePartsCannotBeRead() {
    eachWorld(
        true,
        setting ->
            assertEquals(
                setting.whole(setting.faults), setting.inSteps(setting.arm(setting.faults))));
  }

  @Test
  void whatCannotBeReadHoldsWhatItMattersToAndNamesItselfAndTheOthersGoOn() {
    int[] unknown = {0};
    int[] others = {0};
    eachWorld(
        true,
        setting -> {
          Plan truth = setting.whole(Map.of()).plan();
          Plan seen = setting.inSteps(setting.arm(setting.faults)).plan();
          if (truth.brake().isPresent() || seen.brake().isPresent()) {
            return;
          }
          Map<Address, List<Plan.Held>> held = held(seen);
          Set<Address> heldInTruth = held(truth).keySet();
          for (Address address : removed(setting.draft)) {
            List<Plan.Held> holds = held.getOrDefault(address, List.of());
            if (holds.isEmpty()) {
              assertTrue(!heldInTruth.contains(address), address + " is held in truth");
              others[0]++;
            } else if (!heldInTruth.contains(address)) {
              unknown[0]++;
              holds.forEach(hold -> assertNamed(hold, setting.faults.values()));
            }
          }
        });
    assertTrue(Long.getLong("seed") != null || unknown[0] > 20, "no fault mattered");
    assertTrue(Long.getLong("seed") != null || others[0] > unknown[0], "no fault did not matter");
  }

  private static void assertNamed(Plan.Held hold, Collection<Fault> faults) {
    assertEquals(HoldReason.EGRESS_UNKNOWN, hold.reason(), hold.toString());
    assertTrue(
        faults.stream().anyMatch(fault -> hold.evidence().contains(fault.status() + " ")),
        "no cause in " + hold);
    assertTrue(hold.evidence().contains(" reading "), "no place in " + hold);
    assertTrue(!hold.evidence().contains("not read,"), "left unread: " + hold);
  }

  private static Set<Address> removed(Draft draft) {
    Set<Address> removed = new TreeSet<>();
    draft.pools().forEach(pool -> removed.addAll(pool.removals()));
    return removed;
  }

  private static Map<Address, List<Plan.Held>> held(Plan plan) {
    Map<Address, List<Plan.Held>> held = new TreeMap<>();
    plan.pools()
        .forEach(
            pool ->
                pool.held()
                    .forEach(
                        h -> held.computeIfAbsent(h.address(), k -> new ArrayList<>()).add(h)));
    return held;
  }
}
