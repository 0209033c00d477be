package io.poolkeeper.azure.blob;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.state.EventSourcesCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * In the blob {@code event-sources.json}. A storm of events must not become one of writes, so a
 * process writes a source at most once in ten minutes, and gives up where another was faster.
 */
public final class BlobEventSources implements EventSources {
  static final Duration EVERY = Duration.ofMinutes(10);
  private static final String NAME = "event-sources.json";

  private final Blob blob;
  private final TimeSource time;
  private final Map<String, Instant> written = new ConcurrentHashMap<>();

  public BlobEventSources(BlobContainerAsyncClient container, TimeSource time) {
    this.blob = new Blob(container, NAME);
    this.time = time;
  }

  @Override
  public void seen(String source, Instant at) {
    Instant last = written.get(source);
    if (last != null && time.now().isBefore(last.plus(EVERY))) {
      return;
    }
    written.put(source, time.now());
    try {
      if (!write(source, at)) {
        written.remove(source);
      }
    } catch (PortException e) {
      // The next event tries again; the sweep says when the blob cannot be read.
      written.remove(source);
    }
  }

  /** False: another process wrote meanwhile. */
  private boolean write(String source, Instant at) {
    Reply found = read();
    Map<String, Instant> seen = new TreeMap<>(content(found));
    seen.merge(source, at, (one, other) -> one.isAfter(other) ? one : other);
    byte[] content = EventSourcesCodec.write(seen);
    Reply answer =
        found.blobNotFound()
            ? blob.create(content)
            : blob.replace(content, blob.etag("read", found), Optional.empty());
    return answer.success();
  }

  @Override
  public Map<String, Instant> lastSeen() {
    return content(read());
  }

  private Reply read() {
    Reply reply = blob.get(Optional.empty(), Optional.empty(), EventSourcesCodec.MAX_BYTES);
    if (!reply.success() && !reply.blobNotFound()) {
      throw blob.unexpected("read", reply);
    }
    return reply;
  }

  private static Map<String, Instant> content(Reply reply) {
    return reply.blobNotFound() ? Map.of() : EventSourcesCodec.read(reply.content());
  }
}
