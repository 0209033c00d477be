package io.poolkeeper.testing;

import io.poolkeeper.port.Documents;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Mapping and controls blobs in memory. */
public final class FakeDocuments implements Documents {
  private record Blob(byte[] content, String etag) {}

  private static final int MAX_BYTES = 16 * 1024 * 1024;

  private final Map<String, Blob> mappings = new TreeMap<>();
  private final Map<String, Blob> controls = new TreeMap<>();
  private final Tape tape;
  private int version;
  private boolean mappingUnreadable;
  private boolean controlsUnreadable;
  private Optional<Runnable> beforeControls = Optional.empty();
  private int controlsReadsUntilAction;

  public FakeDocuments(Tape tape) {
    this.tape = tape;
  }

  public void putMapping(String cluster, String text) {
    putMapping(cluster, text.getBytes(StandardCharsets.UTF_8));
  }

  public void putMapping(String cluster, byte[] content) {
    mappings.put(cluster, new Blob(content, "\"m" + ++version + "\""));
  }

  public void putControls(String cluster, String text) {
    putControls(cluster, text.getBytes(StandardCharsets.UTF_8));
  }

  public void putControls(String cluster, byte[] content) {
    controls.put(cluster, new Blob(content, "\"c" + ++version + "\""));
  }

  public void deleteMapping(String cluster) {
    mappings.remove(cluster);
  }

  public void deleteControls(String cluster) {
    controls.remove(cluster);
  }

  public void mappingUnreadable(boolean value) {
    mappingUnreadable = value;
  }

  public void controlsUnreadable(boolean value) {
    controlsUnreadable = value;
  }

  /** Once, right before the n-th read of controls from now (1: the next one). */
  public void beforeControlsRead(int n, Runnable action) {
    controlsReadsUntilAction = n;
    beforeControls = Optional.of(action);
  }

  @Override
  public Fetched mapping(String cluster, Optional<String> knownEtag) {
    return tape.call(
        "documents.mapping",
        () -> fetched(cluster, mappings.get(cluster), knownEtag, mappingUnreadable));
  }

  @Override
  public Fetched controls(String cluster, Optional<String> knownEtag) {
    return tape.call(
        "documents.controls",
        () -> {
          if (beforeControls.isPresent() && --controlsReadsUntilAction == 0) {
            beforeControls.get().run();
            beforeControls = Optional.empty();
          }
          return fetched(cluster, controls.get(cluster), knownEtag, controlsUnreadable);
        });
  }

  private static Fetched fetched(
      String cluster, Blob blob, Optional<String> known, boolean unreadable) {
    if (unreadable) {
      return new Fetched(
          Kind.UNREADABLE, Optional.empty(), new byte[0], "403 AuthorizationFailure");
    }
    if (blob == null) {
      return new Fetched(
          Kind.MISSING,
          Optional.empty(),
          new byte[0],
          Fetched.missing("blob mappings/" + cluster + "/mapping.json"));
    }
    if (known.filter(blob.etag()::equals).isPresent()) {
      return new Fetched(Kind.NOT_MODIFIED, known, new byte[0], "");
    }
    byte[] content = blob.content();
    if (content.length > MAX_BYTES) {
      return new Fetched(
          Kind.TOO_LARGE,
          Optional.of(blob.etag()),
          new byte[0],
          Fetched.tooLarge(content.length, MAX_BYTES));
    }
    return new Fetched(Kind.FETCHED, Optional.of(blob.etag()), content, "");
  }

  @Override
  public List<String> clusters() {
    return tape.call("documents.clusters", () -> List.copyOf(mappings.keySet()));
  }
}
