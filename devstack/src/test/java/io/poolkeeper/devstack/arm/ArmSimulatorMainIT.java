package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArmSimulatorMainIT {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir Path folder;

  @Test
  void servesASnapshotUntilItsParentEnds() throws Exception {
    Files.writeString(
        folder.resolve("state.json"),
        new SmallWorld().balancer("lb").pool("lb", "web", "Tcp", true).json.toString());
    Process parent =
        new ProcessBuilder(
                JAVA, "-XX:TieredStopAtLevel=1", "-cp", classPath(), Parent.class.getName())
            .start();
    try {
      Process child = simulator(parent.pid());
      assertTrue(child.inputReader().readLine().startsWith("ARM simulator: https://localhost:"));
      JsonNode ready = Json.MAPPER.readTree(folder.resolve("ready.json").toFile());
      assertEquals(child.pid(), ready.path("pid").asLong());
      Client client =
          new Client(
              URI.create(Json.text(ready, "url")), trusting(Path.of(Json.text(ready, "caFile"))));
      assertEquals(200, client.get(SmallWorld.poolId("lb", "web")).statusCode());
      assertEquals("ready", client.control("GET", "health", null).path("status").asText());
      parent.getOutputStream().close();
      assertTrue(child.waitFor(20, TimeUnit.SECONDS), "the simulator outlived its parent");
    } finally {
      parent.destroyForcibly();
    }
  }

  private Process simulator(long parent) throws IOException {
    List<String> command =
        new ArrayList<>(List.of(JAVA, "-XX:TieredStopAtLevel=1", "-cp", classPath()));
    command.add(ArmSimulatorMain.class.getName());
    command.addAll(
        List.of("--snapshot", folder.resolve("state.json").toString(), "--etag-mode", "own"));
    command.addAll(
        List.of(
            "--ca-out",
            folder.resolve("ca.pem").toString(),
            "--parent-pid",
            String.valueOf(parent)));
    command.addAll(List.of("--ready-file", folder.resolve("ready.json").toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String classPath() {
    return System.getProperty("java.class.path");
  }

  private static SSLContext trusting(Path pem) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream in = Files.newInputStream(pem)) {
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }

  /** Lives until its standard input ends. */
  static final class Parent {
    private Parent() {}

    public static void main(String[] arguments) throws IOException {
      int read = System.in.read();
      System.exit(read < 0 ? 0 : 1);
    }
  }
}
