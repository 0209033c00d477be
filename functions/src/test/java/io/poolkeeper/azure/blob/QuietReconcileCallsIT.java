package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.azure.storage.CallCounter;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Ledgers.Lease;
import io.poolkeeper.port.Ledgers.Proof;
import io.poolkeeper.testing.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The verbs that a run without a difference needs of storage, in their order. */
class QuietReconcileCallsIT {
  private static final ArmId ID =
      ArmId.of("/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/lb");

  private final CallCounter counter = new CallCounter(Duration.ofMillis(200));
  private final StorageClients clients = LocalClients.with(counter);
  private final BlobContainerAsyncClient container = LocalClients.freshContainer(clients);
  private final Ledgers ledgers = new BlobLedgers(container, new ManualTime());
  private final BlobDocuments documents = new BlobDocuments(container, container);
  private final BlobGates gates =
      new BlobGates(container, (event, fields) -> assertEquals("no report", event));

  @Test
  void takeAtMostEightCallsInFiveRoundTrips() throws Exception {
    run("12a7ad8f-6d0e-4f6a-8a0e-3c3f3c1d5a01");
    counter.reset();
    run("12a7ad8f-6d0e-4f6a-8a0e-3c3f3c1d5a02");
    assertTrue(counter.calls().size() <= 8, counter.calls().toString());
    assertTrue(counter.roundTrips() <= 5, counter.roundTrips() + " " + counter.calls());
  }

  private void run(String leaseId) throws Exception {
    Ledgers.Read read = ledgers.read(ID);
    Lease lease = ledgers.acquire(ID, leaseId).lease().orElseThrow();
    if (!read.etag().equals(Optional.of(lease.etag()))) {
      lease.read();
    }
    ExecutorService sideBySide = Executors.newFixedThreadPool(3);
    try {
      List<Callable<Object>> reads =
          List.of(
              () -> documents.mapping("prod", Optional.of("\"0x1\"")),
              () -> documents.controls("prod", Optional.empty()),
              () -> gates.notBefore("s"));
      for (Future<Object> each : sideBySide.invokeAll(reads)) {
        each.get();
      }
    } finally {
      sideBySide.shutdown();
    }
    assertEquals(
        Proof.OK, lease.write(Ledger.EMPTY.toBuilder().coveredThrough(lease.serverDate()).build()));
    assertEquals(Proof.OK, lease.release());
  }
}
