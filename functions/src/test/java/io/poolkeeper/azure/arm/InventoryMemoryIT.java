package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsServer;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A network with 150,000 ipConfigurations (5,000 machines of 30 addresses, as Azure CNI makes them)
 * read by a process with a small heap, over the real transport; {@code -Dheap=128m} gives it
 * another one.
 */
class InventoryMemoryIT {
  private static final int MACHINES = 5_000;
  private static final int ADDRESSES = 30;
  private static final int PAGE = 250;
  private static final String SCALE_SET =
      Fleet.SUB
          + "nodes/providers/Microsoft.Compute/virtualMachineScaleSets/aks-pool0-12345678-vmss";
  private static final String SUBNET = Fleet.VNET + "/subnets/nodes";

  @TempDir private Path folder;
  private final AtomicLong sent = new AtomicLong();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Fleet fleet = new Fleet(2_000, false, true, "nobody");
  private HttpsServer server;

  @BeforeEach
  void startServer() throws Exception {
    server = LocalServer.create(LocalServer.certificate(folder, "server"));
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream out = new BufferedOutputStream(exchange.getResponseBody(), 1 << 16)) {
        String path = exchange.getRequestURI().getPath();
        if (path.contains("/virtualNetworks/")) {
          network(out);
        } else if (path.contains("virtualMachineScaleSets")) {
          String query = exchange.getRequestURI().getQuery();
          int skip = query.indexOf("skip=");
          nics(out, skip < 0 ? 0 : Integer.parseInt(query.substring(skip + 5)));
        } else if (path.endsWith("/loadBalancers")) {
          write(out, "{\"value\":" + fleet.arm.get("loadBalancers") + "}");
        } else {
          write(out, "{\"value\":[]}");
        }
      }
    }
  }

  private void write(OutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    sent.addAndGet(bytes.length);
    out.write(bytes);
  }

  private void network(OutputStream out) throws IOException {
    write(out, "{\"name\":\"vnet\",\"id\":\"" + Fleet.VNET + "\",\"properties\":{\"subnets\":[");
    write(out, "{\"name\":\"nodes\",\"id\":\"" + SUBNET + "\",\"properties\":{");
    write(out, "\"addressPrefix\":\"10.0.0.0/8\",\"ipConfigurations\":[");
    for (int machine = 0; machine < MACHINES; machine++) {
      for (int i = 0; i < ADDRESSES; i++) {
        write(out, (machine + i == 0 ? "" : ",") + configuration(machine, i));
      }
    }
    write(out, "]}}]}}");
  }

  private void nics(OutputStream out, int from) throws IOException {
    write(out, "{\"value\":[");
    for (int machine = from; machine < from + PAGE; machine++) {
      write(out, machine == from ? "{" : ",{");
      write(out, "\"name\":\"nic\",\"id\":\"" + nic(machine) + "\",\"properties\":{");
      write(out, "\"ipConfigurations\":[");
      for (int i = 0; i < ADDRESSES; i++) {
        write(out, (i == 0 ? "" : ",") + configuration(machine, i));
      }
      write(out, "]}}");
    }
    boolean more = from + PAGE < MACHINES;
    String next =
        "https://127.0.0.1:"
            + server.getAddress().getPort()
            + SCALE_SET
            + "/networkInterfaces?skip="
            + (from + PAGE);
    write(out, more ? "],\"nextLink\":\"" + next + "\"}" : "]}");
  }

  private static String nic(int machine) {
    return SCALE_SET + "/virtualMachines/" + machine + "/networkInterfaces/aks-pool0-12345678-vmss";
  }

  /** The first address of a machine is that of {@link Fleet}, the others are of its pods. */
  private static String configuration(int machine, int i) {
    String address =
        i == 0
            ? Fleet.v4(machine)
            : "10." + (100 + i) + "." + (machine >> 8) + "." + (machine & 255);
    return "{\"name\":\"ipconfig"
        + i
        + "\",\"id\":\""
        + nic(machine)
        + "/ipConfigurations/ipconfig"
        + i
        + "\",\"etag\":\"W/\\\"00000000-0000-0000-0000-000000000000\\\"\",\"type\":"
        + "\"Microsoft.Network/networkInterfaces/ipConfigurations\",\"properties\":{"
        + "\"provisioningState\":\"Succeeded\",\"privateIPAddress\":\""
        + address
        + "\",\"privateIPAllocationMethod\":\"Dynamic\",\"primary\":"
        + (i == 0)
        + ",\"subnet\":{\"id\":\""
        + SUBNET
        + "\"}}}";
  }

  private String read(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + System.getProperty("heap", "256m"),
                "-cp",
                System.getProperty("java.class.path"),
                InventoryMemory.class.getName(),
                "https://127.0.0.1:" + server.getAddress().getPort(),
                folder.resolve("server.pem").toString()));
    command.addAll(List.of(arguments));
    Process reader = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(reader.waitFor(2, TimeUnit.MINUTES), said);
    assertEquals(0, reader.exitValue(), said);
    System.out.println(
        "InventoryMemoryIT "
            + List.of(arguments)
            + ": "
            + sent.get() / 1_000_000
            + " MB sent, "
            + said.lines().reduce("", (a, line) -> line));
    return said;
  }

  @Test
  void aHundredAndFiftyThousandIpConfigurationsFitIntoASmallHeap() throws Exception {
    assertTrue(read().contains("5000 machines seen"));
  }

  @Test
  void theyDoSoForAnAuditToo() throws Exception {
    assertTrue(read("audit").contains("5000 machines seen"));
  }
}
