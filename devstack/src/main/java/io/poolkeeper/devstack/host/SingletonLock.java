package io.poolkeeper.devstack.host;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobClient;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import java.time.Duration;

/**
 * A lease on {@code locks/<host id>/Host.Functions.<function>.Listener}: whoever holds it is the
 * one instance that runs the function.
 */
final class SingletonLock {
  private static final int SHORTEST_SECONDS = 15;
  private static final int LONGEST_SECONDS = 60;

  private final BlobClient blob;
  private final int seconds;
  private BlobLeaseClient lease;
  private long validUntilNanos;

  SingletonLock(BlobContainerClient container, String hostId, String function, Duration period) {
    this.blob =
        container.getBlobClient("locks/" + hostId + "/Host.Functions." + function + ".Listener");
    this.seconds = Math.max(SHORTEST_SECONDS, (int) Math.min(LONGEST_SECONDS, period.toSeconds()));
  }

  /** How often a holder renews, and how far ahead of the end it stops trusting the lease. */
  Duration renewEvery() {
    return Duration.ofMillis(seconds * 1000L / 3);
  }

  /** Takes or renews the lease; false when another instance holds it or storage fails. */
  synchronized boolean hold() {
    long before = System.nanoTime();
    try {
      if (lease == null) {
        BlobLeaseClient fresh = new BlobLeaseClientBuilder().blobClient(existing()).buildClient();
        fresh.acquireLease(seconds);
        lease = fresh;
      } else {
        lease.renewLease();
      }
      validUntilNanos = before + seconds * 1_000_000_000L;
      return true;
    } catch (BlobStorageException e) {
      boolean refused = e.getStatusCode() == 409 || e.getStatusCode() == 404;
      if (refused) {
        lease = null;
      } else {
        HostLog.warn("lock " + blob.getBlobName() + ": " + e.getMessage());
      }
      return isHeld();
    } catch (RuntimeException e) {
      HostLog.warn("lock " + blob.getBlobName() + ": " + e);
      return isHeld();
    }
  }

  synchronized boolean isHeld() {
    return lease != null && System.nanoTime() - validUntilNanos < 0;
  }

  synchronized void release() {
    if (lease == null) {
      return;
    }
    try {
      lease.releaseLease();
    } catch (RuntimeException e) {
      HostLog.warn("releasing " + blob.getBlobName() + ": " + e);
    }
    lease = null;
  }

  private BlobClient existing() {
    if (!Boolean.TRUE.equals(blob.exists())) {
      try {
        blob.upload(BinaryData.fromString(""), false);
      } catch (BlobStorageException e) {
        if (e.getStatusCode() != 409 && e.getStatusCode() != 412) {
          throw e;
        }
      }
    }
    return blob;
  }
}
