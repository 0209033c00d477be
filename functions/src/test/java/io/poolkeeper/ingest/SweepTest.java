package io.poolkeeper.ingest;

import static io.poolkeeper.testing.FakeLoadBalancers.failedRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class SweepTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static void sweep(World world) {
    new Sweep(world.ports(), world.documents, world.watch(), world.settings()).run();
  }

  /** Sweeps and works every minute; minutes at which the sweep asked. */
  private static List<Integer> minutesAsked(World world, int minutes) {
    List<Integer> asked = new ArrayList<>();
    for (int minute = 1; minute <= minutes; minute++) {
      world.later(MINUTE);
      sweep(world);
      List<FakeWorkQueue.Sent> sent = world.queue.takeAll();
      if (!sent.isEmpty()) {
        asked.add(minute);
      }
      sent.forEach(message -> world.deliver(message.request(), message.insertedAt(), 1));
      world.queue.takeAll();
    }
    return asked;
  }

  private static World settled() {
    World world = World.standard().wants("a", "n1");
    world.run();
    world.later(MINUTE);
    world.tape.restart();
    return world;
  }

  @Test
  void f28_aQuietMinuteCostsOneListAndNoLease() {
    World world = settled();
    sweep(world);
    assertEquals(1, world.tape.armCalls());
    assertEquals(0, world.tape.count(call -> call.equals("ledger.acquire")));
    assertTrue(world.queue.sent().isEmpty());
  }

  @Test
  void whatDiffersIsAskedForAtOnce() {
    World world = settled().pool("ns-a");
    sweep(world);
    assertEquals(Cause.SWEEP, world.queue.sent().get(0).request().cause());
    world.drain(3);
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
  }

  @Test
  void aMappingWhoseEventWasLostIsFound() {
    World world = settled().wants("a", "n1", "n2");
    sweep(world);
    world.drain(3);
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), world.members("ns-a"));
  }

  @Test
  void everyLoadBalancerIsLookedAtOnceAnHour() {
    World world = settled();
    List<Integer> asked = minutesAsked(world, 125);
    assertEquals(2, asked.size(), asked.toString());
  }

  @Test
  void holdsAreJudgedAgainEveryMinute() {
    World world = World.standard();
    world.natGateway = false;
    world.wants("a").pool("ns-a", "10.0.0.1");
    world.run();
    assertEquals(1, world.ledger().holds().size());
    assertEquals(3, minutesAsked(world, 3).size());
    world.natGateway = true;
    minutesAsked(world, 1);
    assertEquals(List.of(), world.members("ns-a"));
    assertEquals(List.of(), minutesAsked(world, 5));
  }

  @Test
  void f50_whatCannotSucceedIsAskedAgainAtGrowingDistances() {
    World world = World.standard().wants("a", "n1");
    for (int i = 0; i < 10; i++) {
      world.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "Denied"));
    }
    assertEquals(Outcome.FORBIDDEN, world.outcome());
    assertEquals(List.of(10, 30, 70, 130, 190), minutesAsked(world, 200));
  }

  @Test
  void f50_andAtOnceWhenMappingControlsOrLoadBalancerChanged() {
    World world = World.standard().wants("a", "n1");
    for (int i = 0; i < 10; i++) {
      world.arm.failNext("ns-a", FakeLoadBalancers.answer(WriteKind.FORBIDDEN, "Denied"));
    }
    world.run();
    assertEquals(List.of(), minutesAsked(world, 3));
    world.wants("a", "n1", "n2");
    assertEquals(List.of(1), minutesAsked(world, 3));
    world.controls("{}");
    assertEquals(List.of(1), minutesAsked(world, 3));
    world.pool("foreign", "10.0.0.5");
    assertEquals(List.of(1), minutesAsked(world, 3));
  }

  @Test
  void anObservedDifferenceIsNotAskedForEveryMinute() {
    World world = World.standard().wants("a", "n1");
    world.mode = Mode.OBSERVE;
    world.run();
    assertEquals(List.of(10, 30), minutesAsked(world, 35));
    world.mode = Mode.APPLY;
    assertEquals(List.of(1), minutesAsked(world, 2), "f51: at once in the other mode");
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
  }

  @Test
  void aPausedLoadBalancerIsNotAskedForEveryMinute() {
    World world = World.standard().wants("a", "n1");
    world.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    world.run();
    assertEquals(List.of(10), minutesAsked(world, 20));
    world.controls("{}");
    assertEquals(List.of(1), minutesAsked(world, 2));
    assertEquals(List.of("10.0.0.1"), world.members("ns-a"));
  }

  @Test
  void aRunWhoseCopyIsOnItsWayIsNotAskedForTwice() {
    World world = World.standard().wants("a", "n1");
    world.arm.failNextRead(failedRead(ReadKind.FAILED, Optional.empty()));
    assertEquals(Outcome.FAILED, world.outcome());
    world.queue.takeAll();
    assertEquals(List.of(15), minutesAsked(world, 16), "until the copy must have been lost");
  }

  @Test
  void aClosedGateStopsTheSweepsOwnCallsToo() {
    World world = settled();
    world.gates.raise(World.SUBSCRIPTION, world.time.now().plusSeconds(90));
    world.tape.restart();
    sweep(world);
    assertEquals(0, world.tape.armCalls());
    assertTrue(world.queue.sent().isEmpty());
  }

  @Test
  void aThrottledListClosesTheGate() {
    World world = settled();
    world.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.of(Duration.ofSeconds(30))));
    Instant until = world.time.now().plusSeconds(30);
    sweep(world);
    assertEquals(Optional.of(until), world.gates.notBefore(World.SUBSCRIPTION));
  }

  @Test
  void f21_twoSweepsAtOnceLeadToOneWrite() {
    World world = settled().pool("ns-a");
    int puts = world.arm.puts();
    sweep(world);
    sweep(world);
    assertEquals(2, world.queue.sent().size());
    world.drain(5);
    assertEquals(puts + 1, world.arm.puts());
  }

  @Test
  void aRefusedMappingIsReportedWithItsPathsAndNothingIsAsked() {
    World world = settled();
    world.documents.putMapping(World.CLUSTER, "{\"schema\":\"poolkeeper.mapping/v1\",\"x\":1}");
    sweep(world);
    assertTrue(world.queue.sent().isEmpty());
    assertTrue(world.reports.last().fields().get("problems").toString().contains("$.x"));
    assertEquals("warning", world.reports.last().fields().get("severity"));
  }

  @Test
  void anotherClustersLoadBalancerIsReportedNotAskedFor() {
    World world = settled();
    world.documents.putMapping("other", world.mapping("other", 1));
    sweep(world);
    assertTrue(world.queue.sent().isEmpty());
    assertTrue(
        world.reports.last().fields().get("problems").toString().contains("OWNED_ELSEWHERE"));
  }

  @Test
  void aStaleMappingIsReportedNotAskedForEveryMinute() {
    World world = settled().wants("a", "n1", "n2");
    world.run();
    world.wants("a", "n3").publish(1);
    sweep(world);
    assertTrue(world.queue.sent().isEmpty());
    assertTrue(world.reports.last().fields().get("problems").toString().contains("STALE_MAPPING"));
  }
}
