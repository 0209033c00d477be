package io.poolkeeper.azure.blob;

import com.azure.storage.blob.BlobContainerAsyncClient;
import io.poolkeeper.port.Ids;
import io.poolkeeper.port.PoisonStore;
import io.poolkeeper.state.PoisonRecordCodec;
import java.time.Instant;
import java.time.ZoneOffset;

/** Set-aside messages in blobs {@code <date>/<id>.json}, one each, never overwritten. */
public final class BlobPoisonStore implements PoisonStore {
  private final BlobContainerAsyncClient container;
  private final Ids ids;

  public BlobPoisonStore(BlobContainerAsyncClient container, Ids ids) {
    this.container = container;
    this.ids = ids;
  }

  @Override
  public String record(String message, String reason, Instant at) {
    String name = at.atOffset(ZoneOffset.UTC).toLocalDate() + "/" + ids.next() + ".json";
    Blob blob = new Blob(container, name);
    Reply reply = blob.create(PoisonRecordCodec.write(message, reason, at));
    // the id is fresh: whatever is there already came from the same request, its answer lost
    if (!reply.success() && reply.status() != 409 && reply.status() != 412) {
      throw blob.unexpected("create", reply);
    }
    return name;
  }
}
