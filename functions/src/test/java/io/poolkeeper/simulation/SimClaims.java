package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Claim;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.simulation.PortCalls.Call;
import io.poolkeeper.simulation.Storage.Blob;
import io.poolkeeper.state.ClaimsCodec;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Claims as one process sees them. */
final class SimClaims implements Claims {
  private final PortCalls calls;
  private final Storage storage;
  private final Timeline timeline;
  private final TimeSource clock;

  SimClaims(PortCalls calls, Storage storage, Timeline timeline, TimeSource clock) {
    this.calls = calls;
    this.storage = storage;
    this.timeline = timeline;
    this.clock = clock;
  }

  /** Says yes to every claim and keeps none. */
  Claims pretended() {
    return (network, leaseId) ->
        new Acquired(LeaseKind.HELD, Optional.of(new Pretended(storage.date(), clock)));
  }

  @Override
  public Acquired acquire(ArmId network, String leaseId) {
    Deadline deadline = Deadline.startingNow(clock, LEASE_DURATION);
    Run run = Actor.current().run;
    return calls.make(
        Call.storage(
            "claims.acquire",
            () -> {
              storage.reach("claims.acquire");
              Blob blob = storage.claims(network);
              if (storage.isLeased(blob) && !blob.leaseId.equals(leaseId)) {
                return new Acquired(LeaseKind.BUSY, Optional.empty());
              }
              blob.leaseId = leaseId;
              blob.leasedUntil = timeline.now() + LEASE_DURATION.toMillis();
              return new Acquired(
                  LeaseKind.HELD, Optional.of(new SimLease(blob, leaseId, deadline, run)));
            }));
  }

  private final class SimLease implements Lease {
    private final Blob blob;
    private final String leaseId;
    private final Deadline deadline;
    private final Instant serverDate = storage.date();
    private final Run run;
    private int version;

    SimLease(Blob blob, String leaseId, Deadline deadline, Run run) {
      this.blob = blob;
      this.leaseId = leaseId;
      this.deadline = deadline;
      this.run = run;
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
      return calls.make(
          Call.storage(
              "claims.read",
              () -> {
                storage.reach("claims.read");
                version = blob.version;
                ClaimsCodec.Decoded decoded =
                    ClaimsCodec.read(blob.content, storage.date(), LIFE, MAX_CLAIMS);
                return new Read(Condition.FINE, decoded.claims().orElseThrow(), Optional.empty());
              }));
    }

    @Override
    public Proof write(List<Claim> claims) {
      if (deadline.over()) {
        return Proof.LOST;
      }
      int ifMatch = version;
      return calls.make(
          Call.storage(
              "claims.write",
              () -> {
                storage.reach("claims.write");
                boolean ours = storage.isLeased(blob) && blob.leaseId.equals(leaseId);
                if (!ours || ifMatch != blob.version) {
                  return Proof.LOST;
                }
                storage.replace(blob, ClaimsCodec.write(claims));
                version = blob.version;
                run.claimed = timeline.now();
                return Proof.OK;
              }));
    }

    @Override
    public void release() {
      try {
        calls.make(
            Call.storage(
                "claims.release",
                () -> {
                  storage.reach("claims.release");
                  blob.leaseId = blob.leaseId.equals(leaseId) ? "" : blob.leaseId;
                  return true;
                }));
      } catch (PortException e) {
        // runs out by itself, as the real one does
        return;
      }
    }
  }

  private record Pretended(Instant serverDate, TimeSource clock) implements Lease {
    @Override
    public Deadline deadline() {
      return Deadline.startingNow(clock, LEASE_DURATION);
    }

    @Override
    public Read read() {
      return new Read(Condition.FINE, List.of(), Optional.empty());
    }

    @Override
    public Proof write(List<Claim> claims) {
      return Proof.OK;
    }

    @Override
    public void release() {
      Actor.current().checkAlive();
    }
  }
}
