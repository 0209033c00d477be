package io.poolkeeper.flow;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static io.poolkeeper.testing.FakeLoadBalancers.memberRejected;
import static io.poolkeeper.testing.FakeLoadBalancers.throttled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.Fleet;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Load balancers side by side; for F03 see {@code InterleavingTest}. */
final class SeveralLoadBalancersTest {
  private static final String MACHINE = "10.0.0.1";

  private static Outcome run(Fleet fleet, int i) {
    return fleet.worker("w" + fleet.time.nanos()).run(Fleet.lb(i), 2).outcome();
  }

  private static Fleet three() {
    return Fleet.of(3, 3).wants(Map.of(1, List.of("n1"), 2, List.of("n2"), 3, List.of("n3")));
  }

  private static long acquired(Fleet fleet) {
    return fleet.tape.count(call -> call.equals("ledger.acquire"));
  }

  @Test
  @DisplayName("F13 trouble on one load balancer delays only that one, but for its gate")
  void troubleOnOneDelaysOnlyThatOne() {
    for (WriteKind kind : List.of(WriteKind.REFUSED, WriteKind.UNKNOWN, WriteKind.FORBIDDEN)) {
      Fleet fleet = three();
      fleet.arm.failNext("ns-s1", answer(kind, "no"));
      fleet.runAll("w");
      assertEquals(List.of(), fleet.members(1), "" + kind);
      assertEquals(List.of("10.0.0.2"), fleet.members(2), "" + kind);
      assertEquals(List.of("10.0.0.3"), fleet.members(3), "" + kind);
      assertTrue(fleet.queue.sent().size() <= 1, "" + kind);
    }
    Fleet busy = three();
    busy.ledgers.lease(Fleet.lb(1), Duration.ofMinutes(1));
    assertEquals(Outcome.LOCK_BUSY, run(busy, 1));
    assertEquals(Outcome.UPDATED, run(busy, 2));
    Fleet gated = three();
    gated.arm.failNext("ns-s1", throttled(Optional.of(Duration.ofMinutes(1))));
    assertEquals(Outcome.THROTTLED, run(gated, 1));
    gated.tape.restart();
    assertEquals(Outcome.PARKED, run(gated, 2), "the gate is the subscription's");
    assertEquals(0, gated.tape.armCalls());
  }

  @Test
  @DisplayName(
      "F28 a covered request takes no lease and no ARM call; a quiet minute costs one list")
  void aQuietMinuteCostsOneList() {
    Fleet fleet = three();
    Instant caused = fleet.time.now();
    fleet.time.advance(Duration.ofSeconds(10));
    fleet.runAll("w");
    fleet.time.advance(Duration.ofMinutes(1));
    fleet.queue.takeAll();
    fleet.tape.restart();
    for (int i = 1; i <= 3; i++) {
      Request request = Request.first(Fleet.CLUSTER, Fleet.lb(i), Cause.EVENT);
      assertEquals(Outcome.COVERED, fleet.worker("c" + i).deliver(request, caused).outcome());
    }
    assertEquals(0, fleet.tape.armCalls());
    fleet.sweep();
    assertEquals(List.of(), fleet.queue.sent());
    assertEquals(1, fleet.tape.armCalls(), "one list for the one resource group");
    assertEquals(1, fleet.tape.count(call -> call.equals("arm.list")));
    assertEquals(0, acquired(fleet));
  }

  @Test
  @DisplayName("F40 work that arrives while parked is merged: only the newest state is written")
  void workThatArrivesWhileParkedIsMerged() {
    Fleet fleet = three();
    fleet.arm.failNext("ns-s1", throttled(Optional.of(Duration.ofMinutes(1))));
    assertEquals(Outcome.THROTTLED, run(fleet, 1));
    for (String node : List.of("n2", "n3", "n1")) {
      fleet.wants(Map.of(1, List.of(node), 2, List.of("n2", node), 3, List.of(node)));
      for (int i = 1; i <= 3; i++) {
        assertEquals(Outcome.PARKED, run(fleet, i));
      }
    }
    int before = fleet.arm.puts();
    fleet.drain(60);
    assertEquals(List.of(MACHINE), fleet.members(1));
    assertEquals(List.of(MACHINE, "10.0.0.2"), fleet.members(2));
    assertEquals(List.of(MACHINE), fleet.members(3));
    assertEquals(3, fleet.arm.puts() - before, "one write for each");
    assertTrue(fleet.queue.sent().isEmpty());
  }

  @Test
  @DisplayName(
      "F47 if the new load balancer refuses the address, the old one keeps its only way out")
  void theOldOneKeepsItsOnlyWayOut() {
    Fleet fleet = Fleet.of(2, 1).pool(1, MACHINE).wants(Map.of(2, List.of("n1")));
    fleet.arm.failNext("ns-s2", memberRejected(MACHINE));
    assertEquals(Outcome.UPDATED.covers(), run(fleet, 2).covers());
    assertEquals(List.of(), fleet.members(2));
    assertEquals(Outcome.UNCHANGED, run(fleet, 1));
    assertEquals(List.of(MACHINE), fleet.members(1));
    fleet.time.advance(Duration.ofHours(2));
    fleet.arm.foreignWrite(Fleet.lb(2), "ns-s2", List.of(MACHINE));
    assertEquals(Outcome.UPDATED, run(fleet, 1));
    assertEquals(List.of(), fleet.members(1));
    assertEquals(List.of(), fleet.stranded);
  }
}
