package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.testing.Explorer;
import io.poolkeeper.testing.Explorer.Found;
import io.poolkeeper.testing.Fleet;
import io.poolkeeper.testing.Interleaved.Limits;
import io.poolkeeper.testing.OtherLocks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Two workers, two load balancers, and one machine that both want to drop; every order of their
 * port calls, with a crash, a lease that runs out and a message that comes again anywhere.
 */
final class InterleavingTest {
  private static final String MACHINE = "10.0.0.1";
  private static final Duration LEASES_RUN_OUT = Duration.ofSeconds(61);

  /** -DeveryCall=true: a minute more, and not one order left out. */
  private static final boolean EVERY_CALL = Boolean.getBoolean("everyCall");

  private static final DocumentCache DOCUMENTS =
      new DocumentCache(Fleet.of(2, 1).wants(Map.of()).documents);

  private static Fleet bothWantToDrop() {
    Fleet fleet = Fleet.of(2, 1).pool(1, MACHINE).pool(2, MACHINE);
    fleet.parsed = Optional.of(DOCUMENTS);
    return fleet;
  }

  private static Explorer explorer(UnaryOperator<Fleet> locks, Limits limits) {
    return new Explorer(
        () -> locks.apply(bothWantToDrop()),
        List.of(Fleet.lb(1), Fleet.lb(2)),
        limits,
        InterleavingTest::stranded,
        InterleavingTest::notExactlyOne);
  }

  private static Optional<String> stranded(Fleet fleet) {
    return fleet.stranded.stream().findFirst();
  }

  /** When claims of the dead have run out and each was looked at again, one pool keeps it. */
  private static Optional<String> notExactlyOne(Fleet fleet) {
    for (int round = 1; round <= 2; round++) {
      fleet.time.advance(Duration.ofMinutes(11));
      fleet.runAll("settle-" + round + "-");
    }
    int memberships = fleet.memberships(MACHINE);
    return memberships == 1
        ? stranded(fleet)
        : Optional.of("in the end it is in " + memberships + " pools");
  }

  private static void assertSafe(String what, UnaryOperator<Fleet> locks, Limits limits) {
    long from = System.currentTimeMillis();
    Found found = explorer(locks, limits).everything();
    System.out.println(
        "InterleavingTest, " + what + ": " + found + " ms " + (System.currentTimeMillis() - from));
    assertEquals(Optional.empty(), found.wrong(), found.path().toString());
    assertTrue(found.ends() > 1, "there was more than one order");
  }

  private static void assertStrands(String what, UnaryOperator<Fleet> locks, Limits limits) {
    Found found = explorer(locks, limits).everything();
    System.out.println("InterleavingTest, " + what + ": " + found);
    assertTrue(
        found.wrong().orElse("").contains(MACHINE), "no order strands the machine: " + found);
  }

  @Test
  @DisplayName("F03 two workers never both remove one machine, whatever the interleaving")
  void inEveryOrderExactlyOneKeepsIt() {
    assertSafe("claims", UnaryOperator.identity(), new Limits(0, 0, 0, LEASES_RUN_OUT, true));
  }

  @Test
  void alsoWhenAWorkerDiesAtAnyCallAndItsMessageComesAgain() {
    assertSafe(
        "claims, a crash",
        UnaryOperator.identity(),
        new Limits(1, 1, 0, LEASES_RUN_OUT, EVERY_CALL));
  }

  @Test
  void alsoWhenBothArePausedUntilTheirLeasesHaveRunOut() {
    assertSafe(
        "claims, a pause",
        UnaryOperator.identity(),
        new Limits(0, 0, 1, LEASES_RUN_OUT, EVERY_CALL));
  }

