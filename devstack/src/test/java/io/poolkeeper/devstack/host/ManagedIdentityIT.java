package io.poolkeeper.devstack.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.QueueServiceClientBuilder;
import com.azure.storage.queue.QueueServiceVersion;
import com.sun.net.httpserver.HttpServer;
import io.poolkeeper.devstack.azurite.Azurite;
import io.poolkeeper.devstack.azurite.AzuriteOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Storage by service URI over HTTPS, with tokens from an identity endpoint. */
class ManagedIdentityIT {
  private static final char[] PASSWORD = "changeit".toCharArray();
  @TempDir Path folder;

  @Test
  void storageByServiceUriAsksTheIdentityEndpoint() throws Exception {
    KeyStore keys = selfSigned();
    Path certificate = pem("CERTIFICATE", "c.pem", keys.getCertificate("t").getEncoded());
    Path key = pem("PRIVATE KEY", "k.pem", keys.getKey("t", PASSWORD).getEncoded());
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer identity = identityEndpoint(asked);
    try (Azurite azurite = Azurite.start(AzuriteOptions.inMemory().withTls(certificate, key))) {
      Bench bench = new Bench(folder, null, "with-identity");
      bench.app().queues("none").queueFunctions().stage();
      QueueClient queue = client(azurite, keys);
      queue.create();
      queue.sendMessage("by token");
      LaunchOptions options =
          bench
              .options()
              .set("DATA__queueServiceUri", azurite.queueEndpoint().toString())
              .set("IDENTITY_ENDPOINT", "http://127.0.0.1:" + identity.getAddress().getPort())
              .set("IDENTITY_HEADER", "secret")
              .jvmOptions(
                  "-Djavax.net.ssl.trustStore=" + folder.resolve("store.p12"),
                  "-Djavax.net.ssl.trustStorePassword=changeit");
      try (FunctionHost host = FunctionHost.launch(options)) {
        Await.until("a line", Bench.SOON, () -> !bench.seen("record").isEmpty());
        Await.until("empty queue", Bench.SOON, () -> Bench.length(queue) == 0);
        assertTrue(host.process().isAlive());
      }
      assertEquals(
          "secret api-version=2019-08-01&resource=https%3A%2F%2Fstorage.azure.com", asked.get(0));
    } finally {
      identity.stop(0);
    }
  }

  private KeyStore selfSigned() throws Exception {
    Path store = folder.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "t",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit",
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertEquals(0, keytool.waitFor());
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, PASSWORD);
    trust.setCertificateEntry("t", keys.getCertificate("t"));
    try (var out = Files.newOutputStream(store)) {
      trust.store(out, PASSWORD);
    }
    return keys;
  }

  private Path pem(String kind, String name, byte[] der) throws Exception {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return Files.writeString(
        folder.resolve(name), "-----BEGIN %s-----\n%s\n-----END %1$s-----\n".formatted(kind, text));
  }

  private static QueueClient client(Azurite azurite, KeyStore keys) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, PASSWORD);
    trusted.setCertificateEntry("t", keys.getCertificate("t"));
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return new QueueServiceClientBuilder()
        .connectionString(azurite.connectionString())
        .serviceVersion(QueueServiceVersion.V2025_11_05)
        .httpClient(new JdkHttpClientBuilder(HttpClient.newBuilder().sslContext(context)).build())
        .buildClient()
        .getQueueClient("with-identity");
  }

  private static HttpServer identityEndpoint(List<String> asked) throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.add(
              exchange.getRequestHeaders().getFirst("X-IDENTITY-HEADER")
                  + " "
                  + exchange.getRequestURI().getRawQuery());
          byte[] body = answer().getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }

  private static String answer() {
    long now = Instant.now().getEpochSecond();
    String claims =
        "{\"aud\":\"https://storage.azure.com\",\"iss\":\"https://sts.windows.net/00000000-0000-0000-0000-000000000001/\",\"iat\":%d,\"nbf\":%d,\"exp\":%d}"
            .formatted(now - 60, now - 60, now + 3600);
    String token = part("{\"alg\":\"none\",\"typ\":\"JWT\"}") + "." + part(claims) + ".x";
    return "{\"access_token\":\"%s\",\"expires_on\":\"%d\",\"resource\":\"https://storage.azure.com\",\"token_type\":\"Bearer\"}"
        .formatted(token, now + 3600);
  }

  private static String part(String json) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(json.getBytes(StandardCharsets.UTF_8));
  }
}
