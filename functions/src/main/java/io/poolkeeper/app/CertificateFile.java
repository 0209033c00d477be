package io.poolkeeper.app;

import io.poolkeeper.azure.arm.LocalCa;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Looks into the file of {@code LOCAL_ARM_CA} at start, and not only when it is used. */
final class CertificateFile {
  private static final String SETTING = "LOCAL_ARM_CA";

  private CertificateFile() {}

  /** What is no path at all is refused by the reader of the setting. */
  static void check(SettingValues values) {
    values
        .text(SETTING)
        .flatMap(CertificateFile::problem)
        .ifPresent(
            found ->
                values.violation(
                    SETTING,
                    // the value is not shown: a secret may have been put there
                    "expected a readable PEM file with a certificate, found "
                        + found
                        + "; correct the path or the file"));
  }

  private static Optional<String> problem(String text) {
    try {
      return LocalCa.problem(Path.of(text));
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