  /** Claims run out then, and nobody promises that it is never cut off: only not for long. */
  @Test
  void afterAStopLongerThanAClaimTheRunThatWasStoppedPutsItBack() {
    boolean[] wasStranded = {false};
    Found found =
        new Explorer(
                InterleavingTest::bothWantToDrop,
                List.of(Fleet.lb(1), Fleet.lb(2)),
                new Limits(0, 0, 1, Duration.ofMinutes(11), EVERY_CALL),
                fleet -> Optional.empty(),
                fleet -> {
                  wasStranded[0] |= stranded(fleet).isPresent();
                  return fleet.memberships(MACHINE) > 0
                      ? Optional.empty()
                      : Optional.of("it was not put back");
                })
            .everything();
    System.out.println("InterleavingTest, a stop longer than a claim: " + found);
    assertEquals(Optional.empty(), found.wrong(), found.path().toString());
    assertTrue(wasStranded[0], "there is something to put right");
  }

  /** -Dlives=N for more, -Dseed=N for others. */
  @Test
  void moreOfEverythingByChance() {
    long first = Long.getLong("seed", 1);
    int lives = Integer.getInteger("lives", 150);
    System.out.println("InterleavingTest: " + lives + " lives by chance from -Dseed=" + first);
    for (long seed = first; seed < first + lives; seed++) {
      long of = seed;
      Found found =
          new Explorer(
                  () -> byChance(new Random(of)),
                  List.of(Fleet.lb(1), Fleet.lb(2), Fleet.lb(3)),
                  new Limits(2, 3, 1, LEASES_RUN_OUT, EVERY_CALL),
                  InterleavingTest::stranded,
                  fleet -> settled(fleet))
              .byChance(new Random(seed));
      assertEquals(Optional.empty(), found.wrong(), "-Dseed=" + seed + " " + found.path());
    }
  }

  private static Fleet byChance(Random random) {
    Fleet fleet = Fleet.of(3, 3);
    Map<Integer, List<String>> wanted = new TreeMap<>();
    for (int i = 1; i <= 3; i++) {
      List<String> nodes = new ArrayList<>();
      List<String> members = new ArrayList<>();
      for (int machine = 1; machine <= 3; machine++) {
        if (random.nextInt(4) == 0) {
          nodes.add("n" + machine);
        }
        if (random.nextInt(4) > 0) {
          members.add("10.0.0." + machine);
        }
      }
      wanted.put(i, nodes);
      fleet.pool(i, members.toArray(String[]::new));
    }
    return fleet.wants(wanted);
  }

  /** Whoever is wanted is in, and nobody else but those that would have no way out. */
  private static Optional<String> settled(Fleet fleet) {
    for (int round = 1; round <= 3; round++) {
      fleet.time.advance(Duration.ofMinutes(11));
      fleet.runAll("settle-" + round + "-");
    }
    for (int machine = 1; machine <= 3; machine++) {
      String address = "10.0.0." + machine;
      for (int i = 1; i <= 3; i++) {
        boolean wanted = fleet.wanted(i).contains("n" + machine);
        boolean in = fleet.members(i).contains(address);
        if (wanted && !in || !wanted && in && fleet.memberships(address) > 1) {
          return Optional.of(address + " wanted in lb-" + i + ": " + wanted + ", is in: " + in);
        }
      }
    }
    return stranded(fleet);
  }

  @Test
  void leasesOnLoadBalancersAloneStrandIt() {
    assertStrands(
        "load balancer leases alone",
        OtherLocks::loadBalancerLeasesAlone,
        new Limits(0, 0, 0, LEASES_RUN_OUT, EVERY_CALL));
  }

  @Test
  void anEgressLeaseOverTheWriteStrandsItWhenAPutLandsLate() {
    assertSafe(
        "egress lease over the write, nothing goes wrong",
        OtherLocks::egressLeaseOverTheWrite,
        new Limits(0, 0, 0, LEASES_RUN_OUT, EVERY_CALL));
    assertStrands(
        "egress lease over the write, a pause",
        OtherLocks::egressLeaseOverTheWrite,
        new Limits(0, 0, 1, LEASES_RUN_OUT, EVERY_CALL));
    assertStrands(
        "egress lease over the write, a crash",
        OtherLocks::egressLeaseOverTheWrite,
        new Limits(1, 0, 1, LEASES_RUN_OUT, EVERY_CALL));
  }
}
