package io.poolkeeper.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Lives of several workers on several load balancers, with whatever can go wrong: no machine is
 * weakened, nothing is lost, and in the end all is as wanted. {@code -Dsimulation.seeds=N} and
 * {@code -Dsimulation.from=N} for others, {@code -Dsimulation.seed=N} tells one life line by line,
 * {@code -Dsimulation.off=MECHANISM} switches something off. See {@code docs/simulation.md}.
 */
final class PoolkeeperSimulationTest {
  private static final int SHRUNK = 3;

  private static Set<Mechanism> off() {
    String off = System.getProperty("simulation.off", "");
    return off.isEmpty() ? EnumSet.noneOf(Mechanism.class) : EnumSet.of(Mechanism.valueOf(off));
  }

  @Test
  void whateverGoesWrongNoMachineIsWeakenedAndInTheEndAllIsAsWanted() {
    Long one = Long.getLong("simulation.seed");
    if (one != null) {
      Life.Result life = new Life(one, off(), Optional.empty(), true).live();
      System.out.print(Shrunk.told(life));
      assertEquals(Optional.empty(), life.violation());
      return;
    }
    long from = Long.getLong("simulation.from", 1);
    long count = Long.getLong("simulation.seeds", 2_000);
    System.out.println("PoolkeeperSimulationTest: -Dsimulation.from=" + from);
    Seeds seeds = new Seeds(off()).run(from, count, false);
    System.out.println(seeds.summary());
    seeds.violations().forEach((seed, v) -> System.out.println("seed " + seed + " " + v));
    seeds.violations().keySet().stream()
        .limit(SHRUNK)
        .forEach(seed -> System.out.print(new Shrunk(seed, off()).told()));
    assertEquals(Map.of(), seeds.violations());
    assertTrue(seeds.writes() > count, "there was something to do");
  }

  @Test
  void ofAFailingLifeIsToldWhatMatters() {
    Life.Result life =
        new Life(1, EnumSet.of(Mechanism.ORDERED_WRITES), Optional.empty(), true).live();
    List<String> told = Shrunk.shortly(life);
    assertTrue(told.stream().anyMatch(line -> line.contains("VIOLATION SAFETY")));
    assertTrue(told.stream().anyMatch(line -> line.contains(" arm.put ")), "the run itself");
    assertTrue(told.size() < life.trace().size() / 2, told.size() + " lines");
  }

  @Test
  void aLifeIsReplayedExactly() {
    for (long seed = 1; seed <= 5; seed++) {
      Life.Result first = new Life(seed, off(), Optional.empty(), true).live();
      Life.Result again = new Life(seed, off(), Optional.empty(), true).live();
      assertEquals(first.trace(), again.trace(), "seed " + seed);
      assertEquals(first.decisions(), again.decisions(), "seed " + seed);
    }
  }
}
