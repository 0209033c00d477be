package io.poolkeeper.azure.blob;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.storage.blob.models.BlobStorageException;
import io.poolkeeper.azure.storage.StorageFault;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * What storage answered, whatever the status.
 *
 * @param code storage's error code, empty text with success
 * @param date storage's clock, in whole seconds
 * @param lastModified of the blob, in whole seconds, with a GET
 * @param length of the whole blob, with a GET
 * @param content with a GET, empty if the blob is longer than the limit
 */
record Reply(
    int status,
    String code,
    Optional<String> etag,
    Optional<Instant> date,
    Optional<Instant> lastModified,
    long length,
    byte[] content) {

  static Reply of(int status, HttpHeaders headers) {
    return of(status, headers, 0, new byte[0]);
  }

  static Reply of(int status, HttpHeaders headers, long length, byte[] content) {
    return new Reply(
        status,
        "",
        Optional.ofNullable(headers.getValue(HttpHeaderName.ETAG)),
        date(headers.getValue(HttpHeaderName.DATE)),
        date(headers.getValue(HttpHeaderName.LAST_MODIFIED)),
        length,
        content);
  }

  static Reply of(BlobStorageException answer) {
    Reply bare = of(answer.getStatusCode(), answer.getResponse().getHeaders());
    return new Reply(
        bare.status,
        StorageFault.code(answer),
        bare.etag,
        bare.date,
        bare.lastModified,
        0,
        new byte[0]);
  }

  boolean success() {
    return status >= 200 && status < 300;
  }

  /** 404 of the blob itself, in a container that is there. */
  boolean blobNotFound() {
    return status == 404 && code.equals("BlobNotFound");
  }

  /** 404, 409, 412: what was expected of the blob or its lease is not so. */
  boolean refusedByState() {
    return status == 404 || status == 409 || status == 412;
  }

  private static Optional<Instant> date(String header) {
    if (header == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
