package io.poolkeeper.mapping;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Parsed documents by cluster; those not used for longest go first. Thread-safe. */
final class ParsedDocuments<T> {
  static final int CLUSTERS = 64;

  /** Parsed documents are a few times larger; this keeps a worker's memory in bounds. */
  static final long TOTAL_BYTES = 64L * 1024 * 1024;

  private record Entry<T>(Loaded<T> loaded, int bytes) {}

  private final Map<String, Entry<T>> byUse = new LinkedHashMap<>(16, 0.75f, true);
  private long totalBytes;

  synchronized Optional<Loaded<T>> get(String cluster) {
    return Optional.ofNullable(byUse.get(cluster)).map(Entry::loaded);
  }

  /** Without an ETag there is nothing to ask with later, so nothing is kept. */
  synchronized void put(String cluster, Loaded<T> loaded, int bytes) {
    remove(cluster);
    if (loaded.etag().isEmpty()) {
      return;
    }
    byUse.put(cluster, new Entry<>(loaded, bytes));
    totalBytes += bytes;
    Iterator<Entry<T>> oldest = byUse.values().iterator();
    while (byUse.size() > CLUSTERS || totalBytes > TOTAL_BYTES) {
      totalBytes -= oldest.next().bytes();
      oldest.remove();
    }
  }

  synchronized void remove(String cluster) {
    Entry<T> entry = byUse.remove(cluster);
    totalBytes -= entry == null ? 0 : entry.bytes();
  }
}
