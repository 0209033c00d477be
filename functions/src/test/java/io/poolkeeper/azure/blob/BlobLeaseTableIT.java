package io.poolkeeper.azure.blob;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * What storage answers to each way of using a lease wrongly: the ground that {@link BlobLease}
 * stands on. A newer storage that answers differently is to be seen here first.
 */
class BlobLeaseTableIT {
  private static final Duration SHORTEST = Duration.ofSeconds(15);
  private static final byte[] CONTENT = "{}".getBytes(StandardCharsets.UTF_8);
  private static final String OURS = UUID.randomUUID().toString();
  private static final String THEIRS = UUID.randomUUID().toString();

  private final BlobContainerAsyncClient container =
      LocalClients.freshContainer(LocalClients.with());
  private final Blob blob = new Blob(container, "ledger.json");

  private String created() {
    return blob.etag("create", blob.create(CONTENT));
  }

  private void held(String leaseId) {
    assertAnswer(201, "", blob.acquireLease(leaseId, SHORTEST));
  }

  private static void assertAnswer(int status, String code, Reply reply) {
    assertEquals(status + " " + code, reply.status() + " " + reply.code());
  }

  @Test
  void aLeaseShorterThanStorageAllowsIsRefused() {
    created();
    assertAnswer(400, "InvalidHeaderValue", blob.acquireLease(OURS, Duration.ofSeconds(14)));
  }

  @Test
  void theLeaseOfAnotherIsInTheWay() {
    created();
    held(THEIRS);
    assertAnswer(409, "LeaseAlreadyPresent", blob.acquireLease(OURS, SHORTEST));
  }

  @Test
  void theSameLeaseIdIsGrantedAgain() {
    created();
    held(OURS);
    held(OURS);
  }

  @Test
  void writingNeedsTheLeaseId() {
    String etag = created();
    held(OURS);
    assertAnswer(412, "LeaseIdMissing", blob.replace(CONTENT, etag, Optional.empty()));
    assertAnswer(
        412, "LeaseIdMismatchWithBlobOperation", blob.replace(CONTENT, etag, Optional.of(THEIRS)));
    assertAnswer(201, "", blob.replace(CONTENT, etag, Optional.of(OURS)));
    assertAnswer(412, "ConditionNotMet", blob.replace(CONTENT, etag, Optional.of(OURS)));
  }

  @Test
  void readingNeedsNoLeaseIdButAWrongOneIsRefused() {
    created();
    held(OURS);
    Reply read = blob.get(Optional.empty(), Optional.empty(), 100);
    assertAnswer(200, "", read);
    assertArrayEquals(CONTENT, read.content());
    assertAnswer(200, "", blob.get(Optional.empty(), Optional.of(OURS), 100));
    assertAnswer(
        412,
        "LeaseIdMismatchWithBlobOperation",
        blob.get(Optional.empty(), Optional.of(THEIRS), 100));
  }

  @Test
  void renewAndReleaseNeedTheRightLeaseId() {
    created();
    held(OURS);
    assertAnswer(409, "LeaseIdMismatchWithLeaseOperation", blob.renewLease(THEIRS));
    assertAnswer(409, "LeaseIdMismatchWithLeaseOperation", blob.releaseLease(THEIRS));
    assertAnswer(200, "", blob.renewLease(OURS));
    assertAnswer(200, "", blob.releaseLease(OURS));
    assertAnswer(409, "LeaseIdMismatchWithLeaseOperation", blob.renewLease(OURS));
  }

  @Test
  void whatAnotherTookIsNotOursAnyMore() {
    created();
    held(OURS);
    blob.releaseLease(OURS);
    held(THEIRS);
    assertAnswer(409, "LeaseIdMismatchWithLeaseOperation", blob.renewLease(OURS));
    assertAnswer(409, "LeaseIdMismatchWithLeaseOperation", blob.releaseLease(OURS));
  }

  @Test
  void writingAfterTheReleaseIsRefused() {
    String etag = created();
    held(OURS);
    blob.releaseLease(OURS);
    assertAnswer(
        412, "LeaseNotPresentWithBlobOperation", blob.replace(CONTENT, etag, Optional.of(OURS)));
  }

  @Test
  void aBrokenLeaseCannotBeRenewed() {
    created();
    held(OURS);
    new BlobLeaseClientBuilder()
        .blobAsyncClient(container.getBlobAsyncClient("ledger.json"))
        .buildAsyncClient()
        .breakLeaseWithResponse(0, null)
        .block(StorageClients.CALL);
    assertAnswer(409, "LeaseIsBrokenAndCannotBeRenewed", blob.renewLease(OURS));
  }

  @Test
  void onlyTheFirstCreates() {
    created();
    assertAnswer(409, "BlobAlreadyExists", blob.create(CONTENT));
  }

  @Test
  void aBlobThatIsNotThereIsToldFromAContainerThatIsNot() {
    assertAnswer(404, "BlobNotFound", blob.acquireLease(OURS, SHORTEST));
    assertAnswer(404, "BlobNotFound", blob.get(Optional.empty(), Optional.empty(), 100));
    Blob nowhere = new Blob(LocalClients.with().container("nowhere"), "ledger.json");
    assertAnswer(404, "ContainerNotFound", nowhere.acquireLease(OURS, SHORTEST));
    assertAnswer(404, "ContainerNotFound", nowhere.get(Optional.empty(), Optional.empty(), 100));
  }

  @Test
  void anExpiredLeaseCanBeRenewedOnlyWhileNobodyTouchedTheBlob() throws InterruptedException {
    Blob touched = new Blob(container, "touched.json");
    Blob taken = new Blob(container, "taken.json");
    created();
    held(OURS);
    String etag = touched.etag("create", touched.create(CONTENT));
    assertAnswer(201, "", touched.acquireLease(OURS, SHORTEST));
    taken.create(CONTENT);
    assertAnswer(201, "", taken.acquireLease(OURS, SHORTEST));

    new CountDownLatch(1).await(SHORTEST.toMillis() + 500, TimeUnit.MILLISECONDS);

    assertAnswer(201, "", touched.replace(CONTENT, etag, Optional.empty()));
    assertAnswer(201, "", taken.acquireLease(THEIRS, SHORTEST));
    assertAnswer(200, "", blob.renewLease(OURS));
    assertAnswer(409, "LeaseIdMismatchWithLeaseOperation", touched.renewLease(OURS));
    assertAnswer(409, "LeaseIdMismatchWithLeaseOperation", taken.renewLease(OURS));
  }
}
