package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * A local Azure Resource Manager for load balancers and what their ways out rest on, over HTTPS on
 * a loopback port. All methods may be called from any thread. The same things are reachable over
 * HTTPS, see {@link ControlApi}.
 */
public final class ArmSimulator implements AutoCloseable {
  static {
    // The JDK's server writes headers and body apart; without this every answer waits 40 ms for an
    // acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final CountDownLatch stopping = new CountDownLatch(1);
  private final ExecutorService threads =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "arm-simulator");
            thread.setDaemon(true);
            return thread;
          });
  private final Events events = new Events();
  private final Certificates certificates;
  private final List<HttpsServer> doors = new CopyOnWriteArrayList<>();
  private final HttpsServer server;
  private final ArmHandler handler;
  private final Engine engine;

  private ArmSimulator(Options given) throws IOException {
    Options options = given.copy();
    engine = new Engine(options, events);
    if (options.snapshot != null) {
      engine.load(Json.MAPPER.readTree(Files.readAllBytes(options.snapshot)));
    }
    certificates = Certificates.create(engine.now());
    server = open(options.port);
    handler = new ArmHandler(engine, new ControlApi(engine, events), stopping, url().toString());
    serve(server);
  }

  private HttpsServer open(int port) throws IOException {
    HttpsServer opened =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    opened.setHttpsConfigurator(new HttpsConfigurator(certificates.server()));
    opened.setExecutor(threads);
    doors.add(opened);
    return opened;
  }

  private void serve(HttpsServer opened) {
    opened.createContext("/", handler);
    opened.start();
  }

  /** Starts and serves at once. An unusable snapshot is an {@link IllegalArgumentException}. */
  public static ArmSimulator start(Options options) {
    try {
      return new ArmSimulator(options);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start the ARM simulator: " + e.getMessage(), e);
    }
  }

  /** "https://localhost:port", without a slash at the end. */
  public URI url() {
    return url(server);
  }

  private static URI url(HttpsServer opened) {
    return URI.create("https://localhost:" + opened.getAddress().getPort());
  }

  /**
   * One more port that serves the same: clients that are given one each can be told apart by {@link
   * Sighting#door}.
   */
  public URI door() {
    try {
      HttpsServer opened = open(0);
      serve(opened);
      return url(opened);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open one more port: " + e.getMessage(), e);
    }
  }

  /**
   * Shows every ARM request as it comes, before faults and the state are asked; it goes on when the
   * watcher returns.
   */
  public void watch(Consumer<Sighting> watcher) {
    handler.watch(watcher);
  }

  /** The authority to trust, as PEM. */
  public String authorityPem() {
    return certificates.authorityPem();
  }

  /** A TLS context for clients that trusts this simulator only. */
  public SSLContext clientContext() {
    return certificates.client();
  }

  /** Changes settings while running. */
  public void configure(Consumer<Options> change) {
    Options changed = engine.options().copy();
    change.accept(changed);
    engine.configure(changed.copy());
  }

  /** Replaces the whole state; running operations are forgotten. */
  public void load(JsonNode snapshot) {
    engine.load(snapshot);
  }

  public void load(Path snapshot) {
    try {
      engine.load(Json.MAPPER.readTree(Files.readAllBytes(snapshot)));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot read the snapshot " + snapshot + ": " + e.getMessage(), e);
    }
  }

  public ObjectNode dump() {
    return engine.dump();
  }

  /** Adds or replaces a resource or a child behind the clients' back. */
  public void put(JsonNode resource) {
    engine.act(Json.object().put("action", "put").set("resource", resource));
  }

  public void remove(String id) {
    engine.act(Json.object().put("action", "delete").put("id", id));
  }

  /** Another writer changes a pool's addresses. */
  public void changeMembers(String poolId, List<String> add, List<String> remove) {
    ObjectNode action = Json.object().put("action", "members").put("pool", poolId);
    action.set("add", Json.strings(add));
    action.set("remove", Json.strings(remove));
    engine.act(action);
  }

  public void provisioningState(String id, String state) {
    engine.act(Json.object().put("action", "state").put("id", id).put("provisioningState", state));
  }

  /**
   * Ends all running operations of a load balancer ("Succeeded", "Failed", "Canceled"). Returns how
   * many.
   */
  public int complete(String loadBalancer, String status) {
    ObjectNode action = Json.object().put("action", "complete").put("loadBalancer", loadBalancer);
    return engine.act(action.put("status", status)).path("ended").asInt();
  }

  /** Returns the fault's id. */
  public String fault(Fault fault) {
    return engine.faults.add(fault);
  }

  public void clearFaults() {
    engine.faults.remove("");
  }

  public List<WriteRecord> writes() {
    return engine.log(WriteLog::writes);
  }

  /** Pairs of writes to one load balancer that overlap in time. */
  public List<String> overlaps() {
    return engine.log(WriteLog::overlaps);
  }

  /** Pool writes that made a machine weaker than right before the write. */
  public List<Stranding> strandings() {
    return engine.log(WriteLog::strandings);
  }

  /**
   * Calls by "METHOD lower-case type", for example "PUT
   * microsoft.network/loadbalancers/backendaddresspools".
   */
  public Map<String, Integer> requestCounts() {
    return engine.requests.counts();
  }

  public void clearLogs() {
    engine.clearLogs();
  }

  /** The weakest way out of the machines with this address; network may be empty. */
  public Strength strength(String address, String network, String protocol) {
    return engine.court(court -> court.strength(address, network, protocol, engine.options()));
  }

  /** From now on every write is also compared with this moment. */
  public void markBaseline() {
    engine.court(
        court -> {
          court.mark(engine.options());
          return null;
        });
  }

  /** Machines that were weaker than at the mark after some later write. */
  public List<Stranding> weakerThanBaseline() {
    return engine.court(Court::belowBaseline);
  }

  /** Events that a target took. */
  public int eventsDelivered() {
    return events.delivered();
  }

  /**
   * Stops.
   *
   * @throws IllegalStateException if any removal since the start made a machine weaker while {@link
   *     Options#failOnStranding} was set
   */
  @Override
  public void close() {
    stopping.countDown();
    doors.forEach(door -> door.stop(0));
    events.close();
    threads.shutdownNow();
    List<Stranding> unexpected = engine.court(Court::unexpected);
    if (!unexpected.isEmpty()) {
      throw new IllegalStateException("removals made machines weaker: " + unexpected);
    }
  }
}
