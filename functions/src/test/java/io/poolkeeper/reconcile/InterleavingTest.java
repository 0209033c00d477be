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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * f03: two workers, two load balancers, and one machine that both want to drop; every order of
 * their port calls, with a crash, a lease that runs out and a message that comes again anywhere.
 */
final class InterleavingTest {
  private static final String MACHINE = "10.0.0.1";
  private static final Duration LEASES_RUN_OUT = Duration.ofSeconds(61);

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
  void f03_inEveryOrderExactlyOneKeepsIt() {
    assertSafe("claims", UnaryOperator.identity(), new Limits(0, 0, 0, LEASES_RUN_OUT));
  }

  @Test
  void f03_alsoWhenAWorkerDiesAtAnyCallAndItsMessageComesAgain() {
    assertSafe("claims, a crash", UnaryOperator.identity(), new Limits(1, 1, 0, LEASES_RUN_OUT));
  }

  @Test
  void f03_alsoWhenBothArePausedUntilTheirLeasesHaveRunOut() {
    assertSafe("claims, a pause", UnaryOperator.identity(), new Limits(0, 0, 1, LEASES_RUN_OUT));
  }

  @Test
  void leasesOnLoadBalancersAloneStrandIt() {
    assertStrands(
        "load balancer leases alone",
        OtherLocks::loadBalancerLeasesAlone,
        new Limits(0, 0, 0, LEASES_RUN_OUT));
  }

  @Test
  void anEgressLeaseOverTheWriteStrandsItWhenAPutLandsLate() {
    assertSafe(
        "egress lease over the write, nothing goes wrong",
        OtherLocks::egressLeaseOverTheWrite,
        new Limits(0, 0, 0, LEASES_RUN_OUT));
    assertStrands(
        "egress lease over the write, a pause",
        OtherLocks::egressLeaseOverTheWrite,
        new Limits(0, 0, 1, LEASES_RUN_OUT));
    assertStrands(
        "egress lease over the write, a crash",
        OtherLocks::egressLeaseOverTheWrite,
        new Limits(1, 0, 1, LEASES_RUN_OUT));
  }
}
