package io.poolkeeper.egress;

import static io.poolkeeper.model.Strength.NONE;
import static io.poolkeeper.model.Strength.POSSIBLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Strength;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The order of writes over addresses and pools made by hand, and at random against all orders. */
class WriteOrderLawsTest {
  private final Map<Address, Profiles> profiles = new TreeMap<>();
  private final Map<String, Set<Address>> additions = new TreeMap<>();
  private final Map<String, Set<Address>> removals = new TreeMap<>();
  private final Set<String> without = new HashSet<>();
  private boolean both;
  private boolean access;

  private static Address address(int i) {
    return Address.of("10.0.0." + i);
  }

  private Profiles profile(int i) {
    return profiles.computeIfAbsent(
        address(i), a -> (both ? Profiles.both() : Profiles.tcp()).of(a).access(access));
  }

  private void joins(int i, String pool, Strength... gives) {
    profile(i).out(pool, gives);
    additions.computeIfAbsent(pool, k -> new HashSet<>()).add(address(i));
    removals.computeIfAbsent(pool, k -> new HashSet<>());
  }

  private void leaves(int i, String pool, Strength... gives) {
    profile(i).in(pool, gives);
    removals.computeIfAbsent(pool, k -> new HashSet<>()).add(address(i));
    additions.computeIfAbsent(pool, k -> new HashSet<>());
  }

  private List<Work> works() {
    List<Work> works = new ArrayList<>();
    additions.forEach(
        (pool, joining) ->
            works.add(Works.work(pool, !without.contains(pool), joining, removals.get(pool))));
    works.sort(WriteOrder.PREFERENCE);
    return works;
  }

  private List<Mover> movers(List<Work> works) {
    List<Mover> movers = new ArrayList<>();
    profiles.forEach(
        (address, made) -> {
          List<Integer> mine = new ArrayList<>();
          for (int i = 0; i < works.size(); i++) {
            if (works.get(i).additions().containsKey(address)
                || works.get(i).removals().contains(address)) {
              mine.add(i);
            }
          }
          movers.add(Mover.of(made.build(), works, mine));
        });
    return movers;
  }

  private List<WriteOrder.Put> puts() {
    List<Work> works = works();
    return WriteOrder.of(works, movers(works));
  }

  private List<String> shown() {
    return puts().stream()
        .map(put -> put.work().key() + (put.adds() ? "+" : "") + (put.removes() ? "-" : ""))
        .toList();
  }

  private void circle(int pools, Strength... gives) {
    for (int i = 0; i < pools; i++) {
      leaves(10 + i, "p" + i, gives);
      joins(10 + i, "p" + (i + 1) % pools, gives);
    }
  }

  @Test
  void aCircleOfTwoIsOpenedByTheFirstPoolsAdditions() {
    circle(2, POSSIBLE);
    assertEquals(List.of("p0+", "p1+-", "p0-"), shown());
  }

  @Test
  void aCircleOfEightIsSearchedAndOneOfNineGoesApart() {
    circle(8, POSSIBLE);
    assertEquals(9, puts().size());
    profiles.clear();
    additions.clear();
    removals.clear();
    circle(9, POSSIBLE);
    assertEquals(
        List.of(
            "p0+", "p1+", "p2+", "p3+", "p4+", "p5+", "p6+", "p7+", "p8+", "p0-", "p1-", "p2-",
            "p3-", "p4-", "p5-", "p6-", "p7-", "p8-"),
        shown());
  }

  @Test
  void inALargeCirclePoolsWithoutSnatGoBetweenAdditionsAndRemovals() {
    access = true;
    circle(9, POSSIBLE);
    joins(30, "p0", POSSIBLE);
    joins(30, "none", NONE);
    leaves(31, "none", NONE);
    leaves(31, "p1", POSSIBLE);
    without.add("none");
    List<String> shown = shown();
    assertEquals(19, shown.size());
    assertEquals("none+-", shown.get(9));
    assertTrue(shown.subList(0, 9).stream().allMatch(put -> put.endsWith("+")));
    assertTrue(shown.subList(10, 19).stream().allMatch(put -> put.endsWith("-")));
  }

  @Test
  void inALargeCircleThePoolThatGivesMostProtocolsIsLeftLast() {
    access = true;
    both = true;
    circle(9, POSSIBLE, NONE);
    leaves(30, "p0", POSSIBLE, POSSIBLE);
    leaves(30, "p8", POSSIBLE, NONE);
    List<String> shown = shown();
    assertEquals("p1-", shown.get(9));
    assertEquals("p0-", shown.get(17));
  }

