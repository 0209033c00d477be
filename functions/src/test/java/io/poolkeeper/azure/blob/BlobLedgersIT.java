package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.azure.storage.CallCounter;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.LostReplies;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Ledgers.Acquired;
import io.poolkeeper.port.Ledgers.Lease;
import io.poolkeeper.port.Ledgers.LeaseKind;
import io.poolkeeper.port.Ledgers.Proof;
import io.poolkeeper.port.PortException;
import io.poolkeeper.testing.ManualTime;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the contract cannot say: lost answers, expiry on storage's clock, numbers of calls. */
class BlobLedgersIT {
  private static final ArmId ID =
      ArmId.of("/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/lb");

  private final CallCounter counter = new CallCounter();
  private final LostReplies replies = new LostReplies();
  private final StorageClients clients = LocalClients.with(replies, counter);
  private final BlobContainerAsyncClient container = LocalClients.freshContainer(clients);
  private final ManualTime time = new ManualTime();
  private final Ledgers ledgers = new BlobLedgers(container, time);

  private static String freshId() {
    return UUID.randomUUID().toString();
  }

  private Lease held() {
    return ledgers.acquire(ID, freshId()).lease().orElseThrow();
  }

  private static Ledger ledger(String cluster) {
    return Ledger.EMPTY.toBuilder().cluster(cluster).build();
  }

  @Test
  void aBlobIsNamedByTheHashOfTheLowerCaseId() {
    held();
    assertEquals(
        "470dcda5b54cfc98885f2cfe722f218cc3501c2752c314da38eb5ac53a85596b.json",
        container.listBlobs().blockFirst().getName());
  }

  @Test
  @DisplayName(
      "F16 a granted lease whose answer was lost is asked for with the same id and held at once")
  void aGrantedLeaseWhoseAnswerWasLostIsGrantedAgainAtOnce() {
    assertEquals(Proof.OK, held().release());
    counter.reset();
    replies.loseNext(1);
    Acquired acquired = ledgers.acquire(ID, freshId());
    assertEquals(LeaseKind.HELD, acquired.kind());
    assertEquals(2, counter.calls().size(), counter.calls().toString());
    assertEquals(Proof.OK, acquired.lease().orElseThrow().write(ledger("one")));
  }

  @Test
  void theCallerMayRepeatAnAcquireThatNeverGotItsAnswer() {
    assertEquals(Proof.OK, held().release());
    String leaseId = freshId();
    replies.loseNext(2);
    PortException fault = assertThrows(PortException.class, () -> ledgers.acquire(ID, leaseId));
    assertTrue(fault.getMessage().startsWith("acquire lease on blob "), fault.getMessage());
    assertTrue(fault.getMessage().contains("no answer from storage"), fault.getMessage());
    assertEquals(LeaseKind.BUSY, ledgers.acquire(ID, freshId()).kind());
    assertEquals(LeaseKind.HELD, ledgers.acquire(ID, leaseId).kind());
  }

  @Test
  void aWriteWhoseAnswerWasLostIsKnownAsOurs() {
    Lease lease = held();
    replies.loseNext(1);
    assertEquals(Proof.OK, lease.write(ledger("one")));
    assertEquals(ledger("one"), ledgers.read(ID).ledger());
    assertEquals(Proof.OK, lease.write(ledger("two")), "the newest ETag was learned");
  }

  @Test
  void aWriteThatMeetsAnotherContentIsLost() {
    String leaseId = freshId();
    Lease lease = ledgers.acquire(ID, leaseId).lease().orElseThrow();
    Blob blob = new Blob(container, BlobLedgers.name(ID));
    byte[] foreign =
        "{\"format\":1,\"cluster\":\"x\"}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    assertTrue(blob.replace(foreign, lease.etag(), Optional.of(leaseId)).success());
    assertEquals(Proof.LOST, lease.write(ledger("one")));
    assertEquals(ledger("x"), ledgers.read(ID).ledger());
    assertEquals(ledger("x"), lease.read().ledger());
    assertEquals(Proof.OK, lease.write(ledger("one")), "a read under the lease learns the ETag");
  }

