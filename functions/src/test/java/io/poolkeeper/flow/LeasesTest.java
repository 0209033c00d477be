package io.poolkeeper.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One writer for each load balancer. F16 is held by the adapter, see {@code BlobLedgersIT}. */
final class LeasesTest {
  private static final Duration MINUTE = Duration.ofSeconds(60);

  private static TestBed wanting(String... nodes) {
    return TestBed.standard().wants("a", nodes);
  }

  @Test
  @DisplayName("F14 a lease that cannot be proven before the PUT: nothing is written, work is kept")
  void withoutProofNothingIsWritten() {
    TestBed bed = wanting("n1");
    bed.documents.beforeControlsRead(2, () -> bed.later(Duration.ofSeconds(61)));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertEquals(1, bed.onlyCopy().request().attempt());
    assertFalse(bed.onlyCopy().request().coverable());
    bed.drain(3);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  @DisplayName("F15 who slept past its lease has lost it by its own clock, whatever renew answers")
  void whoSleptPastItsLeaseHasLostIt() {
    TestBed asleep = wanting("n1");
    asleep.documents.beforeControlsRead(2, () -> asleep.time.stepWallClock(Duration.ofMinutes(10)));
    assertEquals(Outcome.LOCK_LOST, asleep.outcome());
    assertEquals(0, asleep.arm.puts());
    TestBed renewing = wanting("n1");
    renewing.documents.beforeControlsRead(2, () -> renewing.later(Duration.ofSeconds(45)));
    renewing.ledgers.before("ledger.renew", () -> renewing.later(Duration.ofSeconds(61)));
    assertEquals(Outcome.LOCK_LOST, renewing.outcome());
    assertEquals(1, renewing.tape.count(call -> call.equals("ledger.renew")), "answered with OK");
    assertEquals(0, renewing.arm.puts());
  }

  @Test
  @DisplayName("F17 a 409 or 412 on release is logged and does not fail finished work")
  void aLostReleaseIsLogged() {
    TestBed bed = wanting("n1");
    bed.ledgers.releaseIsLost(true);
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertTrue(bed.said("notes").contains("not ours any more"), bed.said("notes"));
    assertEquals(Optional.of(Outcome.UPDATED), bed.ledger().outcome());
    assertEquals("info", bed.said("severity"));
  }

  @Test
  @DisplayName("F18 a busy lease requeues with a delay and never counts towards poison")
  void aBusyLeaseRequeuesWithADelay() {
    TestBed bed = wanting("n1");
    bed.ledgers.lease(TestBed.LB, MINUTE);
    Instant inserted = bed.time.now();
    assertEquals(Outcome.LOCK_BUSY, bed.deliver(bed.request(), inserted, 1).outcome());
    FakeWorkQueue.Sent copy = bed.onlyCopy();
    assertEquals(0, copy.request().attempt());
    assertEquals(0, copy.request().poisoned());
    assertEquals(Optional.of(inserted), copy.request().busySince());
    assertEquals(Optional.of(inserted), copy.request().causedAt());
    assertTrue(copy.request().coverable());
    assertTrue(copy.delay().toSeconds() >= 2 && copy.delay().toSeconds() <= 60, "" + copy);
    assertTrue(bed.poison.kept().isEmpty());
  }

  @Test
  @DisplayName("F29 without the lease no ARM call is made; the same request comes back later")
  void withoutTheLeaseNoArmCall() {
    TestBed bed = wanting("n1");
    bed.ledgers.lease(TestBed.LB, MINUTE);
    Request request = bed.request();
    bed.run(request);
    assertEquals(0, bed.tape.armCalls());
    Request copy = bed.onlyCopy().request();
    assertEquals(request.loadBalancer(), copy.loadBalancer());
    assertEquals(request.cause(), copy.cause());
    assertTrue(bed.drain(40) >= 1);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @Test
  @DisplayName("F30 an error while releasing after the work does not repeat the work")
  void anErrorWhileReleasingRepeatsNothing() {
    TestBed bed = wanting("n1");
    bed.ledgers.before("ledger.release", () -> bed.ledgers.unreachable(true));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertTrue(bed.queue.sent().isEmpty());
    assertTrue(bed.said("notes").contains("the lease was not released"), bed.said("notes"));
    bed.ledgers.unreachable(false);
    bed.later(Duration.ofSeconds(61));
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(1, bed.arm.puts());
  }

  @Test
  @DisplayName("F31 the mapping is read after the lock is held: a move while waiting is seen")
  void theMappingIsReadUnderTheLock() {
    TestBed bed = wanting("n1");
    bed.ledgers.before("ledger.acquire", () -> bed.wants("a", "n2"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.2"), bed.members("ns-a"), "without a ledger it is read twice");
    assertEquals(1, bed.arm.puts());
    bed.tape.restart();
    bed.ledgers.before("ledger.acquire", () -> bed.wants("a", "n3"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.3"), bed.members("ns-a"));
    int acquire = bed.tape.calls().indexOf("ledger.acquire");
    assertTrue(bed.tape.calls().indexOf("documents.mapping") > acquire);
    assertTrue(bed.tape.calls().indexOf("arm.get") > acquire);
  }

  @Test
  @DisplayName("F32 a service removed while the worker waits for the lock gets no call")
  void aServiceRemovedWhileWaitingGetsNoCall() {
    TestBed bed = wanting("n1").wants("b", "n2");
    bed.pool("ns-b", "10.0.0.6");
    bed.ledgers.before("ledger.acquire", () -> bed.wants(Map.of("a", List.of("n1"))));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(0, bed.tape.count(call -> call.equals("arm.put ns-b")));
    assertEquals(List.of("10.0.0.6"), bed.members("ns-b"));
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }
}
