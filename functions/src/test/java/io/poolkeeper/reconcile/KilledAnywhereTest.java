package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.testing.Fleet;
import io.poolkeeper.testing.Tape;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A worker killed at any call leaves a state from which the next run goes on. */
final class KilledAnywhereTest {
  private static final Duration LEASE_RUNS_OUT = Duration.ofSeconds(61);

  private static TestBed changing() {
    TestBed bed = TestBed.standard().wants("a", "n1", "n2").wants("c", "n3");
    return bed.pool("ns-a", "10.0.0.2", "10.0.0.4").pool("ns-c", "10.0.0.5");
  }

  private static void assertConverged(TestBed bed, String at) {
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"), at);
    assertEquals(List.of("10.0.0.3"), bed.members("ns-c"), at);
    assertEquals(List.of(), bed.members("foreign"), at);
  }

  private static int callsOfAWholeRun() {
    TestBed bed = changing();
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertConverged(bed, "not killed");
    return bed.tape.calls().size();
  }

  @Test
  @DisplayName("F24 a worker killed after its PUT leaves a state from which the next run goes on")
  void theMessageReturnsAndTheNextRunConverges() {
    int calls = callsOfAWholeRun();
    assertTrue(calls > 12, "there is something to kill: " + calls);
    for (int i = 0; i < 2 * calls; i++) {
      TestBed bed = changing();
      Instant inserted = bed.time.now();
      String at = kill(bed, i);
      assertThrows(Tape.Killed.class, () -> bed.deliver(bed.request(), inserted, 1), at);
      bed.newProcess();
      bed.later(LEASE_RUNS_OUT);
      Outcome outcome = bed.deliver(bed.request(), inserted, 2).outcome();
      assertTrue(outcome.covers(), at + ": " + outcome);
      assertConverged(bed, at);
    }
  }

  @Test
  @DisplayName("F46 after a crash before any work the pool converges without a new event")
  void evenIfTheMessageIsLostTheSweepFindsIt() {
    int calls = callsOfAWholeRun();
    for (int i = 0; i < 2 * calls; i++) {
      TestBed bed = changing();
      String at = kill(bed, i);
      assertThrows(Tape.Killed.class, bed::run, at);
      bed.newProcess();
      bed.later(LEASE_RUNS_OUT);
      new Sweep(bed.ports(), bed.documents, bed.watch(), bed.settings()).run();
      bed.drain(5);
      assertConverged(bed, at);
    }
  }

  /** Machines move between two load balancers that are each other's only other way out. */
  private static Fleet moving() {
    return Fleet.of(2, 4)
        .pool(1, "10.0.0.1", "10.0.0.2", "10.0.0.4")
        .pool(2, "10.0.0.2", "10.0.0.3", "10.0.0.4")
        .wants(Map.of(1, List.of("n3"), 2, List.of("n1")));
  }

  @Test
  void betweenAnyTwoCallsOnSeveralLoadBalancersNoMachineIsWeaker() {
    Fleet whole = moving();
    whole.runAll("w");
    int calls = whole.tape.calls().size();
    assertTrue(whole.arm.puts() >= 2 && calls > 30, "there is something to kill: " + calls);
    for (int i = 0; i < 2 * calls; i++) {
      Fleet fleet = moving();
      String at = kill(fleet.tape, i);
      assertThrows(Tape.Killed.class, () -> fleet.runAll("w"), at);
      fleet.tape.restart();
      for (int round = 1; round <= 3; round++) {
        fleet.time.advance(Duration.ofMinutes(11));
        fleet.runAll("after-" + round + "-");
      }
      assertEquals(List.of(), fleet.stranded, at);
      for (String machine : List.of("10.0.0.2", "10.0.0.4")) {
        assertEquals(1, fleet.memberships(machine), at + ": " + machine + " is dropped by one");
      }
      assertTrue(fleet.members(1).contains("10.0.0.3"), at);
      assertTrue(fleet.members(2).contains("10.0.0.1"), at);
      assertEquals(4, fleet.members(1).size() + fleet.members(2).size(), at);
    }
  }

  private static String kill(TestBed bed, int i) {
    return kill(bed.tape, i);
  }

  private static String kill(Tape tape, int i) {
    if (i % 2 == 0) {
      tape.killBefore(i / 2);
      return "killed before call " + i / 2;
    }
    tape.killAfter(i / 2);
    return "killed after call " + i / 2;
  }
}
