package io.poolkeeper.devstack.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ArmSimulatorIT {
  private static final String WEB = SmallWorld.poolId("lb", "web");
  private static final String VERSION = "?api-version=2025-03-01";

  private ArmSimulator simulator;
  private Client client;

  @BeforeEach
  void start() {
    simulator = ArmSimulator.start(new Options().bodyLimitBytes(100_000));
    simulator.load(world());
    client = new Client(simulator);
  }

  private static JsonNode world() {
    return new SmallWorld()
        .balancer("lb")
        .pool("lb", "web", "Tcp", true, "10.0.0.4")
        .machine("10.0.0.4")
        .json;
  }

  @AfterEach
  void stop() {
    simulator.close();
  }

  @Test
  void tokenAndApiVersionAreDemanded() throws Exception {
    HttpClient plain = HttpClient.newBuilder().sslContext(simulator.clientContext()).build();
    HttpRequest bare = HttpRequest.newBuilder(URI.create(simulator.url() + WEB + VERSION)).build();
    HttpResponse<String> refused = plain.send(bare, HttpResponse.BodyHandlers.ofString());
    assertEquals(401, refused.statusCode());
    assertTrue(refused.headers().firstValue("WWW-Authenticate").isPresent());
    HttpResponse<String> versionless = client.call("GET", WEB, null, Map.of());
    assertEquals(400, versionless.statusCode());
    assertTrue(versionless.body().contains("MissingApiVersionParameter"));
  }

  @Test
  void strangersAreNotTrusted() {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(simulator.url() + WEB + VERSION)).build();
    assertThrows(
        IOException.class,
        () -> HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()));
    assertTrue(simulator.authorityPem().startsWith("-----BEGIN CERTIFICATE-----\n"));
  }

  @Test
  void badInputGetsAnAnswerAndTheNextRequestToo() throws Exception {
    for (String body :
        List.of(
            "",
            "{",
            "[]",
            "nonsense",
            "{\"properties\":7}",
            "{\"properties\":{\"loadBalancerBackendAddresses\":[3]}}")) {
      assertEquals(400, client.call("PUT", WEB + VERSION, body, Map.of()).statusCode(), body);
    }
    assertEquals(
        413, client.call("PUT", WEB + VERSION, "x".repeat(100_001), Map.of()).statusCode());
    assertEquals(404, client.call("GET", "/nonsense" + VERSION, null, Map.of()).statusCode());
    assertEquals(405, client.call("PATCH", WEB + VERSION, "{}", Map.of()).statusCode());
    assertEquals(
        400, client.call("PUT", "/_devstack/settings", "{\"nonsense\":1}", Map.of()).statusCode());
    assertEquals(400, client.call("POST", "/_devstack/actions", "{}", Map.of()).statusCode());
    assertEquals(200, client.get(WEB).statusCode());
    assertEquals(List.of(), simulator.writes());
  }

  @Test
  void connectionCutBeforeChangesNothingAndCutAfterDoes() throws Exception {
    simulator.fault(Fault.on("PUT", "/backendAddressPools/").cut(Fault.Cut.BEFORE));
    assertThrows(IOException.class, () -> client.put(WEB, SmallWorld.body("10.0.0.5")));
    assertEquals(0, simulator.writes().size());
    simulator.fault(Fault.on("PUT", "/backendAddressPools/").cut(Fault.Cut.AFTER));
    assertThrows(IOException.class, () -> client.put(WEB, SmallWorld.body("10.0.0.5")));
    assertEquals(List.of("10.0.0.5"), simulator.writes().get(0).membersAfter());
    assertEquals(200, client.get(WEB).statusCode());
  }

  @Test
  void faultsHitTheNthMatchAndThenEnd() throws Exception {
    simulator.fault(
        Fault.on("GET", "")
            .loadBalancer("LB")
            .nth(2)
            .count(1)
            .reply(429, "TooManyRequests", "slow down")
            .header("Retry-After", "7"));
    assertEquals(200, client.get(WEB).statusCode());
    HttpResponse<String> hit = client.get(WEB);
    assertEquals(
        "429 7", hit.statusCode() + " " + hit.headers().firstValue("Retry-After").orElse(""));
    assertEquals(200, client.get(WEB).statusCode());
  }

  @Test
  void bucketThrottles() throws Exception {
    Options.Throttle throttle = new Options.Throttle();
    throttle.capacity = 2;
    throttle.refillPerSecond = 0;
    throttle.kind = "READ";
    simulator.configure(o -> o.throttle(throttle));
    client.get(WEB);
    client.get(WEB);
    HttpResponse<String> throttled = client.get(WEB);
    assertEquals(429, throttled.statusCode());
    assertEquals("5", throttled.headers().firstValue("Retry-After").orElse(""));
    assertEquals(200, client.put(WEB, SmallWorld.body("10.0.0.4")).statusCode());
  }

  @Test
  void anotherWriterComesBetweenReadAndPut() throws Exception {
    String etag = client.get(WEB).headers().firstValue("ETag").orElseThrow();
    simulator.fault(
        Fault.on("PUT", "/backendAddressPools/")
            .before(() -> simulator.changeMembers(WEB, List.of("10.0.0.77"), List.of())));
    Map<String, String> ifMatch = Map.of("If-Match", etag);
    assertEquals(
        412,
        client
            .call("PUT", WEB + VERSION, SmallWorld.body("10.0.0.4").toString(), ifMatch)
            .statusCode());
    assertTrue(client.get(WEB).body().contains("10.0.0.77"));
  }

  @Test
  void writersThatHonourIfMatchLoseNothing() throws Exception {
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      String address = "10.0.0." + (50 + i);
      writers.add(CompletableFuture.runAsync(() -> addUntilAccepted(address)));
    }
    for (CompletableFuture<Void> writer : writers) {
      writer.get(30, TimeUnit.SECONDS);
    }
    assertEquals(
        Set.of("10.0.0.4", "10.0.0.51", "10.0.0.52", "10.0.0.53", "10.0.0.54"),
        Set.copyOf(simulator.writes().get(3).membersAfter()));
    assertEquals(4, simulator.writes().size());
  }

  private void addUntilAccepted(String address) {
    try {
      int status = 412;
      while (status == 412) {
        ObjectNode pool = (ObjectNode) Json.MAPPER.readTree(client.get(WEB).body());
        pool.withArray("/properties/loadBalancerBackendAddresses")
            .add(SmallWorld.entry("n-" + address, address));
        Map<String, String> ifMatch = Map.of("If-Match", Json.text(pool, "etag"));
        status = client.call("PUT", WEB + VERSION, pool.toString(), ifMatch).statusCode();
      }
      assertEquals(200, status);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void itsEndFailsIfARemovalMadeAMachineWeakerUnlessTheTestSaysSo() throws Exception {
    client.put(WEB, SmallWorld.body());
    assertEquals("REMOVAL", simulator.strandings().get(0).cause());
    ArmSimulator watched = ArmSimulator.start(new Options().failOnStranding(true));
    watched.load(world());
    new Client(watched).put(WEB, SmallWorld.body());
    watched.clearLogs();
    assertThrows(IllegalStateException.class, watched::close);
  }

  @Test
  void requestsAreCountedByMethodAndKind() throws Exception {
    client.get(WEB);
    client.get(SmallWorld.balancerId("lb").toUpperCase(java.util.Locale.ROOT));
    client.put(WEB, SmallWorld.body("10.0.0.4"));
    assertEquals(
        Map.of(
            "GET microsoft.network/loadbalancers", 1,
            "GET microsoft.network/loadbalancers/backendaddresspools", 1,
            "PUT microsoft.network/loadbalancers/backendaddresspools", 1),
        simulator.requestCounts());
  }

  @Test
  void controlApiDoesWhatTheJavaApiDoes() throws Exception {
    client.control(
        "PUT", "settings", Json.object().put("operationManual", true).put("etagMode", "own"));
    client.control("POST", "baseline", null);
    client.put(WEB, SmallWorld.body());
    assertEquals(
        "InProgress", client.control("GET", "writes", null).at("/writes/0/outcome").asText());
    assertEquals(
        "REMOVAL", client.control("GET", "strandings", null).at("/strandings/0/cause").asText());
    assertEquals(
        "10.0.0.4", client.control("GET", "baseline", null).at("/weaker/0/address").asText());
    assertEquals(
        "NONE",
        client
            .control("GET", "strength?address=10.0.0.4&protocol=TCP", null)
            .path("strength")
            .asText());
    ObjectNode complete = Json.object().put("action", "complete").put("loadBalancer", "lb");
    assertEquals(1, client.control("POST", "actions", complete).path("ended").asInt());
    assertEquals(
        "Succeeded", client.control("GET", "operations", null).at("/operations/0/status").asText());
    ObjectNode fault =
        Json.object().put("method", "GET").put("status", 503).put("code", "ServerBusy");
    String id = client.control("POST", "faults", fault).path("id").asText();
    assertEquals(503, client.get(WEB).statusCode());
    assertEquals(id, client.control("GET", "faults", null).at("/0/id").asText());
    client.control("DELETE", "faults?id=" + id, null);
    JsonNode snapshot = client.control("GET", "snapshot", null);
    client.control("PUT", "snapshot", snapshot);
    client.control("DELETE", "resources?id=" + WEB, null);
    assertEquals(404, client.get(WEB).statusCode());
    assertEquals(3, client.control("GET", "requests", null).path("requests").size());
  }

  @Test
  void acceptedWritesBecomeEventsAndFailedDeliveriesAreRepeated() throws Exception {
    BlockingQueue<String> bodies = new LinkedBlockingQueue<>();
    HttpServer target =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    int[] calls = new int[1];
    target.createContext(
        "/",
        exchange -> {
          String kind = exchange.getRequestHeaders().getFirst("aeg-event-type");
          bodies.add(
              kind
                  + new String(
                      exchange.getRequestBody().readAllBytes(),
                      java.nio.charset.StandardCharsets.UTF_8));
          exchange.sendResponseHeaders(calls[0]++ == 0 ? 503 : 200, -1);
          exchange.close();
        });
    target.start();
    try {
      simulator.configure(
          o -> o.eventTarget("http://127.0.0.1:" + target.getAddress().getPort() + "/hook"));
      client.put(WEB, SmallWorld.body("10.0.0.4"));
      String first = bodies.poll(10, TimeUnit.SECONDS);
      assertEquals(first, bodies.poll(10, TimeUnit.SECONDS));
      assertTrue(first.startsWith("Notification["));
      JsonNode event = Json.MAPPER.readTree(first.substring("Notification".length())).get(0);
      assertEquals(WEB, Json.text(event, "subject"));
      assertEquals("Microsoft.Resources.ResourceWriteSuccess", Json.text(event, "eventType"));
      assertEquals(
          "Microsoft.Network/loadBalancers/backendAddressPools/write",
          Json.text(event, "data", "operationName"));
      assertEquals("run-1", Json.text(event, "data", "httpRequest", "clientRequestId"));
    } finally {
      target.stop(0);
    }
  }

  @Test
  void clientsWithDoorsOfTheirOwnAreToldApartAndMeetTheirOwnFaults() throws Exception {
    List<Sighting> seen = new ArrayList<>();
    simulator.watch(seen::add);
    URI door = simulator.door();
    Client other = new Client(door, simulator.clientContext());
    Fault fault = Fault.on("PUT", "").door(door.toString()).reply(503, "ServerBusy", "busy");
    simulator.fault(fault);
    assertEquals(200, client.put(WEB, SmallWorld.body("10.0.0.4")).statusCode());
    assertEquals(503, other.put(WEB, SmallWorld.body("10.0.0.4")).statusCode());
    assertEquals(200, other.put(WEB, SmallWorld.body("10.0.0.4")).statusCode());
    assertEquals(1, fault.hits());
    assertEquals(
        List.of(
            new Sighting(simulator.url().toString(), "PUT", WEB, "run-1"),
            new Sighting(door.toString(), "PUT", WEB, "run-1"),
            new Sighting(door.toString(), "PUT", WEB, "run-1")),
        seen);
  }
}
