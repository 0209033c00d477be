package io.poolkeeper.azure.blob;

import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.models.BlobItem;
import com.azure.storage.blob.models.ListBlobsOptions;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageFault;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.PortException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Blobs {@code <cluster>/mapping.json} and {@code <cluster>/controls.json} in their containers.
 *
 * <p>A folder that holds no mapping is still listed as a cluster: its mapping is then found missing
 * and reported, where leaving it out would hide that it was deleted.
 */
public final class BlobDocuments implements Documents {
  public static final int MAX_MAPPING_BYTES = 16 * 1024 * 1024;
  public static final int MAX_CONTROLS_BYTES = 1024 * 1024;
  private static final int MAX_CLUSTERS = 10_000;

  /** As the mapping's schema has it; it becomes a path. */
  private static final Pattern CLUSTER =
      Pattern.compile("[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9_])?");

  private static final byte[] NOTHING = new byte[0];

  private final BlobContainerAsyncClient mappings;
  private final BlobContainerAsyncClient controls;

  public BlobDocuments(BlobContainerAsyncClient mappings, BlobContainerAsyncClient controls) {
    this.mappings = mappings;
    this.controls = controls;
  }

  @Override
  public Fetched mapping(String cluster, Optional<String> knownEtag) {
    return fetch(mappings, cluster, "mapping.json", knownEtag, MAX_MAPPING_BYTES);
  }

  @Override
  public Fetched controls(String cluster, Optional<String> knownEtag) {
    return fetch(controls, cluster, "controls.json", knownEtag, MAX_CONTROLS_BYTES);
  }

  private static Fetched fetch(
      BlobContainerAsyncClient container,
      String cluster,
      String file,
      Optional<String> knownEtag,
      int limit) {
    if (!CLUSTER.matcher(cluster).matches()) {
      return unreadable(
          "not asked for: expected a cluster name of at most 63 letters, digits, '.', '_', '-',"
              + " found '"
              + cluster.substring(0, Math.min(80, cluster.length()))
              + "'");
    }
    Blob blob = new Blob(container, cluster + "/" + file);
    try {
      return fetched(blob, blob.get(knownEtag, Optional.empty(), limit), knownEtag, limit);
    } catch (PortException e) {
      return unreadable(e.getMessage());
    }
  }

  private static Fetched fetched(Blob blob, Reply reply, Optional<String> knownEtag, int limit) {
    if (reply.status() == 304) {
      // not every storage repeats the ETag here
      return new Fetched(Kind.NOT_MODIFIED, knownEtag, NOTHING, "");
    }
    if (reply.blobNotFound()) {
      return new Fetched(Kind.MISSING, Optional.empty(), NOTHING, Fetched.missing(blob.target()));
    }
    if (!reply.success()) {
      return unreadable(blob.unexpected("read", reply).getMessage());
    }
    if (reply.length() > limit) {
      return new Fetched(
          Kind.TOO_LARGE,
          Optional.of(blob.etag("read", reply)),
          NOTHING,
          Fetched.tooLarge(reply.length(), limit));
    }
    return new Fetched(Kind.FETCHED, Optional.of(blob.etag("read", reply)), reply.content(), "");
  }

  private static Fetched unreadable(String detail) {
    return new Fetched(Kind.UNREADABLE, Optional.empty(), NOTHING, detail);
  }

  @Override
  public List<String> clusters() {
    String target = "container " + mappings.getBlobContainerName();
    List<String> names;
    try {
      names =
          mappings
              .listBlobsByHierarchy("/", new ListBlobsOptions())
              .filter(item -> Boolean.TRUE.equals(item.isPrefix()))
              .map(BlobItem::getName)
              .map(name -> name.substring(0, name.length() - 1))
              .take(MAX_CLUSTERS + 1L)
              .collectSortedList()
              .blockOptional(StorageClients.CALL)
              .orElseThrow();
    } catch (RuntimeException e) {
      throw StorageFault.of("list clusters", target, e);
    }
    if (names.size() > MAX_CLUSTERS) {
      throw new PortException(
          "list clusters", target, "more than the allowed " + MAX_CLUSTERS + " folders");
    }
    return names;
  }
}
