package io.poolkeeper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Ledgers.Acquired;
import io.poolkeeper.port.Ledgers.Condition;
import io.poolkeeper.port.Ledgers.Lease;
import io.poolkeeper.port.Ledgers.LeaseKind;
import io.poolkeeper.port.Ledgers.Proof;
import io.poolkeeper.port.Ledgers.Read;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every implementation of {@link Ledgers} keeps. */
public abstract class LedgersContract {
  protected final ManualTime time = new ManualTime();
  protected final ArmId id =
      ArmId.of(
          "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/Rg/providers/"
              + "Microsoft.Network/loadBalancers/Lb-"
              + UUID.randomUUID());

  /** On {@link #time}; asked for once per test. */
  protected abstract Ledgers ledgers();

  /** Puts any content where the ledger of {@link #id} belongs. */
  protected abstract void putRaw(byte[] content);

  /** Ends the lease on the storage's side, so that others may have it. */
  protected abstract void takeAway();

  private static String freshId() {
    return UUID.randomUUID().toString();
  }

  private static Lease held(Ledgers ledgers, ArmId id) {
    Acquired acquired = ledgers.acquire(id, freshId());
    assertEquals(LeaseKind.HELD, acquired.kind());
    return acquired.lease().orElseThrow();
  }

  private static Ledger ledger(String cluster) {
    return Ledger.EMPTY.toBuilder().cluster(cluster).outcome(Outcome.UPDATED).build();
  }

  @Test
  void aLedgerThatWasNeverWrittenIsMissing() {
    Read read = ledgers().read(id);
    assertEquals(Condition.MISSING, read.condition());
    assertEquals(Ledger.EMPTY, read.ledger());
    assertEquals(Optional.empty(), read.etag());
  }

