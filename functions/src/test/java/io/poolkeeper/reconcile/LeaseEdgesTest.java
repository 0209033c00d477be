package io.poolkeeper.reconcile;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.Tape;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Leases that are lost, broken, late or in doubt, clocks that jump, and a worker that is stopped
 * while another takes over, whatever the etags do. The sweep never runs here: what went wrong is
 * seen and put right without it.
 */
final class LeaseEdgesTest {
  private static final Duration PAST_THE_LEASE = Duration.ofSeconds(61);

  private static TestBed wanting(Etags etags, String... nodes) {
    return TestBed.with(etags).wants("a", nodes);
  }

  /** A request that no earlier run can cover waits; it brings the pool to these members. */
  private static void assertPutRight(TestBed bed, String... members) {
    assertFalse(bed.onlyCopy().request().coverable());
    bed.drain(5);
    assertEquals(List.of(members), bed.members("ns-a"));
    assertTrue(bed.queue.sent().isEmpty(), bed.queue.sent().toString());
    assertTrue(bed.ledger().outcome().orElseThrow().covers());
    assertFalse(bed.ledgers.isLeased(TestBed.LB));
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void lostBeforeTheWriteNothingIsWritten(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.documents.beforeControlsRead(2, () -> bed.ledgers.takeAway(TestBed.LB));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertPutRight(bed, "10.0.0.1");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void lostDuringTheWriteNothingMoreIsWritten(Etags etags) {
    TestBed bed = wanting(etags, "n1").wants("c", "n2");
    bed.arm.operationTime(Duration.ofSeconds(30));
    bed.arm.beforePut(0, () -> bed.ledgers.takeAway(TestBed.LB));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(1, bed.arm.puts());
    bed.arm.operationTime(Duration.ZERO);
    assertPutRight(bed, "10.0.0.1");
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
    assertEquals(2, bed.arm.puts(), "what the first PUT did is seen, not done again");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void aRenewalThatSucceedsAfterTheEndProvesNothing(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.documents.beforeControlsRead(2, () -> bed.later(Duration.ofSeconds(45)));
    bed.ledgers.before("ledger.renew", () -> bed.later(PAST_THE_LEASE));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(1, bed.tape.count(call -> call.equals("ledger.renew")));
    assertEquals(0, bed.arm.puts());
    assertPutRight(bed, "10.0.0.1");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void aRenewalWithoutAnAnswerWritesNothingAndTheWorkIsKept(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.documents.beforeControlsRead(2, () -> bed.later(Duration.ofSeconds(30)));
    bed.ledgers.loseAnswer("ledger.renew");
    assertEquals(Outcome.FAILED, bed.outcome());
    assertTrue(bed.said("reason").contains("ledger.renew"), bed.said("reason"));
    assertEquals(0, bed.arm.puts());
    bed.drain(5);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void anAcquireThatWasGrantedWithoutAnAnswerDelaysTheWorkByOneLease(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.ledgers.loseAnswer("ledger.acquire");
    assertEquals(Outcome.FAILED, bed.outcome());
    assertTrue(bed.ledgers.isLeased(TestBed.LB), "it was granted");
    assertEquals(0, bed.tape.armCalls());
    Instant until = bed.time.now().plus(PAST_THE_LEASE).plusSeconds(60);
    bed.drain(40);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertTrue(bed.time.now().isBefore(until), "soon after its end: " + bed.time.now());
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void aConflictOnReleaseIsNotedAndNothingIsRepeated(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.ledgers.before("ledger.release", () -> bed.ledgers.takeAway(TestBed.LB));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertTrue(bed.said("notes").contains("not ours any more"), bed.said("notes"));
    assertTrue(bed.queue.sent().isEmpty());
    assertEquals(Outcome.UNCHANGED, bed.outcome());
    assertEquals(1, bed.arm.puts());
  }

  /** Somebody breaks the lease between two PUTs, and a second worker takes it at once. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void aBrokenLeaseIsSeenAtTheLatestByTheLedgerAndBothWorkersAgreeInTheEnd(Etags etags) {
    TestBed bed = wanting(etags, "n1").wants("c", "n2");
    bed.arm.beforePut(
        1,
        () -> {
          bed.ledgers.takeAway(TestBed.LB);
          bed.wants("c", "n3");
          assertTrue(bed.outcome().covers());
        });
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertPutRight(bed, "10.0.0.1");
    assertEquals(List.of("10.0.0.3"), bed.members("ns-c"));
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void aLedgerDeletedDuringTheRunIsMadeAgainAndNoWorkIsLost(Etags etags) {
    TestBed before = wanting(etags, "n1");
    before.ledgers.before("ledger.write", () -> before.ledgers.delete(TestBed.LB));
    assertEquals(Outcome.LOCK_LOST, before.outcome());
    assertEquals(0, before.arm.puts(), "that it started could not be stored");
    assertPutRight(before, "10.0.0.1");
    TestBed after = wanting(etags, "n1");
    after.arm.beforePut(0, () -> after.ledgers.delete(TestBed.LB));
    assertEquals(Outcome.LOCK_LOST, after.outcome());
    assertPutRight(after, "10.0.0.1");
    assertEquals(1, after.arm.puts());
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void aWallClockSetForwardsLosesTheLeaseAndNoWork(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.documents.beforeControlsRead(2, () -> bed.time.setWallClock(Duration.ofDays(1)));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(0, bed.arm.puts());
    bed.later(PAST_THE_LEASE);
    assertPutRight(bed, "10.0.0.1");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void aWallClockSetBackDoesNotStretchTheLease(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.documents.beforeControlsRead(
        2,
        () -> {
          bed.time.setWallClock(Duration.ofDays(-1));
          bed.later(PAST_THE_LEASE);
        });
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertPutRight(bed, "10.0.0.1");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  void whereTheMonotonicClockStandsTheWallClockDecides(Etags etags) {
    TestBed bed = wanting(etags, "n1");
    bed.documents.beforeControlsRead(2, () -> bed.time.stepWallClock(PAST_THE_LEASE));
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertPutRight(bed, "10.0.0.1");
  }

  /** Requests are stamped by storage, and so is what a run stands for. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void aWorkerWhoseClockIsWrongCoversNothingThatCameLater(Etags etags) {
    for (int days : List.of(1, -1)) {
      TestBed bed = wanting(etags, "n1");
      bed.time.setWallClock(Duration.ofDays(days));
      assertEquals(Outcome.UPDATED, bed.outcome());
      bed.time.setWallClock(Duration.ofDays(-days));
      bed.later(Duration.ofSeconds(20));
      bed.wants("a", "n1", "n2");
      assertEquals(Outcome.UPDATED, bed.outcome(), days + " days wrong");
      assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
    }
  }

  /** Stopped right before its PUT; the PUT is made when it wakes up. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void stoppedWhileAnotherTakesOverAndWrites(Etags etags) {
    TestBed bed = wanting(etags, "n1", "n2");
    List<Outcome> other = new ArrayList<>();
    bed.arm.beforePut(
        0,
        () -> {
          bed.later(PAST_THE_LEASE);
          bed.wants("a", "n2", "n3");
          other.add(bed.outcome());
          assertEquals(List.of("10.0.0.2", "10.0.0.3"), bed.members("ns-a"));
        });
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(List.of(Outcome.UPDATED), other);
    boolean overwritten = !bed.members("ns-a").equals(List.of("10.0.0.2", "10.0.0.3"));
    assertEquals(etags == Etags.IGNORED, overwritten, "what If-Match is for");
    assertPutRight(bed, "10.0.0.2", "10.0.0.3");
  }

  /** The late PUT lands whatever the etags do: nobody has written in between. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void stoppedWhileAnotherTakesOverAndFindsNothingToWrite(Etags etags) {
    TestBed bed = wanting(etags, "n1", "n2").pool("ns-a", "10.0.0.1");
    List<Outcome> other = new ArrayList<>();
    bed.arm.beforePut(
        0,
        () -> {
          bed.later(PAST_THE_LEASE);
          bed.wants("a", "n1");
          other.add(bed.outcome());
        });
    assertEquals(Outcome.LOCK_LOST, bed.outcome());
    assertEquals(List.of(Outcome.UNCHANGED), other);
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"), "it has landed");
    assertPutRight(bed, "10.0.0.1");
  }

  /** It never learns that its PUT landed; its message comes back. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void stoppedAndThenKilledAsItsPutLands(Etags etags) {
    TestBed bed = wanting(etags, "n1", "n2").pool("ns-a", "10.0.0.1");
    Instant inserted = bed.time.now();
    bed.arm.beforePut(
        0,
        () -> {
          int thisPut = bed.tape.calls().size() - 1;
          bed.later(PAST_THE_LEASE);
          bed.wants("a", "n1");
          assertEquals(Outcome.UNCHANGED, bed.outcome());
          bed.tape.killAfter(thisPut);
        });
    assertThrows(Tape.Killed.class, () -> bed.deliver(bed.request(), inserted, 1));
    bed.newProcess();
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"), "it has landed");
    bed.later(PAST_THE_LEASE);
    assertEquals(Outcome.UPDATED, bed.deliver(bed.request(), inserted, 2).outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
  }

  /** Nobody waits for it any more; its event is what tells. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void aPutThatLandsAfterItsWorkerGaveUpIsSeenByItsEvent(Etags etags) {
    TestBed bed = wanting(etags, "n1", "n2");
    bed.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "timeout"));
    assertEquals(Outcome.FAILED, bed.outcome());
    bed.wants("a", "n1");
    bed.drain(3);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    bed.later(Duration.ofMinutes(2));
    bed.pool("ns-a", "10.0.0.1", "10.0.0.2");
    assertEquals(Outcome.UPDATED, bed.outcome(), "the event asks, and nothing covers it");
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(Optional.of(Outcome.UPDATED), bed.ledger().outcome());
  }
}
