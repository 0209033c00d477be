package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.http.HttpClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real transport, over TLS, against a server that answers, hangs or hangs up. */
class ArmClientTlsTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir static Path folder;
  private static KeyStore keys;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpsServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    keys = certificate("server");
    certificate("stranger");
  }

  private static KeyStore certificate(String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=IP:127.0.0.1",
                "-ext",
                "BC=ca:true",
                "-validity",
                "2",
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                "changeit")
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, keytool.waitFor(), said);
    KeyStore loaded = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      loaded.load(in, PASSWORD);
    }
    Files.writeString(
        folder.resolve(name + ".pem"),
        "-----BEGIN CERTIFICATE-----\n"
            + Base64.getMimeEncoder(64, new byte[] {'\n'})
                .encodeToString(loaded.getCertificate(name).getEncoded())
            + "\n-----END CERTIFICATE-----\n");
    return loaded;
  }

  @BeforeEach
  void startServer() throws Exception {
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(managers.getKeyManagers(), null, null);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stopServer() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      asked.add(
          exchange.getRequestMethod()
              + " "
              + exchange.getRequestHeaders().getFirst("Authorization"));
      if (path.contains("hang-up")) {
        return;
      }
      if (path.contains("hanging")) {
        end.await();
        return;
      }
      byte[] body = Texts.loadBalancer("lb").getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private ArmLoadBalancers connect(String ca) {
    return connect(ca, Duration.ofSeconds(30));
  }

  private ArmLoadBalancers connect(String ca, Duration answerTimeout) {
    URI endpoint = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    ArmOptions options = ArmOptions.local(endpoint, folder.resolve(ca + ".pem"));
    HttpClient transport = ArmClient.transport(options, answerTimeout);
    ArmClient arm = ArmClient.of(options, transport, Duration.ofMillis(1));
    return new ArmLoadBalancers(arm, new ManualTime(), Duration.ofMinutes(1));
  }

  private static ArmId named(String name) {
    return ArmId.of(Texts.GROUP + "/providers/Microsoft.Network/loadBalancers/" + name);
  }

  @Test
  void theLocalEndpointIsTrustedByItsOwnCaAndGetsTheFixedToken() {
    assertEquals(ReadKind.FOUND, connect("server").get(Texts.LB, "r").kind());
    assertEquals(List.of("GET Bearer local-development"), asked);
  }

  @Test
  void aServerOfAnotherCaIsNotTrusted() {
    var read = connect("stranger").get(Texts.LB, "r");
    assertEquals(ReadKind.FAILED, read.kind());
    assertTrue(read.detail().contains("SSL"), read.detail());
    assertEquals(List.of(), asked);
  }

  @Test
  void aCaFileThatIsMissingOrNoCertificateIsRefused() throws IOException {
    Files.writeString(folder.resolve("empty.pem"), "nothing");
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> connect("absent"))
            .getMessage()
            .startsWith("POOLKEEPER_LOCAL_ARM_CA"));
    assertTrue(
        assertThrows(IllegalArgumentException.class, () -> connect("empty"))
            .getMessage()
            .startsWith("POOLKEEPER_LOCAL_ARM_CA"));
  }

  @Test
  void aReadIsRepeatedWhenItsConnectionBreaks() {
    assertEquals(ReadKind.FAILED, connect("server").get(named("hang-up"), "r").kind());
    assertTrue(asked.size() >= 3, asked.toString());
  }

  @Test
  void aCallThatHangsIsGivenUpAfterTheTimeoutAndNotRepeated() {
    ArmLoadBalancers arm = connect("server", Duration.ofSeconds(1));
    assertEquals(ReadKind.FAILED, arm.get(named("hanging"), "r").kind());
    assertTrue(asked.size() <= 1, asked.toString());
    asked.clear();
    assertEquals(WriteKind.UNKNOWN, put(arm, "hanging").kind());
    assertTrue(asked.size() <= 1, asked.toString());
  }

  @Test
  void aPutIsSentOnceEvenWhenItsReusedConnectionBreaks() {
    ArmLoadBalancers arm = connect("server");
    assertEquals(ReadKind.FOUND, arm.get(Texts.LB, "r").kind(), "a connection to reuse");
    asked.clear();
    LoadBalancers.Written written = put(arm, "hang-up");
    assertEquals(WriteKind.UNKNOWN, written.kind(), written.detail());
    assertEquals(1, asked.size(), asked.toString());
  }

  private static LoadBalancers.Written put(ArmLoadBalancers arm, String name) {
    String pool = Texts.pool("Succeeded", "e", "10.0.0.1");
    Pool there =
        ArmReader.pool(Texts.json(pool.replace("loadBalancers/lb", "loadBalancers/" + name)));
    return arm.put(there, Texts.adding("10.0.0.2"), Texts.VNET, "e", "r", () -> true);
  }
}
