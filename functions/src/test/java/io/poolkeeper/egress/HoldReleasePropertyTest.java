package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.testing.BrutePlan;
import io.poolkeeper.testing.PlanCase;
import io.poolkeeper.testing.PlanCaseRun;
import io.poolkeeper.testing.RandomWorld;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Random worlds with random memories of held removals, against the rule of releasing them read a
 * second time. {@code -Dseed=N} runs one world alone, {@code -Dworlds=N} more of them.
 */
class HoldReleasePropertyTest {
  private static final long FIRST_SEED = 5_000;
  private static final long WORLDS = 250;
  private static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");

  @Test
  void noRemovalIsMadeBelowItsStoredStrengthAndNoneIsHeldLongerThanTheRuleSays() {
    Long single = Long.getLong("seed");
    long first = single != null ? single : FIRST_SEED;
    long last = single != null ? single : FIRST_SEED + Long.getLong("worlds", WORLDS) - 1;
    System.out.println("HoldReleasePropertyTest: worlds of -Dseed=" + first + " to " + last);
    int[] counts = new int[3];
    for (long seed = first; seed <= last; seed++) {
      try {
        check(seed, counts);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("world of -Dseed=" + seed + ": " + e.getMessage(), e);
      }
    }
    assertTrue(single != null || counts[0] > 20, "holds by memory alone: " + counts[0]);
    assertTrue(single != null || counts[1] > 20, "releases of remembered holds: " + counts[1]);
    assertTrue(single != null || counts[2] > 5, "releases of strengths in doubt: " + counts[2]);
  }

  private static void check(long seed, int[] counts) {
    Random random = new Random(seed);
    PlanCase world = RandomWorld.of(seed);
    Mapping mapping = MappingReader.read(world.mapping(), "").value().orElseThrow();
    Inventory inventory = Snapshot.inventory(world.arm());
    Mapping.LoadBalancerEntry entry = mapping.loadBalancer("lb-1").orElseThrow();
    LoadBalancer actual = inventory.loadBalancers().get(entry.id()).orElseThrow();
    PlanInput empty = PlanCaseRun.input(world, mapping, entry, actual);
    Draft draft = Planner.draft(empty);
    Plan without = GuardedPlanner.finish(draft, inventory);
    if (without.brake().isPresent()) {
      return;
    }
    Map<String, Map<Address, Ledger.Hold>> memory = memory(draft, random);
    PlanInput input = with(empty, memory);
    Plan plan = GuardedPlanner.finish(Planner.draft(input), inventory);
    Map<Address, List<String>> leaves = new TreeMap<>();
    Map<Address, List<String>> joins = new HashMap<>();
    draft
        .pools()
        .forEach(
            pool -> {
              pool.removals().forEach(a -> put(leaves, a, pool.name()));
              pool.additions().keySet().forEach(a -> put(joins, a, pool.name()));
            });
    BrutePlan brute = new BrutePlan(input, inventory);
    leaves.forEach(
        (address, pools) -> {
          Set<String> held = held(plan, address);
          Map<String, Ledger.Hold> remembered = new HashMap<>();
          pools.forEach(
              p ->
                  Optional.ofNullable(memory.get(p).get(address))
                      .ifPresent(h -> remembered.put(p, h)));
          if (isThere(plan, address, inventory, mapping)) {
            assertEquals(
                List.of(),
                brute.brokenReleases(
                    address, joins.getOrDefault(address, List.of()), pools, held, remembered));
          }
          counts[0] += held.size() > held(without, address).size() ? 1 : 0;
          counts[1] += remembered.keySet().stream().anyMatch(p -> !held.contains(p)) ? 1 : 0;
          remembered.replaceAll((pool, hold) -> withoutDoubt(hold));
          counts[2] +=
              brute
                      .brokenReleases(
                          address, joins.getOrDefault(address, List.of()), pools, held, remembered)
                      .isEmpty()
                  ? 0
                  : 1;
        });
    if (!plan.writes().isEmpty()) {
      PoolWrite first = plan.writes().get(0);
      Set<Address> unsafe =
          new TreeSet<>(GuardedPlanner.unsafeRemovals(input, plan, first, actual, inventory));
      // what releases a hold may come with a later write, and the hold goes one run later
      plan.writes().stream()
          .skip(1)
          .forEach(
              later -> {
                unsafe.removeAll(later.additions().keySet());
                unsafe.removeAll(later.removals());
              });
      assertEquals(Set.of(), unsafe, "judged alike in the plan and right before the first write");
    }
  }

