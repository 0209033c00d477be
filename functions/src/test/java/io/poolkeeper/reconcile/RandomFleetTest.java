package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.testing.FleetCourt;
import io.poolkeeper.testing.Interleaved;
import io.poolkeeper.testing.Interleaved.Choice;
import io.poolkeeper.testing.Interleaved.Limits;
import io.poolkeeper.testing.RandomFleet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Over random networks, no sequence of reconciles on any load balancers, interleaved at their port
 * calls, with a crash at any of them, makes a machine weaker by one of our removals; and when all
 * is quiet, nothing is held that is safe to remove. A second judgement says so after every write. A
 * failure prints the seed of its world; {@code -Dseed=N} runs it alone, {@code -Dworlds=N} more.
 */
final class RandomFleetTest {
  private static final long FIRST_SEED = 200_000;
  private static final long WORLDS = 500;
  private static final int MANY = 10;
  private static final int QUIET_ROUNDS = 5;

  private int removals;
  private int held;
  private int remembered;
  private int crashes;

  @Test
  void noOrderOfRunsWeakensAnyMachineAndNothingSafeIsHeld() {
    Long single = Long.getLong("seed");
    long from = single != null ? single : FIRST_SEED;
    long worlds = single != null ? 1 : Long.getLong("worlds", WORLDS);
    long began = System.nanoTime();
    List<AssertionError> failures = new ArrayList<>();
    for (long seed = from; seed < from + worlds && failures.size() < MANY; seed++) {
      List<String> lived = new ArrayList<>();
      try {
        live(seed, lived);
      } catch (AssertionError | RuntimeException e) {
        failures.add(new AssertionError("-Dseed=" + seed + ": " + e.getMessage() + lived, e));
      }
    }
    failures.forEach(failure -> System.out.println("RandomFleetTest: " + failure.getMessage()));
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    System.out.printf(
        "RandomFleetTest: %d worlds from seed %d, %d removals, %d crashes; left %d holds that would"
            + " strand and %d that remember; %d ms%n",
        worlds, from, removals, crashes, held, remembered, (System.nanoTime() - began) / 1_000_000);
    assertTrue(single != null || removals > worlds, "little was removed");
    assertTrue(single != null || held > worlds / 2, "little was held");
    assertTrue(single != null || crashes > worlds / 4, "little crashed");
    assertTrue(single != null || remembered < held / 4, "most holds are old memories");
  }

  private void live(long seed, List<String> lived) {
    RandomFleet fleet = new RandomFleet(seed);
    Random random = new Random(seed * 31 + 5);
    for (int phase = 0; phase < 2; phase++) {
      lived.add("phase " + phase);
      interleave(fleet, random, lived);
      assertEquals(List.of(), fleet.court().weakened());
      if (phase == 0 && random.nextBoolean()) {
        fleet.publish();
      }
    }
    settle(fleet);
    assertEquals(List.of(), fleet.court().weakened());
    FleetCourt.Verdict verdict = fleet.court().verdict();
    assertEquals(List.of(), verdict.problems());
    removals += fleet.court().removals();
    held += verdict.held();
    remembered += verdict.remembered();
  }

  private void interleave(RandomFleet fleet, Random random, List<String> lived) {
    List<ArmId> started = new ArrayList<>();
    for (int i = 0; i < 2 + random.nextInt(2); i++) {
      started.add(fleet.ours().get(random.nextInt(fleet.ours().size())));
    }
    Limits limits =
        new Limits(
            random.nextInt(3), random.nextInt(3), random.nextInt(2), Duration.ofSeconds(61), true);
    try (Interleaved life = new Interleaved(fleet, limits, started)) {
      List<Choice> choices = life.choices();
      while (!choices.isEmpty()) {
        Choice choice = choices.get(random.nextInt(choices.size()));
        crashes += choice.kind() == Interleaved.Kind.CRASH ? 1 : 0;
        lived.add(choice.toString());
        life.take(choice);
        choices = life.choices();
      }
    }
  }

  /** Everybody looks again, at rest, until nobody has anything to write. */
  private static void settle(RandomFleet fleet) {
    for (int round = 1; round <= QUIET_ROUNDS; round++) {
      fleet.time().advance(Duration.ofMinutes(11));
      int puts = fleet.arm().puts();
      for (ArmId id : fleet.ours()) {
        fleet.run("quiet-" + round + "-" + id.name(), id, 2);
      }
      if (fleet.arm().puts() == puts && round > 2) {
        return;
      }
    }
    throw new AssertionError("after " + QUIET_ROUNDS + " rounds there still is something to write");
  }
}
