package io.poolkeeper.azure.blob;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.Reports;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.state.ClaimsCodec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Claims in blobs named {@code <sha256 of the lower-case VNet id>.json}, each with its lease. */
public final class BlobClaims implements Claims {
  private static final int ROUNDS = 3;
  private static final Set<String> HELD_BY_OTHERS =
      Set.of("LeaseAlreadyPresent", "LeaseIsBreakingAndCannotBeAcquired");

  private final BlobContainerAsyncClient container;
  private final TimeSource time;
  private final Reports reports;

  public BlobClaims(BlobContainerAsyncClient container, TimeSource time, Reports reports) {
    this.container = container;
    this.time = time;
    this.reports = reports;
  }

  @Override
  public Acquired acquire(ArmId virtualNetwork, String leaseId) {
    Blob blob = new Blob(container, name(virtualNetwork));
    for (int round = 0; round < ROUNDS; round++) {
      Deadline deadline = Deadline.startingNow(time, LEASE_DURATION);
      Reply reply = blob.acquireLease(leaseId, LEASE_DURATION);
      if (reply.success()) {
        return new Acquired(
            LeaseKind.HELD, Optional.of(new ClaimsLease(blob, leaseId, reply, deadline)));
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

  private static void create(Blob blob) {
    Reply reply = blob.create(ClaimsCodec.write(List.of()));
    boolean thereAlready = reply.status() == 409 || reply.status() == 412;
    if (!reply.success() && !thereAlready) {
      throw blob.unexpected("create", reply);
    }
  }

  static String name(ArmId virtualNetwork) {
    return BlobLedgers.name(virtualNetwork);
  }

  private final class ClaimsLease implements Lease {
    private final Blob blob;
    private final String leaseId;
    private final Instant serverDate;
    private final Deadline deadline;
    private String etag;

    ClaimsLease(Blob blob, String leaseId, Reply acquired, Deadline deadline) {
      this.blob = blob;
      this.leaseId = leaseId;
      this.serverDate = blob.date("acquire lease", acquired);
      this.etag = blob.etag("acquire lease", acquired);
      this.deadline = deadline;
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
    public Read read() {
      Reply reply = blob.get(Optional.empty(), Optional.empty(), ClaimsCodec.MAX_BYTES);
      if (!reply.success()) {
        throw blob.unexpected("read", reply);
      }
      etag = blob.etag("read", reply);
      Instant now = blob.date("read", reply);
      ClaimsCodec.Decoded decoded =
          reply.length() > ClaimsCodec.MAX_BYTES
              ? ClaimsCodec.tooLong(reply.length())
              : ClaimsCodec.read(reply.content(), now, LIFE, MAX_CLAIMS);
      if (decoded.claims().isPresent()) {
        return new Read(Condition.FINE, decoded.claims().get(), Optional.empty());
      }
      String problem = decoded.problem().orElse("unreadable");
      boolean allRanOut =
          reply.lastModified().map(at -> at.plus(LIFE).isBefore(now)).orElse(Boolean.FALSE);
      report(problem, allRanOut);
      return allRanOut
          ? new Read(Condition.FINE, List.of(), Optional.empty())
          : new Read(Condition.UNREADABLE, List.of(), Optional.of(problem));
    }

    private void report(String problem, boolean allRanOut) {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("target", blob.target());
      fields.put("problem", problem);
      fields.put(
          "remedy",
          allRanOut
              ? "every claim in it has run out; it counts as empty and is replaced"
              : "removals that need it wait until it is " + LIFE + " old; then it is replaced");
      reports.report("claims unreadable", fields);
    }

    /**
     * A repetition after a lost answer meets the ETag that the first one made and says LOST: the
     * caller comes again, and a claim of its own in the document harms it nothing.
     */
    @Override
    public Proof write(List<Claim> claims) {
      byte[] content = ClaimsCodec.write(claims);
      if (claims.size() > MAX_CLAIMS || content.length > ClaimsCodec.MAX_BYTES) {
        return Proof.FULL;
      }
      if (deadline.over()) {
        return Proof.LOST;
      }
      Reply reply = blob.replace(content, etag, Optional.of(leaseId));
      if (reply.success()) {
        etag = blob.etag("write", reply);
        return Proof.OK;
      }
      if (reply.refusedByState()) {
        return Proof.LOST;
      }
      throw blob.unexpected("write", reply);
    }

    @Override
    public void release() {
      try {
        blob.releaseLease(leaseId);
      } catch (PortException e) {
        reports.report("claims lease not released", Map.of("problem", String.valueOf(e)));
      }
    }
  }
}
