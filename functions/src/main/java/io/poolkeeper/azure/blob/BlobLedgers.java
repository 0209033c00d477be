package io.poolkeeper.azure.blob;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.state.LedgerCodec;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/**
 * Ledgers in blobs named {@code <sha256 of the lower-case ARM id>.json}, each the target of its own
 * lease. Lease answers as the Lease Blob operation documents them and as local storage gives them.
 */
public final class BlobLedgers implements Ledgers {
  private static final int ROUNDS = 3;
  private static final Set<String> HELD_BY_OTHERS =
      Set.of("LeaseAlreadyPresent", "LeaseIsBreakingAndCannotBeAcquired");

  private final BlobContainerAsyncClient container;
  private final TimeSource time;
  private final Duration leaseDuration;

  public BlobLedgers(BlobContainerAsyncClient container, TimeSource time) {
    this(container, time, LEASE_DURATION);
  }

  /**
   * @param leaseDuration 15 to 60 seconds, storage's own bounds
   */
  BlobLedgers(BlobContainerAsyncClient container, TimeSource time, Duration leaseDuration) {
    this.container = container;
    this.time = time;
    this.leaseDuration = leaseDuration;
  }

  @Override
  public Read read(ArmId loadBalancer) {
    return read(blob(loadBalancer), loadBalancer);
  }

  /** Without lease id: reading is free, and only writing must prove the lease. */
  static Read read(Blob blob, ArmId loadBalancer) {
    Reply reply = blob.get(Optional.empty(), Optional.empty(), LedgerCodec.MAX_BYTES);
    if (reply.blobNotFound()) {
      return new Read(
          Condition.MISSING,
          Ledger.EMPTY,
          Optional.empty(),
          blob.date("read", reply),
          Optional.of("there is no ledger yet"));
    }
    if (!reply.success()) {
      throw blob.unexpected("read", reply);
    }
    Instant serverDate = blob.date("read", reply);
    LedgerCodec.Decoded decoded =
        reply.length() > LedgerCodec.MAX_BYTES
            ? LedgerCodec.tooLong(reply.length())
            : LedgerCodec.read(reply.content(), serverDate, loadBalancer);
    return new Read(
        decoded.kind() == LedgerCodec.Kind.FINE ? Condition.FINE : Condition.UNREADABLE,
        decoded.ledger(),
        Optional.of(blob.etag("read", reply)),
        serverDate,
        decoded.problem());
  }

  /**
   * {@inheritDoc}
   *
   * <p>A request whose answer was lost is repeated by the client with the same lease id, which
   * storage grants again at once; the deadline counts from before the first of the two.
   */
  @Override
  public Acquired acquire(ArmId loadBalancer, String leaseId) {
    Blob blob = blob(loadBalancer);
    for (int round = 0; round < ROUNDS; round++) {
      Deadline deadline = Deadline.startingNow(time, leaseDuration);
      Reply reply = blob.acquireLease(leaseId, leaseDuration);
      if (reply.success()) {
        return new Acquired(
            LeaseKind.HELD,
            Optional.of(
                new BlobLease(blob, loadBalancer, leaseId, reply, deadline, time, leaseDuration)));
      }
      if (reply.status() == 409 && HELD_BY_OTHERS.contains(reply.code())) {
        return new Acquired(LeaseKind.BUSY, Optional.empty());
      }
      if (!reply.blobNotFound()) {
        throw blob.unexpected("acquire lease", reply);
      }
      create(blob);
    }
    throw new PortException(
        "acquire lease", blob.target(), "the blob was gone again after being created");
  }

  /** A valid ledger that says nothing: a blob without content stays a sign of damage. */
  private static void create(Blob blob) {
    Reply reply = blob.create(LedgerCodec.write(Ledger.EMPTY));
    boolean thereAlready = reply.status() == 409 || reply.status() == 412;
    if (!reply.success() && !thereAlready) {
      throw blob.unexpected("create", reply);
    }
  }

  private Blob blob(ArmId loadBalancer) {
    return new Blob(container, name(loadBalancer));
  }

  static String name(ArmId loadBalancer) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest(loadBalancer.key().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash) + ".json";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
