package io.poolkeeper.testing;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.state.ClaimsCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Claims blobs in memory: content, ETag and lease of each, on one clock. */
public final class FakeClaims implements Claims {
  private static final class Blob {
    private byte[] content = ClaimsCodec.write(List.of());
    private int version = 1;
    private Instant modified;
    private String leaseId = "";
    private Instant leasedUntil = Instant.EPOCH;
  }

  private final Map<ArmId, Blob> blobs = new TreeMap<>();
  private final TimeSource time;
  private final Tape tape;
  private boolean unreachable;

  public FakeClaims(TimeSource time, Tape tape) {
    this.time = time;
    this.tape = tape;
  }

  /** Every call fails until told otherwise. */
  public void unreachable(boolean value) {
    unreachable = value;
  }

  public void putRaw(ArmId network, byte[] content) {
    Blob blob = blob(network);
    blob.content = content;
    blob.version++;
    blob.modified = date();
  }

  public void put(ArmId network, Claim... claims) {
    putRaw(network, ClaimsCodec.write(List.of(claims)));
  }

  /** Those that have not run out. */
  public List<Claim> live(ArmId network) {
    return decoded(blob(network)).claims().orElse(List.of());
  }

  /** Somebody else holds the lease for a while. */
  public void lease(ArmId network, Duration length) {
    Blob blob = blob(network);
    blob.leaseId = "somebody else";
    blob.leasedUntil = time.now().plus(length);
  }

  public void takeAway(ArmId network) {
    blob(network).leaseId = "";
  }

  public boolean isLeased(ArmId network) {
    return leased(blob(network));
  }

  private Blob blob(ArmId network) {
    return blobs.computeIfAbsent(
        network,
        id -> {
          Blob blob = new Blob();
          blob.modified = date();
          return blob;
        });
  }

  private boolean leased(Blob blob) {
    return !blob.leaseId.isEmpty() && time.now().isBefore(blob.leasedUntil);
  }

  private Instant date() {
    return time.now().truncatedTo(ChronoUnit.SECONDS);
  }

  private ClaimsCodec.Decoded decoded(Blob blob) {
    return ClaimsCodec.read(blob.content, date(), LIFE, MAX_CLAIMS);
  }

  private void reach(String operation, ArmId network) {
    if (unreachable) {
      throw new PortException(operation, network.key(), "503 ServerBusy");
    }
  }

  @Override
  public Acquired acquire(ArmId network, String leaseId) {
    Deadline deadline = Deadline.startingNow(time, LEASE_DURATION);
    return tape.call(
        "claims.acquire",
        () -> {
          reach("acquire lease", network);
          Blob blob = blob(network);
          if (leased(blob) && !blob.leaseId.equals(leaseId)) {
            return new Acquired(LeaseKind.BUSY, Optional.empty());
          }
          blob.leaseId = leaseId;
          blob.leasedUntil = time.now().plus(LEASE_DURATION);
          return new Acquired(
              LeaseKind.HELD, Optional.of(new FakeLease(network, blob, leaseId, deadline)));
        });
  }

  /** What of the documents decides anything, for tests that compare whole worlds. */
  public String shown() {
    StringBuilder text = new StringBuilder();
    blobs.forEach(
        (id, blob) ->
            text.append(id.name())
                .append(live(id))
                .append(leased(blob) ? blob.leaseId : "free")
                .append(leased(blob) ? blob.leasedUntil : ""));
    return text.toString();
  }

  private final class FakeLease implements Lease {
    private final ArmId network;
    private final Blob blob;
    private final String leaseId;
    private final Deadline deadline;
    private final Instant serverDate = date();
    private int version;

    FakeLease(ArmId network, Blob blob, String leaseId, Deadline deadline) {
      this.network = network;
      this.blob = blob;
      this.leaseId = leaseId;
      this.deadline = deadline;
      this.version = blob.version;
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
      return tape.call(
          "claims.read",
          () -> {
            reach("read", network);
            version = blob.version;
            ClaimsCodec.Decoded decoded = decoded(blob);
            if (decoded.claims().isPresent()) {
              return new Read(Condition.FINE, decoded.claims().get(), Optional.empty());
            }
            return blob.modified.plus(LIFE).isBefore(date())
                ? new Read(Condition.FINE, List.of(), Optional.empty())
                : new Read(Condition.UNREADABLE, List.of(), decoded.problem());
          });
    }

    @Override
    public Proof write(List<Claim> claims) {
      if (claims.size() > MAX_CLAIMS) {
        return Proof.FULL;
      }
      if (deadline.over()) {
        return Proof.LOST;
      }
      return tape.call(
          "claims.write",
          () -> {
            reach("write", network);
            if (!leased(blob) || !blob.leaseId.equals(leaseId) || version != blob.version) {
              return Proof.LOST;
            }
            putRaw(network, ClaimsCodec.write(claims));
            version = blob.version;
            return Proof.OK;
          });
    }

    @Override
    public void release() {
      tape.call(
          "claims.release",
          () -> {
            if (blob.leaseId.equals(leaseId)) {
              blob.leaseId = "";
            }
            return true;
          });
    }
  }
}
