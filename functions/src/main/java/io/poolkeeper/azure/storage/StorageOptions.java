package io.poolkeeper.azure.storage;

import java.net.URI;
import java.util.Optional;

/**
 * How to reach one storage account: service URIs with a managed identity, or a connection string
 * for local storage.
 *
 * @param queueServiceUri may be absent where no queue is asked for
 * @param clientId of a user-assigned identity; absent: the system-assigned one
 */
public record StorageOptions(
    Optional<URI> blobServiceUri,
    Optional<URI> queueServiceUri,
    Optional<String> clientId,
    Optional<String> connectionString) {

  public StorageOptions {
    if (connectionString.isPresent() == blobServiceUri.isPresent()) {
      throw new IllegalArgumentException(
          "storage: expected either a blob service URI or a connection string, found "
              + (connectionString.isPresent() ? "both" : "neither"));
    }
    if (connectionString.isPresent() && (queueServiceUri.isPresent() || clientId.isPresent())) {
      throw new IllegalArgumentException(
          "storage: a connection string goes without a queue service URI and a client id");
    }
    blobServiceUri.ifPresent(StorageOptions::requireHttps);
    queueServiceUri.ifPresent(StorageOptions::requireHttps);
  }

  public static StorageOptions local(String connectionString) {
    return new StorageOptions(
        Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(connectionString));
  }

  public static StorageOptions identity(
      URI blobServiceUri, Optional<URI> queueServiceUri, Optional<String> clientId) {
    return new StorageOptions(
        Optional.of(blobServiceUri), queueServiceUri, clientId, Optional.empty());
  }

  /** Https, or a loopback host: keys and tokens never travel in the clear. */
  static void requireHttps(URI uri) {
    boolean loopback =
        "http".equalsIgnoreCase(uri.getScheme())
            && uri.getHost() != null
            && uri.getHost().matches("localhost|127(\\.\\d{1,3}){3}|\\[::1\\]");
    if (!loopback && (!"https".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null)) {
      throw new IllegalArgumentException(
          "storage: expected an https URI, or http on a loopback address, found '" + uri + "'");
    }
  }

  /** Without the connection string: it holds a key. */
  @Override
  public String toString() {
    return connectionString.isPresent()
        ? "storage by connection string"
        : "storage at "
            + blobServiceUri.get()
            + queueServiceUri.map(uri -> " and " + uri).orElse("");
  }
}
