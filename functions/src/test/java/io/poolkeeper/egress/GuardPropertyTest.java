package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.testing.BrutePlan;
import io.poolkeeper.testing.PlanCase;
import io.poolkeeper.testing.PlanCaseRun;
import io.poolkeeper.testing.RandomWorld;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Laws over random worlds. A failure prints the seed of its world; {@code -Dseed=N} runs that world
 * alone, {@code -Dworlds=N} runs more of them.
 */
class GuardPropertyTest {
  private static final long FIRST_SEED = 1_000;
  private static final long WORLDS = 250;

  private static void eachWorld(Consumer<PlanCase> law) {
    Long single = Long.getLong("seed");
    long worlds = Long.getLong("worlds", WORLDS);
    LongStream seeds =
        single != null ? LongStream.of(single) : LongStream.range(FIRST_SEED, FIRST_SEED + worlds);
    seeds.forEach(
        seed -> {
          try {
            law.accept(RandomWorld.of(seed));
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("world of -Dseed=" + seed + ": " + e.getMessage(), e);
          }
        });
  }

  private record Planned(PlanInput input, Inventory inventory, Draft draft, Plan plan) {}

  private static Planned plan(PlanCase world) {
    Mapping mapping = MappingReader.read(world.mapping(), "").value().orElseThrow();
    Inventory inventory = Snapshot.inventory(world.arm());
    Mapping.LoadBalancerEntry entry = mapping.loadBalancer("lb-1").orElseThrow();
    LoadBalancer actual = inventory.loadBalancers().get(entry.id()).orElseThrow();
    PlanInput input = PlanCaseRun.input(world, mapping, entry, actual);
    Draft draft = Planner.draft(input);
    return new Planned(input, inventory, draft, GuardedPlanner.finish(draft, inventory));
  }

  @Test
  void noAddressGetsWeakerAndThePlanOfTheResultIsEmpty() {
    eachWorld(world -> assertEquals(List.of(), PlanCaseRun.broken(world)));
  }

  @Test
  void theOrderOfTheInputIsIrrelevant() {
    eachWorld(
        world -> {
          Plan plan = plan(world).plan();
          for (long seed = 0; seed < 3; seed++) {
            assertEquals(plan, plan(RandomWorld.shuffled(world, seed)).plan());
          }
        });
  }

  @Test
  void holdsAreThoseThatTryingEverythingFinds() {
    int[] seen = new int[HoldReason.values().length];
    eachWorld(
        world -> {
          Planned planned = plan(world);
          if (planned.plan().brake().isPresent()) {
            return;
          }
          SortedMap<Address, List<String>> leaves = changes(planned.draft(), false);
          SortedMap<Address, List<String>> joins = changes(planned.draft(), true);
          BrutePlan brute = new BrutePlan(planned.input(), planned.inventory());
          leaves.forEach(
              (address, pools) -> {
                Map<String, HoldReason> expected =
                    brute.holds(address, joins.getOrDefault(address, List.of()), pools);
                assertEquals(expected, held(planned.plan(), address), "held of " + address);
                expected.values().forEach(reason -> seen[reason.ordinal()]++);
              });
        });
    if (Long.getLong("seed") == null) {
      long worlds = Long.getLong("worlds", WORLDS);
      assertTrue(
          seen[HoldReason.WOULD_STRAND_EGRESS.ordinal()] > worlds / 10, "no hold in any world");
      assertTrue(seen[HoldReason.EGRESS_UNKNOWN.ordinal()] > worlds / 20, "no doubt in any world");
    }
  }

  @Test
  void theNumberOfWritesIsTheSmallestPossible() {
    int[] twice = {0};
    eachWorld(
        world -> {
          Planned planned = plan(world);
          List<BrutePlan.Change> changes = new ArrayList<>();
          for (Plan.PoolPlan pool : planned.plan().pools()) {
            if (pool.result() == Plan.Result.UPDATED) {
              changes.add(
                  new BrutePlan.Change(
                      pool.pool(), new TreeSet<>(pool.added()), new TreeSet<>(pool.removed())));
            }
          }
          OptionalInt fewest =
              new BrutePlan(planned.input(), planned.inventory()).fewestWrites(changes);
          int writes = planned.plan().writes().size();
          fewest.ifPresent(n -> assertEquals(n, writes, "pool writes"));
          twice[0] += writes > changes.size() ? 1 : 0;
        });
    assertTrue(Long.getLong("seed") != null || twice[0] > 0, "no world with a circle");
  }

  @Test
  void nothingIsAddedThatIsNotDesiredAndForeignPoolsStayUntouched() {
    eachWorld(
        world -> {
          Planned planned = plan(world);
          Mapping mapping = planned.input().mapping();
          planned
              .plan()
              .writes()
              .forEach(
                  write -> {
                    String name = write.pool().replaceFirst("-ipv6$", "").replace('-', '/');
                    Mapping.Service service = mapping.services().get(name);
                    assertEquals("lb-1", service.loadBalancer());
                    Set<Address> wished = new HashSet<>();
                    service.nodes().forEach(n -> wished.addAll(mapping.nodes().get(n).addresses()));
                    assertTrue(wished.containsAll(write.added()), () -> "added by " + write);
                  });
        });
  }

  private static SortedMap<Address, List<String>> changes(Draft draft, boolean joins) {
    SortedMap<Address, List<String>> changes = new TreeMap<>();
    draft
        .pools()
        .forEach(
            pool ->
                (joins ? pool.additions().keySet() : pool.removals())
                    .forEach(
                        a -> changes.computeIfAbsent(a, k -> new ArrayList<>()).add(pool.name())));
    return changes;
  }

  private static Map<String, HoldReason> held(Plan plan, Address address) {
    Map<String, HoldReason> held = new TreeMap<>();
    plan.pools()
        .forEach(
            pool ->
                pool.held().stream()
                    .filter(h -> h.address().equals(address))
                    .forEach(h -> held.put(pool.pool(), h.reason())));
    return held;
  }
}
