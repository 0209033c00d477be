package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.http.HttpClient;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsServer;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Pool;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The real transport, over TLS, against a server that answers, hangs or hangs up. */
class ArmClientTlsTest {
  @TempDir static Path folder;
  private static KeyStore keys;

  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch end = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private HttpsServer server;

  @BeforeAll
  static void makeCertificates() throws Exception {
    keys = LocalServer.certificate(folder, "server");
    LocalServer.certificate(folder, "stranger");
  }

  @BeforeEach
  void startServer() throws Exception {
    server = LocalServer.create(keys);
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
    assertEquals(WriteKind.UNKNOWN, put(arm, "hanging").kind());
    // what was given up may still be on its way to the server
    for (String method : List.of("GET", "PUT")) {
      long times = asked.stream().filter(call -> call.startsWith(method)).count();
      assertTrue(times <= 1, asked.toString());
    }
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
