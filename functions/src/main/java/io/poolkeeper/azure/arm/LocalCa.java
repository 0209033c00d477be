package io.poolkeeper.azure.arm;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Optional;

/** The file of certificates that a local stand-in for ARM is trusted by. */
public final class LocalCa {
  /** A bundle of all public authorities has a quarter of it. */
  static final int MAX_BYTES = 1024 * 1024;

  private LocalCa() {}

  /** What is wrong with the file, for people; empty: it can be read and holds a certificate. */
  public static Optional<String> problem(Path pem) {
    if (Files.isDirectory(pem)) {
      return Optional.of("a directory");
    }
    try {
      return certificates(pem).isEmpty() ? Optional.of("no certificate in it") : Optional.empty();
    } catch (NoSuchFileException e) {
      return Optional.of("no such file");
    } catch (IOException e) {
      return Optional.of("one that cannot be read (" + e.getClass().getSimpleName() + ")");
    } catch (CertificateException e) {
      return Optional.of("no certificate in it");
    }
  }

  static Collection<? extends Certificate> certificates(Path pem)
      throws IOException, CertificateException {
    try (InputStream in = Files.newInputStream(pem)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new CertificateException("more than " + MAX_BYTES + " bytes");
      }
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(bytes));
    }
  }
}
