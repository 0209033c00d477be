package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.simulation.PortCalls.Call;
import io.poolkeeper.simulation.Storage.Blob;
import io.poolkeeper.state.LedgerCodec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Ledgers as one process sees them. */
final class SimLedgers implements Ledgers {
  private final PortCalls calls;
  private final Storage storage;
  private final Timeline timeline;
  private final TimeSource clock;
  private final Checks checks;
  private final Set<Mechanism> off;

  SimLedgers(
      PortCalls calls,
      Storage storage,
      Timeline timeline,
      TimeSource clock,
      Checks checks,
      Set<Mechanism> off) {
    this.calls = calls;
    this.storage = storage;
    this.timeline = timeline;
    this.clock = clock;
    this.checks = checks;
    this.off = off;
  }

  @Override
  public Read read(ArmId id) {
    return calls.make(
        Call.storage(
            "ledger.read",
            () -> {
              storage.reach("ledger.read");
              return shown(id);
            }));
  }

  private Read shown(ArmId id) {
    Blob blob = storage.ledgers.get(id);
    Instant date = storage.date();
    if (blob == null) {
      return new Read(
          Condition.MISSING, Ledger.EMPTY, Optional.empty(), date, Optional.of("not there yet"));
    }
    LedgerCodec.Decoded decoded = storage.decoded(id, blob);
    boolean fine = decoded.kind() == LedgerCodec.Kind.FINE;
    return new Read(
        fine ? Condition.FINE : Condition.UNREADABLE,
        decoded.ledger(),
        Optional.of(blob.etag()),
        date,
        decoded.problem());
  }

  @Override
  public Acquired acquire(ArmId id, String leaseId) {
    Deadline deadline = Deadline.startingNow(clock, LEASE_DURATION);
    Run run = Actor.current().run;
    return calls.make(
        Call.storage(
            "ledger.acquire",
            () -> {
              storage.reach("ledger.acquire");
              Blob blob = storage.ledger(id);
              boolean free = !storage.isLeased(blob) || off.contains(Mechanism.LEASE);
              if (!free && !blob.leaseId.equals(leaseId)) {
                return new Acquired(LeaseKind.BUSY, Optional.empty());
              }
              blob.leaseId = leaseId;
              blob.leasedUntil = timeline.now() + LEASE_DURATION.toMillis();
              checks.acquired(run, blob.leasedUntil);
              return new Acquired(
                  LeaseKind.HELD, Optional.of(new SimLease(id, blob, leaseId, deadline, run)));
            }));
  }

  private final class SimLease implements Lease {
    private final ArmId id;
    private final Blob blob;
    private final String leaseId;
    private final String etag;
    private final Instant serverDate = storage.date();
    private final Run run;
    private String newest;
    private Deadline deadline;

    SimLease(ArmId id, Blob blob, String leaseId, Deadline deadline, Run run) {
      this.id = id;
      this.blob = blob;
      this.leaseId = leaseId;
      this.deadline = deadline;
      this.run = run;
      this.etag = blob.etag();
      this.newest = etag;
    }

    /** A lease that has run out and that nobody has taken since can be renewed, not written. */
    private boolean ours() {
      return blob.leaseId.equals(leaseId) || off.contains(Mechanism.LEASE);
    }

    @Override
    public String etag() {
      return etag;
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
      Deadline renewed = Deadline.startingNow(clock, LEASE_DURATION);
      Proof proof =
          calls.make(
              Call.storage(
                  "ledger.renew",
                  () -> {
                    storage.reach("ledger.renew");
                    if (!ours()) {
                      return Proof.LOST;
                    }
                    blob.leasedUntil = timeline.now() + LEASE_DURATION.toMillis();
                    checks.renewed(run, blob.leasedUntil);
                    return Proof.OK;
                  }));
      deadline = proof == Proof.OK ? renewed : deadline;
      return proof;
    }

    @Override
    public Read read() {
      Read read = SimLedgers.this.read(id);
      newest = read.etag().orElse(newest);
      return read;
    }

    @Override
    public Proof write(Ledger ledger) {
      Ledger stored = altered(ledger);
      String ifMatch = newest;
      Optional<String> written =
          calls.make(
              Call.storage(
                  "ledger.write",
                  () -> {
                    storage.reach("ledger.write");
                    boolean landedBefore = storage.holds(id, blob, stored);
                    boolean leased = storage.isLeased(blob) || off.contains(Mechanism.LEASE);
                    if (!ours() || !leased || !(landedBefore || ifMatch.equals(blob.etag()))) {
                      return Optional.empty();
                    }
                    storage.replace(blob, stored);
                    checks.remembered(run, ledger);
                    return Optional.of(blob.etag());
                  }));
      newest = written.orElse(newest);
      return written.isPresent() ? Proof.OK : Proof.LOST;
    }

    private Ledger altered(Ledger ledger) {
      Ledger altered = ledger;
      if (off.contains(Mechanism.COVERED_ONLY_WHEN_CONVERGED) && !ledger.startedNotFinished()) {
        altered = altered.toBuilder().coveredThrough(serverDate).build();
      }
      if (off.contains(Mechanism.STRENGTH_OF_HOLDS)) {
        List<Ledger.Hold> holds = new ArrayList<>();
        for (Ledger.Hold h : ledger.holds()) {
          holds.add(
              new Ledger.Hold(
                  h.pool(),
                  h.address(),
                  h.machine(),
                  Map.of(),
                  h.reason(),
                  h.since(),
                  h.judgedAt(),
                  Optional.empty()));
        }
        altered = altered.toBuilder().holds(holds).build();
      }
      return altered;
    }

    @Override
    public Proof release() {
      return calls.make(
          Call.storage(
              "ledger.release",
              () -> {
                storage.reach("ledger.release");
                if (!blob.leaseId.equals(leaseId)) {
                  return Proof.LOST;
                }
                blob.leaseId = "";
                return Proof.OK;
              }));
    }
  }
}
