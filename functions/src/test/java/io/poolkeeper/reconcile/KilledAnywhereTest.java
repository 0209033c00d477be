package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.testing.Tape;
import io.poolkeeper.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** f24, f46: a worker killed at any call leaves a state from which the next run goes on. */
final class KilledAnywhereTest {
  private static final Duration LEASE_RUNS_OUT = Duration.ofSeconds(61);

  private static World changing() {
    World world = World.standard().wants("a", "n1", "n2").wants("c", "n3");
    return world.pool("ns-a", "10.0.0.2", "10.0.0.4").pool("ns-c", "10.0.0.5");
  }

  private static void assertConverged(World world, String at) {
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), world.members("ns-a"), at);
    assertEquals(List.of("10.0.0.3"), world.members("ns-c"), at);
    assertEquals(List.of(), world.members("foreign"), at);
  }

  private static int callsOfAWholeRun() {
    World world = changing();
    assertEquals(Outcome.UPDATED, world.outcome());
    assertConverged(world, "not killed");
    return world.tape.calls().size();
  }

  @Test
  void f24_theMessageReturnsAndTheNextRunConverges() {
    int calls = callsOfAWholeRun();
    assertTrue(calls > 12, "there is something to kill: " + calls);
    for (int i = 0; i < 2 * calls; i++) {
      World world = changing();
      Instant inserted = world.time.now();
      String at = kill(world, i);
      assertThrows(Tape.Killed.class, () -> world.deliver(world.request(), inserted, 1), at);
      world.newProcess();
      world.later(LEASE_RUNS_OUT);
      Outcome outcome = world.deliver(world.request(), inserted, 2).outcome();
      assertTrue(outcome.covers(), at + ": " + outcome);
      assertConverged(world, at);
    }
  }

  @Test
  void f46_evenIfTheMessageIsLostTheSweepFindsIt() {
    int calls = callsOfAWholeRun();
    for (int i = 0; i < 2 * calls; i++) {
      World world = changing();
      String at = kill(world, i);
      assertThrows(Tape.Killed.class, world::run, at);
      world.newProcess();
      world.later(LEASE_RUNS_OUT);
      new Sweep(world.ports(), world.documents, world.watch(), world.settings()).run();
      world.drain(5);
      assertConverged(world, at);
    }
  }

  private static String kill(World world, int i) {
    if (i % 2 == 0) {
      world.tape.killBefore(i / 2);
      return "killed before call " + i / 2;
    }
    world.tape.killAfter(i / 2);
    return "killed after call " + i / 2;
  }
}