  @Test
  void aPoolThatOnlyLosesOrOnlyGainsInALargeCircleIsWrittenOnce() {
    access = true;
    circle(9, POSSIBLE);
    joins(30, "p0", POSSIBLE);
    leaves(30, "q", POSSIBLE);
    leaves(31, "q", NONE);
    leaves(31, "p1", POSSIBLE);
    List<String> shown = shown();
    assertEquals(19, shown.size(), shown.toString());
    assertEquals(1, shown.stream().filter(put -> put.startsWith("q")).count());
  }

  @Test
  void anUnsolvableCircleOfAFewPoolsGoesApartToo() {
    both = true;
    access = true;
    joins(10, "t", POSSIBLE, NONE);
    joins(10, "u", NONE, POSSIBLE);
    assertEquals(List.of("t+", "u+"), shown());
  }

  /** After every write no address is weaker, and there is no way with fewer writes. */
  @Test
  void theFewestSafeWritesAreFound() {
    Random random = new Random(815);
    int[] seen = new int[12];
    for (int round = 0; round < 2_000; round++) {
      WriteOrderLawsTest world = new WriteOrderLawsTest();
      world.fill(random);
      List<Work> works = world.works();
      List<Mover> movers = world.movers(works);
      int fewest = fewest(works, movers);
      if (fewest < 0) {
        continue;
      }
      List<WriteOrder.Put> puts = WriteOrder.of(works, movers);
      assertEquals(fewest, puts.size(), "round " + round + ": " + world.shown());
      assertSafe(puts, movers, "round " + round + ": " + world.shown());
      seen[puts.size() - works.size()]++;
    }
    assertTrue(seen[0] > 500 && seen[1] > 50, Arrays.toString(seen));
  }

  private void fill(Random random) {
    both = random.nextInt(3) == 0;
    access = random.nextInt(3) == 0;
    int pools = 2 + random.nextInt(3);
    Strength[][] gives = new Strength[pools][both ? 2 : 1];
    for (int pool = 0; pool < pools; pool++) {
      Arrays.setAll(gives[pool], p -> random.nextInt(5) == 0 ? NONE : POSSIBLE);
      if (Arrays.stream(gives[pool]).allMatch(NONE::equals)) {
        without.add("p" + pool);
      }
    }
    int machines = 2 + random.nextInt(4);
    for (int machine = 10; machine < 10 + machines; machine++) {
      int from = random.nextInt(pools);
      int to = random.nextInt(pools);
      if (from == to || random.nextInt(8) == 0) {
        joins(machine, "p" + to, gives[to]);
      } else {
        leaves(machine, "p" + from, gives[from]);
        joins(machine, "p" + to, gives[to]);
      }
    }
  }

  private static void assertSafe(List<WriteOrder.Put> puts, List<Mover> movers, String where) {
    for (Mover mover : movers) {
      BitSet state = mover.before();
      for (WriteOrder.Put put : puts) {
        for (Mover.Step step : mover.steps()) {
          if (step.work() == put.position() && (step.joins() ? put.adds() : put.removes())) {
            state.set(step.pool(), step.joins());
          }
        }
        assertTrue(mover.isSafe(state), () -> where + ": " + mover.address() + " at " + put);
      }
    }
  }

  /** Breadth-first over all halves of all works; -1: there is no safe way. */
  private static int fewest(List<Work> works, List<Mover> movers) {
    int goal = 0;
    for (int i = 0; i < works.size(); i++) {
      goal |= works.get(i).additions().isEmpty() ? 0 : 1 << 2 * i;
      goal |= works.get(i).removals().isEmpty() ? 0 : 2 << 2 * i;
    }
    Map<Integer, Integer> distance = new HashMap<>(Map.of(0, 0));
    Deque<Integer> queue = new ArrayDeque<>(List.of(0));
    while (!queue.isEmpty()) {
      int state = queue.remove();
      if (state == goal) {
        return distance.get(state);
      }
      for (int i = 0; i < works.size(); i++) {
        for (int half = 1; half <= 3; half++) {
          int next = state | (half << 2 * i) & goal;
          if (!distance.containsKey(next) && movers.stream().allMatch(m -> isSafe(m, next))) {
            distance.put(next, distance.get(state) + 1);
            queue.add(next);
          }
        }
      }
    }
    return -1;
  }

  private static boolean isSafe(Mover mover, int state) {
    BitSet in = mover.before();
    for (Mover.Step step : mover.steps()) {
      if ((state >> 2 * step.work() & (step.joins() ? 1 : 2)) != 0) {
        in.set(step.pool(), step.joins());
      }
    }
    return mover.isSafe(in);
  }
}