  @Test
  void anAcquireWhoseCreationAnswerWasLostGoesOn() {
    replies.loseNext(1);
    assertEquals(LeaseKind.HELD, ledgers.acquire(ID, freshId()).kind());
  }

  @Test
  void renewAndReleaseSurviveALostAnswer() {
    Lease lease = held();
    replies.loseNext(1);
    assertEquals(Proof.OK, lease.renew());
    replies.loseNext(1);
    // released by the first try, so that the second finds nothing to release
    assertEquals(Proof.LOST, lease.release());
    held();
  }

  @Test
  void theDeadlineCountsFromBeforeTheFirstTry() {
    assertEquals(Proof.OK, held().release());
    ManualTime slow = new ManualTime();
    CallCounter none = new CallCounter();
    StorageClients slowly =
        LocalClients.with(
            replies,
            none,
            (context, next) -> {
              slow.advance(Duration.ofSeconds(4));
              return next.process();
            });
    Ledgers slowLedgers = new BlobLedgers(slowly.container(container.getBlobContainerName()), slow);
    replies.loseNext(1);
    Lease lease = slowLedgers.acquire(ID, freshId()).lease().orElseThrow();
    assertEquals(Duration.ofSeconds(52), lease.deadline().left());
    slow.advance(Duration.ofSeconds(10));
    assertEquals(Proof.OK, lease.renew());
    assertEquals(Duration.ofSeconds(56), lease.deadline().left());
  }

  @Test
  void anExpiredLeaseIsFreeForOthersAndItsHolderWritesNothing() throws InterruptedException {
    Ledgers shortLived = new BlobLedgers(container, time, Duration.ofSeconds(15));
    Lease first = shortLived.acquire(ID, freshId()).lease().orElseThrow();
    assertEquals(LeaseKind.BUSY, ledgers.acquire(ID, freshId()).kind());
    new CountDownLatch(1).await(15_500, TimeUnit.MILLISECONDS);
    Lease second = held();
    assertEquals(Proof.OK, second.write(ledger("second")));
    assertEquals(Proof.LOST, first.write(ledger("first")));
    assertEquals(Proof.LOST, first.renew());
    assertEquals(Proof.LOST, first.release());
    assertEquals(ledger("second"), ledgers.read(ID).ledger());
  }

  @Test
  void ofManyAtOnceOnAMissingLedgerExactlyOneHolds() throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(6);
    try {
      Callable<Acquired> acquire = () -> ledgers.acquire(ID, freshId());
      long holders = 0;
      for (Future<Acquired> each : workers.invokeAll(Collections.nCopies(6, acquire))) {
        holders += each.get().kind() == LeaseKind.HELD ? 1 : 0;
      }
      assertEquals(1, holders);
    } finally {
      workers.shutdown();
    }
  }

  @Test
  void aMissingContainerIsNamedWithTheRemedy() {
    Ledgers nowhere = new BlobLedgers(clients.container("nowhere"), time);
    for (PortException fault :
        java.util.List.of(
            assertThrows(PortException.class, () -> nowhere.read(ID)),
            assertThrows(PortException.class, () -> nowhere.acquire(ID, freshId())))) {
      assertTrue(
          fault.getMessage().contains("on blob nowhere/")
              && fault.getMessage().endsWith("the container does not exist, deploy or create it"),
          fault.getMessage());
    }
  }

  @Test
  void aCoveredRequestCostsOneCall() {
    Lease lease = held();
    lease.write(ledger("one"));
    lease.release();
    counter.reset();
    ledgers.read(ID);
    assertEquals(1, counter.calls().size());
  }

  @Test
  void theLedgersShareOfAQuietReconcileIsFourCalls() {
    Lease before = held();
    before.write(ledger("one"));
    before.release();
    counter.reset();
    Ledgers.Read read = ledgers.read(ID);
    Lease lease = held();
    assertEquals(read.etag(), Optional.of(lease.etag()), "so that it need not be read again");
    assertEquals(Proof.OK, lease.write(ledger("two")));
    assertEquals(Proof.OK, lease.release());
    assertEquals(4, counter.calls().size(), counter.calls().toString());
    assertEquals(4, counter.roundTrips());
    assertNotEquals(read.etag(), ledgers.read(ID).etag());
  }
}
