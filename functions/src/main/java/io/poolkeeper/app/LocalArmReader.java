package io.poolkeeper.app;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** The two settings of a local ARM: both or none. */
final class LocalArmReader {
  static final String ENDPOINT = "LOCAL_ARM_ENDPOINT";
  private static final String CA = "LOCAL_ARM_CA";

  private final SettingValues values;
  private final Optional<String> endpoint;
  private final Optional<String> authority;

  LocalArmReader(SettingValues values) {
    this.values = values;
    this.endpoint = values.text(ENDPOINT);
    this.authority = values.text(CA);
  }

  boolean isAsked() {
    return endpoint.isPresent() || authority.isPresent();
  }

  /** Empty: not asked for, or refused. */
  Optional<LocalArm> read() {
    if (!isAsked()) {
      return Optional.empty();
    }
    requireBoth();
    Optional<URI> uri =
        endpoint
            .flatMap(Endpoints::parse)
            .filter(u -> Endpoints.isHttps(u) && Endpoints.isLoopback(u));
    if (endpoint.isPresent() && uri.isEmpty()) {
      values.refuse(ENDPOINT, "an https URI on a loopback host, such as https://127.0.0.1:8443");
    }
    Optional<Path> file = authority.flatMap(this::path);
    return uri.isPresent() && file.isPresent()
        ? Optional.of(new LocalArm(uri.get(), file.get()))
        : Optional.empty();
  }

  private Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException e) {
      values.refuse(CA, "the path of a PEM file");
      return Optional.empty();
    }
  }

  private void requireBoth() {
    if (endpoint.isPresent() != authority.isPresent()) {
      String missing = endpoint.isPresent() ? CA : ENDPOINT;
      String given = endpoint.isPresent() ? ENDPOINT : CA;
      values.violation(
          missing,
          "expected a value, since "
              + values.fullName(given)
              + " is set, found none; set both or none");
    }
  }
}
