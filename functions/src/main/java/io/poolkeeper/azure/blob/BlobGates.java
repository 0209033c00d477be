package io.poolkeeper.azure.blob;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.port.Gates;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.Reports;
import io.poolkeeper.state.GateCodec;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Gates in blobs {@code <subscription>.json}. A gate that cannot be read counts as absent. */
public final class BlobGates implements Gates {
  private static final int ROUNDS = 5;
  private static final Pattern SUBSCRIPTION = Pattern.compile("[a-z0-9-]{1,64}");

  private final BlobContainerAsyncClient container;
  private final Reports reports;

  public BlobGates(BlobContainerAsyncClient container, Reports reports) {
    this.container = container;
    this.reports = reports;
  }

  @Override
  public Optional<Instant> notBefore(String subscription) {
    Blob blob = blob(subscription);
    return notBefore(blob, read(blob));
  }

  @Override
  public void raise(String subscription, Instant notBefore) {
    Blob blob = blob(subscription);
    byte[] content = GateCodec.write(notBefore);
    for (int round = 0; round < ROUNDS; round++) {
      Reply found = read(blob);
      Optional<Instant> there = notBefore(blob, found);
      if (there.isPresent() && !there.get().isBefore(notBefore)) {
        return;
      }
      Reply written =
          found.blobNotFound()
              ? blob.create(content)
              : blob.replace(content, blob.etag("read", found), Optional.empty());
      if (written.success()) {
        return;
      }
      if (!written.refusedByState()) {
        throw blob.unexpected("write", written);
      }
    }
    throw new PortException(
        "write", blob.target(), "changed by others " + ROUNDS + " times in a row");
  }

  private static Reply read(Blob blob) {
    Reply reply = blob.get(Optional.empty(), Optional.empty(), GateCodec.MAX_BYTES);
    if (!reply.success() && !reply.blobNotFound()) {
      throw blob.unexpected("read", reply);
    }
    return reply;
  }

  private Optional<Instant> notBefore(Blob blob, Reply reply) {
    if (reply.blobNotFound()) {
      return Optional.empty();
    }
    GateCodec.Decoded decoded =
        reply.length() > GateCodec.MAX_BYTES
            ? new GateCodec.Decoded(
                Optional.empty(),
                Optional.of(
                    "the gate has "
                        + reply.length()
                        + " bytes, allowed are "
                        + GateCodec.MAX_BYTES))
            : GateCodec.read(reply.content(), blob.date("read", reply));
    decoded.problem().ifPresent(problem -> report(blob, problem));
    return decoded.notBefore();
  }

  private void report(Blob blob, String problem) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", "warning");
    fields.put("target", blob.target());
    fields.put("problem", problem);
    fields.put("remedy", "counts as absent; the next throttling overwrites it");
    reports.report("gate unreadable", fields);
  }

  private Blob blob(String subscription) {
    String name = subscription.toLowerCase(Locale.ROOT);
    if (!SUBSCRIPTION.matcher(name).matches()) {
      throw new IllegalArgumentException("not a subscription id: '" + subscription + "'");
    }
    return new Blob(container, name + ".json");
  }
}
