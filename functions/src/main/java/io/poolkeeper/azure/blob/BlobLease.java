package io.poolkeeper.azure.blob;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Ledgers.Proof;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.state.LedgerCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;

/** The lease on a ledger blob, and the newest ETag of the blob that its holder knows. */
final class BlobLease implements Ledgers.Lease {
  private final Blob blob;
  private final ArmId loadBalancer;
  private final String leaseId;
  private final String acquiredEtag;
  private final Instant serverDate;
  private final TimeSource time;
  private final Duration duration;
  private Deadline deadline;
  private String newestEtag;

  BlobLease(
      Blob blob,
      ArmId loadBalancer,
      String leaseId,
      Reply acquired,
      Deadline deadline,
      TimeSource time,
      Duration duration) {
    this.blob = blob;
    this.loadBalancer = loadBalancer;
    this.leaseId = leaseId;
    this.acquiredEtag = blob.etag("acquire lease", acquired);
    this.serverDate = blob.date("acquire lease", acquired);
    this.deadline = deadline;
    this.time = time;
    this.duration = duration;
    this.newestEtag = acquiredEtag;
  }

  @Override
  public String etag() {
    return acquiredEtag;
  }

  @Override
  public Instant serverDate() {
    return serverDate;
  }

  @Override
  public Deadline deadline() {
    return deadline;
  }

  @Override
  public Proof renew() {
    if (deadline.over()) {
      return Proof.LOST;
    }
    Deadline renewed = Deadline.startingNow(time, duration);
    Proof proof = proof("renew lease", blob.renewLease(leaseId));
    if (proof == Proof.OK) {
      deadline = renewed;
    }
    return proof;
  }

  @Override
  public Ledgers.Read read() {
    Ledgers.Read read = BlobLedgers.read(blob, loadBalancer);
    read.etag().ifPresent(etag -> newestEtag = etag);
    return read;
  }

  @Override
  public Proof write(Ledger ledger) {
    byte[] content = LedgerCodec.write(ledger);
    Reply reply = blob.replace(content, newestEtag, Optional.of(leaseId));
    if (reply.status() == 412 && reply.code().equals("ConditionNotMet")) {
      return landed(content);
    }
    Proof proof = proof("write", reply);
    if (proof == Proof.OK) {
      newestEtag = blob.etag("write", reply);
    }
    return proof;
  }

  /**
   * A write whose answer got lost is repeated by the client, and the repetition meets the ETag that
   * the first one made: 412, although the write is ours. The content tells, since a ledger carries
   * the id of its run; reading under the lease id tells that the lease is still ours, too.
   */
  private Proof landed(byte[] content) {
    Reply reply = blob.get(Optional.empty(), Optional.of(leaseId), LedgerCodec.MAX_BYTES);
    Proof proof = proof("read back", reply);
    if (proof == Proof.LOST || !Arrays.equals(content, reply.content())) {
      return Proof.LOST;
    }
    newestEtag = blob.etag("read back", reply);
    return Proof.OK;
  }

  @Override
  public Proof release() {
    return proof("release lease", blob.releaseLease(leaseId));
  }

  private Proof proof(String operation, Reply reply) {
    if (reply.success()) {
      return Proof.OK;
    }
    if (reply.refusedByState()) {
      return Proof.LOST;
    }
    throw blob.unexpected(operation, reply);
  }
}
