package io.poolkeeper.azure.arm;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** TLS that trusts one certificate authority and nothing else. */
final class LocalTrust {
  private LocalTrust() {}

  static SSLContext only(Path pem) {
    try {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int number = 0;
      for (Certificate ca : LocalCa.certificates(pem)) {
        trusted.setCertificateEntry("ca-" + number++, ca);
      }
      if (number == 0) {
        throw new IllegalArgumentException(
            "POOLKEEPER_LOCAL_ARM_CA: no certificate in '" + pem + "'");
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "POOLKEEPER_LOCAL_ARM_CA: expected a readable PEM file at '" + pem + "', found: " + e, e);
    }
  }
}
