package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.egress.AuditReport.AuditedAddress;
import io.poolkeeper.egress.AuditReport.Dependence;
import io.poolkeeper.egress.AuditReport.DependenceKind;
import io.poolkeeper.egress.AuditReport.Level;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.OwnedPools;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.testing.BruteJudge;
import io.poolkeeper.testing.PlanCase;
import io.poolkeeper.testing.PlanCaseRun;
import io.poolkeeper.testing.RandomWorld;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The audit over random worlds: against the guard's profile, and against the second judgement of
 * the tests. A failure prints the seed of its world; {@code -Dseed=N} runs that world alone.
 */
class EgressAuditPropertyTest {
  private static final long FIRST_SEED = 5_000;
  private static final long WORLDS = 250;

  /** A world with everything that is asked about it. */
  private record Audited(
      PlanInput input, Inventory inventory, AuditReport report, List<Protocol> protocols) {

    static Audited of(PlanCase world) {
      Mapping mapping = MappingReader.read(world.mapping(), "").value().orElseThrow();
      Inventory inventory = Snapshot.inventory(world.arm());
      Mapping.LoadBalancerEntry entry = mapping.loadBalancer("lb-1").orElseThrow();
      LoadBalancer actual = inventory.loadBalancers().get(entry.id()).orElseThrow();
      PlanInput input = PlanCaseRun.input(world, mapping, entry, actual);
      EgressAudit.Conditions conditions =
          new EgressAudit.Conditions(
              input.settings().protocols(),
              input.settings().assumeDefaultOutbound(),
              input.controls(),
              input.now());
      return new Audited(
          input,
          inventory,
          EgressAudit.of(mapping, inventory, conditions),
          List.copyOf(input.settings().protocols()));
    }

    BruteJudge brute(Inventory changed) {
      return new BruteJudge(
          input.mapping(), changed, input.actual().id(), input.settings().assumeDefaultOutbound());
    }
  }

