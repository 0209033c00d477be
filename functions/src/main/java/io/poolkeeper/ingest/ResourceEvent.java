package io.poolkeeper.ingest;

import io.poolkeeper.model.ArmId;
import java.time.Instant;
import java.util.Optional;

/**
 * One event that may matter: something succeeded on a resource or a blob. An event is only a hint
 * to look; nothing of who did it is kept.
 *
 * @param resourceId with the RESOURCE types
 * @param blob with the BLOB types
 * @param operation Azure's name of it, for example {@code
 *     Microsoft.Network/loadBalancers/backendAddressPools/write} or {@code PutBlob}; may be empty
 * @param time as the event says; only for reports
 * @param id of the event; may be empty
 * @param correlationId Azure's; may be empty
 */
public record ResourceEvent(
    Type type,
    Optional<ArmId> resourceId,
    Optional<BlobName> blob,
    String operation,
    Optional<Instant> time,
    String id,
    String correlationId) {

  /** The types that matter. */
  public enum Type {
    RESOURCE_WRITE,
    RESOURCE_DELETE,
    RESOURCE_ACTION,
    BLOB_CREATED,
    BLOB_DELETED,
    BLOB_RENAMED
  }

  /**
   * @param account name of the storage account; may be empty
   * @param path name of the blob in its container, for example {@code prod-weu/mapping.json}
   */
  public record BlobName(String account, String container, String path) {}

  public ResourceEvent {
    if (resourceId.isPresent() == blob.isPresent()) {
      throw new IllegalArgumentException("an event is about a resource or a blob");
    }
  }
}
