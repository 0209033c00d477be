package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class StraightPathTest {

  @ParameterizedTest
  @EnumSource(Etags.class)
  void emptyPoolsAreFilledAndAServiceMoves(Etags etags) {
    World world = World.with(etags).wants("a", "n1", "n2").wants("b", "n3");
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), world.members("ns-a"));
    assertEquals(List.of("10.0.0.3"), world.members("ns-b"));
    world.later(Duration.ofSeconds(30));
    world.wants("a", "n2", "n4");
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(List.of("10.0.0.2", "10.0.0.4"), world.members("ns-a"));
    assertEquals(Outcome.UNCHANGED, world.outcome());
    assertEquals(3, world.arm.puts(), "one PUT for each pool that changed, none too many");
    assertTrue(world.queue.sent().isEmpty());
    assertFalse(world.ledgers.isLeased(World.LB));
  }

  @Test
  void theOnlyWayOutIsHeldUntilThereIsAnother() {
    World world = World.standard();
    world.natGateway = false;
    world.wants("a", "n1", "n2");
    world.pool("ns-a", "10.0.0.1", "10.0.0.2", "10.0.0.3");
    assertEquals(Outcome.UNCHANGED, world.outcome());
    Ledger.Hold hold = world.ledger().holds().get(0);
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, hold.reason());
    assertEquals("10.0.0.3", hold.address().text());
    world.later(Duration.ofMinutes(5));
    assertEquals(Outcome.UNCHANGED, world.outcome());
    assertEquals(hold.since(), world.ledger().holds().get(0).since(), "since is kept");
    world.natGateway = true;
    assertEquals(Outcome.UPDATED, world.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), world.members("ns-a"));
    assertEquals(List.of(), world.ledger().holds());
  }

  @Test
  void f51_inObserveModeNothingIsWrittenAndNothingCountsAsCovered() {
    World world = World.standard().wants("a", "n1");
    world.mode = Mode.OBSERVE;
    assertEquals(Outcome.OBSERVED, world.outcome());
    assertEquals(0, world.arm.puts());
    assertEquals(Optional.empty(), world.ledger().coveredThrough());
    assertTrue(world.reports.last().fields().get("pools").toString().contains("wouldAdd"));
    world.mode = Mode.APPLY;
    world.later(Duration.ofMinutes(1));
    assertEquals(Outcome.UPDATED, world.outcome());
  }

  @Test
  void aClusterWithoutScopeIsOnlyObserved() {
    World world = World.standard().wants("a", "n1");
    world.scope = Optional.empty();
    assertEquals(Outcome.OBSERVED, world.outcome());
    assertEquals(0, world.arm.puts());
  }

  @Test
  void withoutADifferenceItCostsOneArmReadAndEightStorageCallsInFiveRoundTrips() {
    World world = World.standard().wants("a", "n1");
    world.run();
    world.later(Duration.ofMinutes(1));
    world.tape.restart();
    assertEquals(Outcome.UNCHANGED, world.outcome());
    assertEquals(1, world.tape.armCalls(), world.tape.calls().toString());
    assertTrue(world.tape.storageCalls() <= 8, world.tape.calls().toString());
    assertTrue(world.tape.roundTrips() <= 5, world.tape.calls().toString());
  }

  @Test
  void f28_aCoveredRequestCostsOneCallAndNoLease() {
    World world = World.standard().wants("a", "n1");
    java.time.Instant caused = world.time.now();
    world.later(Duration.ofSeconds(10));
    world.run();
    world.tape.restart();
    assertEquals(Outcome.COVERED, world.deliver(world.request(), caused, 1).outcome());
    assertEquals(List.of("ledger.read"), world.tape.calls());
  }
}
