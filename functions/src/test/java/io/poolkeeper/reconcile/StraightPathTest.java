package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.TestBed;
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
    TestBed bed = TestBed.with(etags).wants("a", "n1", "n2").wants("b", "n3");
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
    assertEquals(List.of("10.0.0.3"), bed.members("ns-b"));
    bed.later(Duration.ofSeconds(30));
    bed.wants("a", "n2", "n4");
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.2", "10.0.0.4"), bed.members("ns-a"));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(3, bed.arm.puts(), "one PUT for each pool that changed, none too many");
    assertTrue(bed.queue.sent().isEmpty());
    assertFalse(bed.ledgers.isLeased(TestBed.LB));
  }

  @Test
  void theOnlyWayOutIsHeldUntilThereIsAnother() {
    TestBed bed = TestBed.standard();
    bed.natGateway = false;
    bed.wants("a", "n1", "n2");
    bed.pool("ns-a", "10.0.0.1", "10.0.0.2", "10.0.0.3");
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    Ledger.Hold hold = bed.ledger().holds().get(0);
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, hold.reason());
    assertEquals("10.0.0.3", hold.address().text());
    bed.later(Duration.ofMinutes(5));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(hold.since(), bed.ledger().holds().get(0).since(), "since is kept");
    bed.natGateway = true;
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
    assertEquals(List.of(), bed.ledger().holds());
  }

  @Test
  void aClusterWithoutScopeIsOnlyObserved() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.scope = Optional.empty();
    assertEquals(Outcome.OBSERVED, bed.outcome());
    assertEquals(0, bed.arm.puts());
  }

  @Test
  void withoutADifferenceItCostsOneArmReadAndEightStorageCallsInFiveRoundTrips() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    bed.later(Duration.ofMinutes(1));
    bed.tape.restart();
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(1, bed.tape.armCalls(), bed.tape.calls().toString());
    assertTrue(bed.tape.storageCalls() <= 8, bed.tape.calls().toString());
    assertTrue(bed.tape.roundTrips() <= 5, bed.tape.calls().toString());
  }

  @Test
  void aCoveredRequestCostsOneCallAndNoLease() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    java.time.Instant caused = bed.time.now();
    bed.later(Duration.ofSeconds(10));
    bed.run();
    bed.tape.restart();
    assertEquals(Outcome.COVERED, bed.deliver(bed.request(), caused, 1).outcome());
    assertEquals(List.of("ledger.read"), bed.tape.calls());
  }
}
