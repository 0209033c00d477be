package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.port.PortException;
import io.poolkeeper.state.ClaimsCodec;
import io.poolkeeper.state.LedgerCodec;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The storage account as it really is: blobs, their leases, and its own clock. */
final class Storage {
  /** Content, ETag and lease. */
  static final class Blob {
    byte[] content;
    int version = 1;
    Instant modified;
    String leaseId = "";
    long leasedUntil;
    private LedgerCodec.Decoded decoded;

    String etag() {
      return "\"" + version + "\"";
    }
  }

  /** A document that somebody publishes; null text: it is not there. */
  static final class Document {
    String text;
    String etag = "";
    boolean unreadable;
  }

  private final Timeline time;
  private final long skew;

  /**
   * Whether ledgers and messages are written and read as bytes, which most lives do without: it
   * costs much, decides nothing, and the codecs have tests of their own.
   */
  final boolean asBytes;

  final Map<ArmId, Blob> ledgers = new TreeMap<>();
  final Map<ArmId, Blob> claims = new TreeMap<>();
  final Map<String, Document> mappings = new TreeMap<>();
  final Map<String, Document> controls = new TreeMap<>();
  final Map<String, Instant> gates = new HashMap<>();
  private long downUntil;
  private int etags;

  /**
   * @param skew of its clock, in milliseconds
   */
  Storage(Timeline time, long skew, boolean asBytes) {
    this.time = time;
    this.skew = skew;
    this.asBytes = asBytes;
  }

  void downFor(long millis) {
    downUntil = Math.max(downUntil, time.now() + millis);
  }

  void goOn() {
    downUntil = 0;
  }

  /** To be asked first by whatever lands here. */
  void reach(String what) {
    if (time.now() < downUntil) {
      throw new PortException(what, "storage", "503 ServerBusy");
    }
  }

  /** Its clock, as its replies show it. */
  Instant date() {
    return time.instant().plusMillis(skew).truncatedTo(ChronoUnit.SECONDS);
  }

  /** What its own clock says of a moment, back to true time. */
  long trueTime(Instant date) {
    return java.time.Duration.between(Timeline.START, date).toMillis() - skew;
  }

  boolean isLeased(Blob blob) {
    return !blob.leaseId.isEmpty() && time.now() < blob.leasedUntil;
  }

  Blob claims(ArmId network) {
    return claims.computeIfAbsent(network, id -> fresh(ClaimsCodec.write(List.of())));
  }

  Blob ledger(ArmId id) {
    return ledgers.computeIfAbsent(id, key -> fresh(LedgerCodec.write(Ledger.EMPTY)));
  }

  private Blob fresh(byte[] content) {
    Blob blob = new Blob();
    blob.content = content;
    blob.modified = date();
    return blob;
  }

  void replace(Blob blob, byte[] content) {
    blob.content = content;
    blob.decoded = null;
    blob.version++;
    blob.modified = date();
  }

  boolean holds(ArmId id, Blob blob, Ledger ledger) {
    return asBytes
        ? Arrays.equals(LedgerCodec.write(ledger), blob.content)
        : decoded(id, blob).ledger().equals(ledger);
  }

  void replace(Blob blob, Ledger ledger) {
    replace(blob, asBytes ? LedgerCodec.write(ledger) : new byte[0]);
    if (!asBytes) {
      blob.decoded = new LedgerCodec.Decoded(LedgerCodec.Kind.FINE, ledger, Optional.empty());
    }
  }

  /** Its own clock only goes on, so what was found in order stays so. */
  LedgerCodec.Decoded decoded(ArmId id, Blob blob) {
    if (blob.decoded == null) {
      LedgerCodec.Decoded decoded = LedgerCodec.read(blob.content, date(), id);
      blob.decoded = decoded.problem().isEmpty() ? decoded : null;
      return decoded;
    }
    return blob.decoded;
  }

  /** What the ledger says, without a lease and without any fault. */
  Ledger read(ArmId id) {
    Blob blob = ledgers.get(id);
    return blob == null ? Ledger.EMPTY : decoded(id, blob).ledger();
  }

  Document mapping(String cluster) {
    return mappings.computeIfAbsent(cluster, c -> new Document());
  }

  Document controls(String cluster) {
    return controls.computeIfAbsent(cluster, c -> new Document());
  }

  void publish(Document document, String text) {
    document.text = text;
    document.etag = "\"d" + ++etags + "\"";
  }
}
