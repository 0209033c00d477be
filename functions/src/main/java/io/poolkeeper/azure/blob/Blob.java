package io.poolkeeper.azure.blob;

import com.azure.core.http.rest.Response;
import com.azure.core.util.BinaryData;
import com.azure.core.util.FluxUtil;
import com.azure.storage.blob.BlobAsyncClient;
import com.azure.storage.blob.BlobContainerAsyncClient;
import com.azure.storage.blob.models.BlobDownloadAsyncResponse;
import com.azure.storage.blob.models.BlobHttpHeaders;
import com.azure.storage.blob.models.BlobRequestConditions;
import com.azure.storage.blob.models.BlobStorageException;
import com.azure.storage.blob.models.DownloadRetryOptions;
import com.azure.storage.blob.options.BlobAcquireLeaseOptions;
import com.azure.storage.blob.options.BlobDownloadStreamOptions;
import com.azure.storage.blob.options.BlockBlobSimpleUploadOptions;
import com.azure.storage.blob.specialized.BlobLeaseAsyncClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageFault;
import io.poolkeeper.port.PortException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;

/**
 * One blob. Each verb is one request, tried at most twice; every answer of storage is a {@link
 * Reply}, and only no answer at all is a {@link PortException}.
 */
final class Blob {
  private final BlobAsyncClient client;
  private final String target;

  Blob(BlobContainerAsyncClient container, String name) {
    this.client = container.getBlobAsyncClient(name);
    this.target = "blob " + container.getBlobContainerName() + "/" + name;
  }

  String target() {
    return target;
  }

  /**
   * @param knownEtag 304 if it is still current
   * @param leaseId 412 if this is not the lease's id
   * @param limit bytes; of a longer blob no content is read
   */
  Reply get(Optional<String> knownEtag, Optional<String> leaseId, int limit) {
    BlobRequestConditions conditions = new BlobRequestConditions();
    knownEtag.ifPresent(conditions::setIfNoneMatch);
    leaseId.ifPresent(conditions::setLeaseId);
    BlobDownloadStreamOptions options =
        new BlobDownloadStreamOptions()
            .setRequestConditions(conditions)
            .setDownloadRetryOptions(new DownloadRetryOptions().setMaxRetryRequests(1));
    return answer(
        "read",
        () -> {
          try (BlobDownloadAsyncResponse response =
              awaited(client.downloadStreamWithResponse(options))) {
            return bounded(response, limit);
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  private Reply bounded(BlobDownloadAsyncResponse response, int limit) {
    long length = response.getDeserializedHeaders().getContentLength();
    byte[] content =
        length > limit
            ? new byte[0]
            : awaited(FluxUtil.collectBytesInByteBufferStream(response.getValue(), (int) length));
    return Reply.of(response.getStatusCode(), response.getHeaders(), length, content);
  }

  /** Overwrites what has this ETag, under the lease if one is given. */
  Reply replace(byte[] content, String etag, Optional<String> leaseId) {
    BlobRequestConditions conditions = new BlobRequestConditions().setIfMatch(etag);
    leaseId.ifPresent(conditions::setLeaseId);
    return put("write", content, conditions);
  }

  /** 409 BlobAlreadyExists (or 412) where there is one. */
  Reply create(byte[] content) {
    return put("create", content, new BlobRequestConditions().setIfNoneMatch("*"));
  }

  private Reply put(String operation, byte[] content, BlobRequestConditions conditions) {
    BlockBlobSimpleUploadOptions options =
        new BlockBlobSimpleUploadOptions(BinaryData.fromBytes(content))
            .setHeaders(new BlobHttpHeaders().setContentType("application/json"))
            .setRequestConditions(conditions);
    return answer(
        operation, () -> reply(client.getBlockBlobAsyncClient().uploadWithResponse(options)));
  }

  Reply acquireLease(String leaseId, Duration duration) {
    BlobAcquireLeaseOptions options =
        new BlobAcquireLeaseOptions(Math.toIntExact(duration.toSeconds()));
    return answer("acquire lease", () -> reply(lease(leaseId).acquireLeaseWithResponse(options)));
  }

  Reply renewLease(String leaseId) {
    return answer(
        "renew lease",
        () ->
            reply(
                lease(leaseId)
                    .renewLeaseWithResponse((com.azure.core.http.RequestConditions) null)));
  }

  Reply releaseLease(String leaseId) {
    return answer(
        "release lease",
        () ->
            reply(
                lease(leaseId)
                    .releaseLeaseWithResponse((com.azure.core.http.RequestConditions) null)));
  }

  private BlobLeaseAsyncClient lease(String leaseId) {
    return new BlobLeaseClientBuilder().blobAsyncClient(client).leaseId(leaseId).buildAsyncClient();
  }

  /** An answer that the verb has no meaning for. */
  PortException unexpected(String operation, Reply reply) {
    return StorageFault.of(operation, target, reply.status(), reply.code());
  }

  /** Storage's clock: every answer of storage carries it. */
  Instant date(String operation, Reply reply) {
    return reply
        .date()
        .orElseThrow(() -> new PortException(operation, target, "the answer has no Date header"));
  }

  String etag(String operation, Reply reply) {
    return reply
        .etag()
        .orElseThrow(() -> new PortException(operation, target, "the answer has no ETag header"));
  }

  private Reply answer(String operation, Supplier<Reply> call) {
    try {
      return call.get();
    } catch (BlobStorageException e) {
      return Reply.of(e);
    } catch (RuntimeException e) {
      throw StorageFault.of(operation, target, e);
    }
  }

  private static Reply reply(Mono<? extends Response<?>> call) {
    Response<?> response = awaited(call);
    return Reply.of(response.getStatusCode(), response.getHeaders());
  }

  private static <T> T awaited(Mono<T> call) {
    return call.blockOptional(StorageClients.CALL).orElseThrow();
  }
}
