package io.poolkeeper.devstack.azurite;

import java.nio.file.Path;
import java.util.Optional;

/**
 * How Azurite is started.
 *
 * @param installation the folder with {@code package-lock.json} and {@code node_modules}; absent:
 *     {@code devstack/azurite} of the checkout
 * @param location the folder that keeps blobs and queues; absent: memory only
 * @param tls certificate and key (PEM) for HTTPS with bearer tokens; absent: HTTP with account keys
 */
public record AzuriteOptions(
    Optional<Path> installation, Optional<Path> location, Optional<Tls> tls) {

  /** A certificate and its private key, both PEM files. */
  public record Tls(Path certificate, Path key) {}

  /** HTTP, nothing kept on disk, the checkout's installation. */
  public static AzuriteOptions inMemory() {
    return new AzuriteOptions(Optional.empty(), Optional.empty(), Optional.empty());
  }

  /** The same, with the data kept in {@code folder}. */
  public AzuriteOptions keptIn(Path folder) {
    return new AzuriteOptions(installation, Optional.of(folder), tls);
  }

  /** The same, with Azurite installed in {@code folder} (made when it does not exist). */
  public AzuriteOptions installedIn(Path folder) {
    return new AzuriteOptions(Optional.of(folder), location, tls);
  }

  /** The same over HTTPS; bearer tokens are accepted as well as the account key. */
  public AzuriteOptions withTls(Path certificate, Path key) {
    return new AzuriteOptions(installation, location, Optional.of(new Tls(certificate, key)));
  }
}