  private static void eachAddress(BiConsumer<Audited, AuditedAddress> law) {
    Long single = Long.getLong("seed");
    LongStream seeds =
        single != null ? LongStream.of(single) : LongStream.range(FIRST_SEED, FIRST_SEED + WORLDS);
    seeds.forEach(
        seed -> {
          try {
            Audited world = Audited.of(RandomWorld.of(seed));
            world.report().addresses().forEach(address -> law.accept(world, address));
          } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("world of -Dseed=" + seed + ": " + e.getMessage(), e);
          }
        });
  }

  private static Level level(Strength strength) {
    return Level.valueOf(strength.name());
  }

  private static Level agreed(Set<Level> levels) {
    return levels.size() == 1 ? levels.iterator().next() : Level.UNKNOWN;
  }

  @Test
  void theStrengthIsThatOfTheGuardsProfile() {
    int[] compared = {0};
    eachAddress(
        (world, audited) -> {
          Judge judge = new Judge(world.input(), world.inventory());
          Address address = audited.address();
          Profile profile = judge.profiles(Map.of(address, Set.of())).get(address);
          if (profile.settled().isPresent()) {
            assertEquals(1, new TreeSet<>(audited.strength().values()).size());
            assertEquals(List.of(), audited.dependences());
            return;
          }
          for (int p = 0; p < world.protocols().size(); p++) {
            Set<Level> levels = EnumSet.noneOf(Level.class);
            for (int answer = 0; answer < profile.answers(); answer++) {
              levels.add(level(profile.strength(new BitSet(), answer, p)));
            }
            Level shown = audited.strength().get(world.protocols().get(p));
            if (profile.doubts().isEmpty()) {
              assertEquals(agreed(levels), shown, "strength of " + address);
              compared[0]++;
            } else {
              boolean sure = levels.equals(EnumSet.of(Level.CERTAIN));
              assertTrue(shown == Level.UNKNOWN || sure, "in doubt, and shown as " + shown);
            }
          }
        });
    assertTrue(Long.getLong("seed") != null || compared[0] > WORLDS, "compared " + compared[0]);
  }

  @Test
  void theStrengthIsWhatTheSecondJudgementFinds() {
    Map<Level, Integer> seen = new EnumMap<>(Level.class);
    eachAddress(
        (world, audited) -> {
          BruteJudge brute = world.brute(world.inventory());
          List<Map<String, Integer>> answers =
              BruteJudge.answers(List.of(brute), audited.address(), world.protocols());
          List<Strength[]> under =
              BruteJudge.under(answers, brute, audited.address(), world.protocols());
          for (int p = 0; p < world.protocols().size(); p++) {
            int protocol = p;
            Level expected =
                agreed(under.stream().map(s -> level(s[protocol])).collect(Collectors.toSet()));
            Level shown = audited.strength().get(world.protocols().get(p));
            boolean routesMayTakeItAway =
                expected == Level.CERTAIN
                    && shown == Level.UNKNOWN
                    && audited.unknown().toString().matches(".*(subnet|route table).*");
            if (!routesMayTakeItAway) {
              assertEquals(expected, shown, "strength of " + audited.address());
            }
            seen.merge(shown, 1, Integer::sum);
          }
        });
    assertTrue(Long.getLong("seed") != null || seen.size() == Level.values().length, "" + seen);
  }

  @Test
  void aSinglePointIsAPoolWithoutWhichNothingMayBeLeft() {
    Map<DependenceKind, Integer> seen = new HashMap<>();
    eachAddress(
        (world, audited) -> {
          if (!audited.unknown().isEmpty()) {
            return;
          }
          Map<String, DependenceKind> shown = new HashMap<>();
          for (Dependence one : audited.dependences()) {
            assertTrue(!one.inDoubt(), "in doubt where nothing is unknown: " + one);
            shown.put(one.pool().name(), one.kind());
            seen.merge(one.kind(), 1, Integer::sum);
          }
          assertEquals(expected(world, audited.address()), shown, "of " + audited.address());
        });
    assertTrue(Long.getLong("seed") != null || seen.size() == 2, "" + seen);
  }

  /** Takes the address out of each pool in turn and asks the second judgement what is left. */
  private static Map<String, DependenceKind> expected(Audited world, Address address) {
    Map<String, DependenceKind> expected = new HashMap<>();
    for (LoadBalancer loadBalancer : world.inventory().loadBalancers().all()) {
      for (Pool pool : loadBalancer.pools()) {
        Inventory without = Leaving.pool(world.inventory(), loadBalancer, pool, address);
        for (Protocol protocol : world.protocols()) {
          Strength before = strength(world.brute(world.inventory()), address, protocol);
          Strength after = strength(world.brute(without), address, protocol);
          if (after.weakerThan(before)) {
            expected.merge(
                loadBalancer.name() + "/" + pool.name(),
                after == Strength.NONE
                    ? DependenceKind.SINGLE_POINT
                    : DependenceKind.WEAKER_WITHOUT,
                (a, b) -> a == DependenceKind.SINGLE_POINT ? a : b);
          }
        }
      }
    }
    return expected;
  }

  private static Strength strength(BruteJudge judge, Address address, Protocol protocol) {
    List<Protocol> protocols = List.of(protocol);
    return BruteJudge.under(
            BruteJudge.answers(List.of(judge), address, protocols), judge, address, protocols)
        .get(0)[0];
  }

  @Test
  void everyMemberIsAuditedOrNamedAsAbsent() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + 50; seed++) {
      Audited world = Audited.of(RandomWorld.of(seed));
      Set<Address> members = new TreeSet<>();
      for (LoadBalancer loadBalancer : world.inventory().loadBalancers().all()) {
        for (Pool pool : loadBalancer.pools()) {
          pool.entries().forEach(entry -> entry.address().ifPresent(members::add));
        }
      }
      Set<Address> named = new TreeSet<>();
      world.report().addresses().forEach(a -> named.add(a.address()));
      world.report().absent().forEach(a -> named.add(a.address()));
      assertTrue(named.containsAll(members), "world of -Dseed=" + seed + ": " + members);
    }
  }

  @Test
  void whoMayNotLeaveIsWhomTheGuardHolds() {
    int[] held = {0};
    eachAddress(
        (world, audited) -> {
          for (Pool pool : world.input().actual().pools()) {
            String key = OwnedPools.key(pool.name());
            Address address = audited.address();
            Profile profile =
                new Judge(world.input(), world.inventory())
                    .profiles(Map.of(address, Set.of(key)))
                    .get(address);
            boolean member = profile.settled().isEmpty() && profile.before().get(0);
            boolean holds =
                member
                    && Guard.withoutMemory(Map.of(address, profile))
                        .decide(address, Set.of(), Set.of(key), false)
                        .get(key)
                        .held();
            Optional<Dependence> shown =
                audited.dependences().stream()
                    .filter(one -> one.pool().pool().equals(pool.id()))
                    .findFirst();
            assertEquals(holds, shown.isPresent(), address + " leaves " + pool.name());
            held[0] += holds ? 1 : 0;
          }
        });
    assertTrue(Long.getLong("seed") != null || held[0] > WORLDS / 5, "held " + held[0]);
  }
}