  /** Of an address without a machine nothing is held, whatever is remembered. */
  private static boolean isThere(Plan plan, Address address, Inventory inventory, Mapping mapping) {
    return inventory.nics().unreadable().isPresent()
        || mapping.nodes().values().stream().anyMatch(n -> n.addresses().contains(address))
        || inventory.nics().all().stream()
            .flatMap(nic -> nic.ipConfigurations().stream())
            .anyMatch(
                c ->
                    c.address().equals(Optional.of(address))
                        && c.subnet()
                            .map(s -> s.root().equals(mapping.virtualNetwork()))
                            .orElse(true));
  }

  private static Map<String, Map<Address, Ledger.Hold>> memory(Draft draft, Random random) {
    Map<String, Map<Address, Ledger.Hold>> memory = new HashMap<>();
    draft
        .pools()
        .forEach(
            pool -> {
              Map<Address, Ledger.Hold> of = new TreeMap<>();
              for (Address address : pool.removals()) {
                if (random.nextInt(3) > 0) {
                  of.put(address, hold(pool.name(), address, random));
                }
              }
              memory.put(pool.name(), of);
            });
    return memory;
  }

  private static Ledger.Hold hold(String pool, Address address, Random random) {
    Map<Protocol, Strength> strength = new EnumMap<>(Protocol.class);
    strength.put(Protocol.TCP, random.nextInt(3) > 0 ? Strength.POSSIBLE : Strength.CERTAIN);
    if (random.nextBoolean()) {
      strength.put(Protocol.UDP, Strength.POSSIBLE);
    }
    Optional<Instant> noneSince =
        random.nextBoolean()
            ? Optional.of(NOW.minusSeconds(60L * random.nextInt(20)))
            : Optional.empty();
    return new Ledger.Hold(
        pool,
        address,
        Optional.empty(),
        strength,
        HoldReason.WOULD_STRAND_EGRESS,
        NOW.minusSeconds(3600),
        NOW.minusSeconds(60),
        noneSince,
        inDoubt(strength, random));
  }

  private static Ledger.Hold withoutDoubt(Ledger.Hold hold) {
    return new Ledger.Hold(
        hold.pool(),
        hold.address(),
        hold.machine(),
        hold.strength(),
        hold.reason(),
        hold.since(),
        hold.judgedAt(),
        hold.noneSince());
  }

  private static Ledger.InDoubt inDoubt(Map<Protocol, Strength> strength, Random random) {
    Map<Protocol, Strength> seen = new EnumMap<>(Protocol.class);
    for (Protocol protocol : strength.keySet()) {
      if (random.nextInt(3) > 0) {
        seen.put(protocol, random.nextInt(3) > 0 ? Strength.NONE : Strength.POSSIBLE);
      }
    }
    Optional<Instant> clearSince =
        random.nextBoolean()
            ? Optional.of(NOW.minusSeconds(60L * random.nextInt(20)))
            : Optional.empty();
    return new Ledger.InDoubt(seen, clearSince);
  }

  private static PlanInput with(PlanInput input, Map<String, Map<Address, Ledger.Hold>> memory) {
    List<Ledger.Hold> holds = new ArrayList<>();
    memory.values().forEach(of -> holds.addAll(of.values()));
    return new PlanInput(
        input.mapping(),
        input.entry(),
        input.controls(),
        input.actual(),
        Ledger.EMPTY.toBuilder().holds(holds).build(),
        input.settings(),
        NOW);
  }

  private static void put(Map<Address, List<String>> map, Address address, String pool) {
    map.computeIfAbsent(address, k -> new ArrayList<>()).add(pool);
  }

  private static Set<String> held(Plan plan, Address address) {
    Set<String> held = new TreeSet<>();
    for (Plan.PoolPlan pool : plan.pools()) {
      if (pool.held().stream().anyMatch(h -> h.address().equals(address))) {
        held.add(pool.pool());
      }
    }
    return held;
  }
}
