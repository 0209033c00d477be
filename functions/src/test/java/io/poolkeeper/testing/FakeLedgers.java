package io.poolkeeper.testing;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.state.LedgerCodec;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Ledger blobs in memory: content, ETag and lease of each. */
public final class FakeLedgers implements Ledgers {
  private static final class Blob {
    private byte[] content;
    private int version = 1;
    private String leaseId = "";
    private Instant leasedUntil = Instant.EPOCH;

    private String etag() {
      return "\"" + version + "\"";
    }
  }

  private final Map<ArmId, Blob> blobs = new HashMap<>();
  private final TimeSource workers;
  private final TimeSource time;
  private final Tape tape;
  private boolean unreachable;
  private boolean releaseIsLost;
  private final Map<String, Runnable> before = new HashMap<>();
  private final Set<String> answersToLose = new HashSet<>();

  public FakeLedgers(TimeSource time, Tape tape) {
    this(time, time, tape);
  }

  /**
   * @param workers clock of who holds a lease, by which its deadline counts
   * @param time storage's own
   */
  public FakeLedgers(TimeSource workers, TimeSource time, Tape tape) {
    this.workers = workers;
    this.time = time;
    this.tape = tape;
  }

  /** Every call fails until told otherwise. */
  public void unreachable(boolean value) {
    unreachable = value;
  }

  public void releaseIsLost(boolean value) {
    releaseIsLost = value;
  }

  /** Once, right before the next such call takes effect, for example {@code ledger.write}. */
  public void before(String call, Runnable action) {
    before.put(call, action);
  }

  /** Once: the call takes effect, and its caller does not learn it. */
  public void loseAnswer(String call) {
    answersToLose.add(call);
  }

  public void delete(ArmId id) {
    blobs.remove(id);
  }

  public void putRaw(ArmId id, byte[] content) {
    Blob blob = blobs.computeIfAbsent(id, key -> new Blob());
    blob.content = content;
    blob.version++;
  }

  public void put(ArmId id, Ledger ledger) {
    putRaw(id, LedgerCodec.write(ledger));
  }

  public Ledger get(ArmId id) {
    Blob blob = blobs.get(id);
    return blob == null ? Ledger.EMPTY : LedgerCodec.read(blob.content, date()).ledger();
  }

  /** Somebody else holds the lease for a while. */
  public void lease(ArmId id, Duration length) {
    Blob blob = blobs.computeIfAbsent(id, FakeLedgers::empty);
    blob.leaseId = "somebody else";
    blob.leasedUntil = time.now().plus(length);
  }

  /** Ends a lease on the storage's side. */
  public void takeAway(ArmId id) {
    blobs.get(id).leaseId = "";
  }

  public boolean isLeased(ArmId id) {
    Blob blob = blobs.get(id);
    return blob != null && leased(blob);
  }

  /** What of the blobs decides anything, for tests that compare whole worlds. */
  public String shown() {
    StringBuilder text = new StringBuilder();
    new java.util.TreeMap<>(blobs)
        .forEach(
            (id, blob) ->
                text.append(id.name())
                    .append(new String(blob.content, java.nio.charset.StandardCharsets.UTF_8))
                    .append(blob.version)
                    .append(leased(blob) ? blob.leaseId + blob.leasedUntil : "free"));
    return text.toString();
  }

  private static Blob empty(ArmId id) {
    Blob blob = new Blob();
    blob.content = LedgerCodec.write(Ledger.EMPTY);
    return blob;
  }

  private boolean leased(Blob blob) {
    return !blob.leaseId.isEmpty() && time.now().isBefore(blob.leasedUntil);
  }

  private Instant date() {
    return time.now().truncatedTo(ChronoUnit.SECONDS);
  }

  private <T> T call(String name, ArmId id, Supplier<T> effect) {
    return tape.call(
        name,
        () -> {
          Optional.ofNullable(before.remove(name)).ifPresent(Runnable::run);
          if (unreachable) {
            throw new PortException(name, id.key(), "503 ServerBusy");
          }
          T answer = effect.get();
          if (answersToLose.remove(name)) {
            throw new PortException(name, id.key(), "the answer did not come");
          }
          return answer;
        });
  }

  @Override
  public Read read(ArmId id) {
    return call("ledger.read", id, () -> show(id, blobs.get(id)));
  }

  private Read show(ArmId id, Blob blob) {
    if (blob == null) {
      return new Read(
          Condition.MISSING,
          Ledger.EMPTY,
          Optional.empty(),
          date(),
          Optional.of("there is no ledger yet"));
    }
    LedgerCodec.Decoded decoded = LedgerCodec.read(blob.content, date(), id);
    boolean fine = decoded.kind() == LedgerCodec.Kind.FINE;
    return new Read(
        fine ? Condition.FINE : Condition.UNREADABLE,
        decoded.ledger(),
        Optional.of(blob.etag()),
        date(),
        decoded.problem());
  }

  @Override
  public Acquired acquire(ArmId id, String leaseId) {
    Deadline deadline = Deadline.startingNow(workers, LEASE_DURATION);
    return call(
        "ledger.acquire",
        id,
        () -> {
          Blob blob = blobs.computeIfAbsent(id, FakeLedgers::empty);
          if (leased(blob) && !blob.leaseId.equals(leaseId)) {
            return new Acquired(LeaseKind.BUSY, Optional.empty());
          }
          blob.leaseId = leaseId;
          blob.leasedUntil = time.now().plus(LEASE_DURATION);
          return new Acquired(
              LeaseKind.HELD, Optional.of(new FakeLease(id, blob, leaseId, deadline)));
        });
  }

  private final class FakeLease implements Lease {
    private final ArmId id;
    private final Blob blob;
    private final String leaseId;
    private final String etag;
    private final Instant serverDate;
    private String newest;
    private Deadline deadline;

    FakeLease(ArmId id, Blob blob, String leaseId, Deadline deadline) {
      this.id = id;
      this.blob = blob;
      this.leaseId = leaseId;
      this.etag = blob.etag();
      this.newest = etag;
      this.serverDate = date();
      this.deadline = deadline;
    }

    private boolean ours() {
      return blobs.get(id) == blob && blob.leaseId.equals(leaseId);
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
      Deadline renewed = Deadline.startingNow(workers, LEASE_DURATION);
      return call(
          "ledger.renew",
          id,
          () -> {
            if (!ours()) {
              return Proof.LOST;
            }
            blob.leasedUntil = time.now().plus(LEASE_DURATION);
            deadline = renewed;
            return Proof.OK;
          });
    }

    @Override
    public Read read() {
      Read read = FakeLedgers.this.read(id);
      newest = read.etag().orElse(newest);
      return read;
    }

    @Override
    public Proof write(Ledger ledger) {
      return call(
          "ledger.write",
          id,
          () -> {
            if (!ours() || !leased(blob) || !newest.equals(blob.etag())) {
              return Proof.LOST;
            }
            blob.content = LedgerCodec.write(ledger);
            blob.version++;
            newest = blob.etag();
            return Proof.OK;
          });
    }

    @Override
    public Proof release() {
      return call(
          "ledger.release",
          id,
          () -> {
            if (!ours() || releaseIsLost) {
              return Proof.LOST;
            }
            blob.leaseId = "";
            return Proof.OK;
          });
    }
  }
}
