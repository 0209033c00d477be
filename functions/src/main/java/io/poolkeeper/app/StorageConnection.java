package io.poolkeeper.app;

import java.net.URI;
import java.util.Optional;

/**
 * How storage is reached: by service URI with a managed identity, or by the connection string of
 * local storage. {@link #toString} shows no secret.
 */
public final class StorageConnection {

  /** The two ways. */
  public enum Kind {
    MANAGED_IDENTITY,
    LOCAL_CONNECTION_STRING
  }

  private final Kind kind;
  private final Optional<String> connectionString;
  private final Optional<URI> blobServiceUri;
  private final Optional<URI> queueServiceUri;
  private final Optional<String> clientId;

  private StorageConnection(
      Kind kind,
      Optional<String> connectionString,
      Optional<URI> blobServiceUri,
      Optional<URI> queueServiceUri,
      Optional<String> clientId) {
    this.kind = kind;
    this.connectionString = connectionString;
    this.blobServiceUri = blobServiceUri;
    this.queueServiceUri = queueServiceUri;
    this.clientId = clientId;
  }

  static StorageConnection local(String connectionString) {
    return new StorageConnection(
        Kind.LOCAL_CONNECTION_STRING,
        Optional.of(connectionString),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static StorageConnection identity(
      URI blobServiceUri, Optional<URI> queueServiceUri, Optional<String> clientId) {
    return new StorageConnection(
        Kind.MANAGED_IDENTITY,
        Optional.empty(),
        Optional.of(blobServiceUri),
        queueServiceUri,
        clientId);
  }

  public Kind kind() {
    return kind;
  }

  /** A secret: with LOCAL_CONNECTION_STRING. */
  public Optional<String> connectionString() {
    return connectionString;
  }

  /** With MANAGED_IDENTITY. */
  public Optional<URI> blobServiceUri() {
    return blobServiceUri;
  }

  /** With MANAGED_IDENTITY, always for STATE. */
  public Optional<URI> queueServiceUri() {
    return queueServiceUri;
  }

  /** Of a user-assigned identity; empty: the app's own identity. */
  public Optional<String> clientId() {
    return clientId;
  }

  @Override
  public String toString() {
    return kind == Kind.LOCAL_CONNECTION_STRING
        ? "local storage by connection string"
        : blobServiceUri.map(URI::toString).orElse("") + " by managed identity";
  }
}