  @Test
  void acquiringMakesAnEmptyLedgerWhereThereIsNone() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    Read read = ledgers.read(id);
    assertEquals(Condition.FINE, read.condition());
    assertEquals(Ledger.EMPTY, read.ledger());
    assertEquals(Optional.of(lease.etag()), read.etag());
  }

  @Test
  void whatTheHolderWritesEverybodyReads() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    assertEquals(Proof.OK, lease.write(ledger("one")));
    assertEquals(ledger("one"), ledgers.read(id).ledger());
    assertEquals(Proof.OK, lease.write(ledger("two")));
    assertEquals(ledger("two"), lease.read().ledger());
    assertEquals(Proof.OK, lease.release());
    assertEquals(ledger("two"), ledgers.read(id).ledger());
  }

  @Test
  void aLedgerThatNamesAnotherLoadBalancerCountsAsEmptyAndIsReported() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    ArmId other = ArmId.of(id.text() + "-other");
    Ledger theirs = ledger("one").toBuilder().loadBalancer(other).build();
    assertEquals(Proof.OK, lease.write(theirs));
    for (Read read : List.of(ledgers.read(id), lease.read())) {
      assertEquals(Condition.UNREADABLE, read.condition());
      assertEquals(Ledger.EMPTY, read.ledger());
      assertTrue(read.etag().isPresent());
      String problem = read.problem().orElseThrow();
      assertTrue(problem.contains(other.key()), problem);
      assertTrue(problem.contains("expected " + id.key() + ","), problem);
    }
  }

  @Test
  void anUnchangedEtagAtTheAcquireMeansThatAnEarlierReadIsStillGood() {
    Ledgers ledgers = ledgers();
    Lease first = held(ledgers, id);
    Read before = ledgers.read(id);
    assertEquals(Proof.OK, first.release());
    Lease second = held(ledgers, id);
    assertEquals(before.etag(), Optional.of(second.etag()));
    assertEquals(Proof.OK, second.write(ledger("changed")));
    assertEquals(Proof.OK, second.release());
    assertNotEquals(before.etag(), Optional.of(held(ledgers, id).etag()));
  }

  @Test
  void oneLoadBalancerHasOneLedgerHoweverItsIdIsSpelled() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    lease.write(ledger("one"));
    ArmId upper = ArmId.of(id.text().toUpperCase(Locale.ROOT));
    assertEquals(ledger("one"), ledgers.read(upper).ledger());
    assertEquals(LeaseKind.BUSY, ledgers.acquire(upper, freshId()).kind());
  }

  @Test
  void aSecondHolderIsTurnedAwayUntilTheFirstReleases() {
    Ledgers ledgers = ledgers();
    Lease first = held(ledgers, id);
    Acquired busy = ledgers.acquire(id, freshId());
    assertEquals(LeaseKind.BUSY, busy.kind());
    assertEquals(Optional.empty(), busy.lease());
    assertEquals(Proof.OK, first.release());
    held(ledgers, id);
  }

  @Test
  void leasesOnTwoLoadBalancersDoNotMeet() {
    Ledgers ledgers = ledgers();
    held(ledgers, id);
    held(ledgers, ArmId.of(id.text() + "-other"));
  }

  @Test
  void theSameLeaseIdIsGrantedAgainAtOnce() {
    Ledgers ledgers = ledgers();
    String leaseId = freshId();
    assertEquals(LeaseKind.HELD, ledgers.acquire(id, leaseId).kind());
    Acquired again = ledgers.acquire(id, leaseId);
    assertEquals(LeaseKind.HELD, again.kind());
    assertEquals(Proof.OK, again.lease().orElseThrow().write(ledger("one")));
  }

  @Test
  void afterReleaseNothingCanBeDoneWithTheLease() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    assertEquals(Proof.OK, lease.release());
    assertEquals(Proof.LOST, lease.renew());
    assertEquals(Proof.LOST, lease.write(ledger("late")));
    assertEquals(Proof.LOST, lease.release());
    assertEquals(Ledger.EMPTY, ledgers.read(id).ledger());
  }

  @Test
  void whoLostTheLeaseToAnotherHarmsNothing() {
    Ledgers ledgers = ledgers();
    Lease first = held(ledgers, id);
    takeAway();
    Lease second = held(ledgers, id);
    assertEquals(Proof.OK, second.write(ledger("second")));
    assertEquals(Proof.LOST, first.renew());
    assertEquals(Proof.LOST, first.write(ledger("first")));
    assertEquals(Proof.LOST, first.release());
    assertEquals(ledger("second"), ledgers.read(id).ledger());
    assertEquals(Proof.OK, second.write(ledger("second again")), "the loser changed nothing");
  }

  @Test
  void theDeadlineCountsOnBothClocks() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    assertEquals(Ledgers.LEASE_DURATION, lease.deadline().left());
    time.advance(Duration.ofSeconds(20));
    assertEquals(Duration.ofSeconds(40), lease.deadline().left());
    time.stepWallClock(Duration.ofSeconds(41));
    assertTrue(lease.deadline().over());
  }

  @Test
  void renewingMovesTheDeadline() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    time.advance(Duration.ofSeconds(20));
    assertEquals(Proof.OK, lease.renew());
    assertEquals(Ledgers.LEASE_DURATION, lease.deadline().left());
    assertEquals(Proof.OK, lease.write(ledger("one")));
  }

  @Test
  void whoSleptPastTheDeadlineHasLostWhateverStorageWouldSay() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    time.advance(Ledgers.LEASE_DURATION);
    assertEquals(Proof.LOST, lease.renew());
    assertTrue(lease.deadline().over(), "the deadline does not move");
  }

  @Test
  void aRenewalThatIsRefusedDoesNotMoveTheDeadline() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    takeAway();
    time.advance(Duration.ofSeconds(20));
    assertEquals(Proof.LOST, lease.renew());
    assertEquals(Duration.ofSeconds(40), lease.deadline().left());
  }

  @Test
  void storagesClockComesWithEveryAnswerAndNeverGoesBack() {
    Ledgers ledgers = ledgers();
    Read read = ledgers.read(id);
    Lease lease = held(ledgers, id);
    assertFalse(lease.serverDate().isBefore(read.serverDate()));
    assertEquals(0, lease.serverDate().getNano(), "whole seconds");
  }

  @Test
  void coverageFromTheFutureIsTakenOutAndTold() {
    Ledgers ledgers = ledgers();
    Lease lease = held(ledgers, id);
    Ledger now = ledger("c").toBuilder().coveredThrough(lease.serverDate()).build();
    assertEquals(Proof.OK, lease.write(now));
    assertEquals(now, ledgers.read(id).ledger());
    Ledger future =
        now.toBuilder().coveredThrough(lease.serverDate().plus(Duration.ofDays(300))).build();
    assertEquals(Proof.OK, lease.write(future));
    Read read = ledgers.read(id);
    assertEquals(Condition.FINE, read.condition());
    assertEquals(ledger("c"), read.ledger());
    assertTrue(read.problem().orElseThrow().contains("coveredThrough"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\u0000\u0001 noise", "{\"format\":99}", "{\"format\":1,\"holds\":7}"})
  void aDamagedLedgerCountsAsEmptyIsToldAndCanBeReplaced(String content) {
    Ledgers ledgers = ledgers();
    putRaw(content.getBytes(StandardCharsets.UTF_8));
    Read read = ledgers.read(id);
    assertEquals(Condition.UNREADABLE, read.condition());
    assertEquals(Ledger.EMPTY, read.ledger());
    assertTrue(read.etag().isPresent());
    assertTrue(read.problem().isPresent());
    Lease lease = held(ledgers, id);
    assertEquals(read.etag(), Optional.of(lease.etag()));
    assertEquals(Proof.OK, lease.write(ledger("new")));
    assertEquals(ledger("new"), ledgers.read(id).ledger());
  }

  @Test
  void aLedgerTooLongIsToldWithItsSize() {
    Ledgers ledgers = ledgers();
    putRaw(new byte[1024 * 1024 + 1]);
    Read read = ledgers.read(id);
    assertEquals(Condition.UNREADABLE, read.condition());
    assertTrue(read.problem().orElseThrow().contains("1048577"), read.problem().get());
  }
}
