package io.poolkeeper.devstack.arm;

import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Date;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * An own certificate authority and a server certificate for localhost, made at start and gone at
 * the end.
 */
final class Certificates {
  private static final X500Principal AUTHORITY = new X500Principal("CN=Poolkeeper devstack CA");
  private static final char[] NO_SECRET = "devstack".toCharArray();

  private final X509Certificate authority;
  private final SSLContext server;

  private Certificates(X509Certificate authority, SSLContext server) {
    this.authority = authority;
    this.server = server;
  }

  static Certificates create(Instant now) {
    try {
      KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
      keys.initialize(256);
      KeyPair ca = keys.generateKeyPair();
      KeyPair leaf = keys.generateKeyPair();
      X509Certificate caCertificate = authority(now, ca);
      X509Certificate leafCertificate = leaf(now, leaf, ca);
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry(
          "server",
          leaf.getPrivate(),
          NO_SECRET,
          new X509Certificate[] {leafCertificate, caCertificate});
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(store, NO_SECRET);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return new Certificates(caCertificate, context);
    } catch (GeneralSecurityException | IOException | OperatorCreationException e) {
      throw new IllegalStateException(
          "cannot make the certificates of the ARM simulator: " + e.getMessage(), e);
    }
  }

  SSLContext server() {
    return server;
  }

  /** A context for clients that trust this authority and nothing else. */
  SSLContext client() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setCertificateEntry("ca", authority);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("cannot make a client context: " + e.getMessage(), e);
    }
  }

  String authorityPem() {
    try {
      String body =
          Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(authority.getEncoded());
      return "-----BEGIN CERTIFICATE-----\n" + body + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate authority(Instant now, KeyPair ca)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    JcaX509v3CertificateBuilder builder = builder(now, AUTHORITY, ca);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
    builder.addExtension(
        Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
    return sign(builder, ca);
  }

  private static X509Certificate leaf(Instant now, KeyPair leaf, KeyPair ca)
      throws GeneralSecurityException, IOException, OperatorCreationException {
    JcaX509v3CertificateBuilder builder = builder(now, new X500Principal("CN=localhost"), leaf);
    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
    builder.addExtension(
        Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth));
    builder.addExtension(
        Extension.subjectAlternativeName,
        false,
        new GeneralNames(
            new GeneralName[] {
              new GeneralName(GeneralName.dNSName, "localhost"),
              new GeneralName(GeneralName.iPAddress, "127.0.0.1"),
              new GeneralName(GeneralName.iPAddress, "::1")
            }));
    return sign(builder, ca);
  }

  private static JcaX509v3CertificateBuilder builder(
      Instant now, X500Principal subject, KeyPair keys) {
    return new JcaX509v3CertificateBuilder(
        AUTHORITY,
        new BigInteger(100, new SecureRandom()),
        Date.from(now.minus(1, ChronoUnit.DAYS)),
        Date.from(now.plus(30, ChronoUnit.DAYS)),
        subject,
        keys.getPublic());
  }

  private static X509Certificate sign(JcaX509v3CertificateBuilder builder, KeyPair ca)
      throws GeneralSecurityException, OperatorCreationException {
    return new JcaX509CertificateConverter()
        .getCertificate(
            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(ca.getPrivate())));
  }
}
