package io.poolkeeper.cli.demo;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.cli.local.Publisher;
import io.poolkeeper.devstack.arm.EtagMode;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.arm.WriteRecord;
import io.poolkeeper.devstack.host.FunctionHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Two worker processes on one queue and one load balancer, under mapping edits, doubled events and
 * a slow ARM. What must hold is read from the simulator's own log.
 */
class TwoWorkersIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CLUSTER = World.CLUSTER;
  private static final String BALANCER = World.NETWORK + "/loadBalancers/lb-1";
  private static final int NODES = 8;
  private static final int EDITS = 15;

  /** More edits follow only until both workers have taken a request. */
  private static final int MOST_EDITS = 100;

  private static final long BETWEEN_EDITS = TimeUnit.MILLISECONDS.toNanos(300);

  /** A request that met a busy lease comes back within a minute, and may meet it again. */
  private static final Duration CONVERGED = Duration.ofMinutes(4);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(EtagMode.class)
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void writesNeverOverlapAndNothingIsLost(EtagMode mode) throws IOException {
    long seed = 20261201L + mode.ordinal();
    System.out.println("TwoWorkersIT " + mode + ", seed " + seed);
    Options options = new Options().snapshot(snapshot()).etagMode(mode).operationMillis(120);
    try (LocalAzure azure = LocalAzure.start(stage(options), (part, where) -> {})) {
      Set<String> wanted = churn(azure, new Random(seed));
      awaitMembers(azure, wanted);
      List<WriteRecord> writes = azure.arm().writes();
      Set<String> writers =
          azure.hosts().stream()
              .filter(TwoWorkersIT::worked)
              .map(host -> host.logFile().getFileName().toString())
              .collect(Collectors.toCollection(TreeSet::new));
      assertAll(
          () -> assertEquals(List.of(), azure.arm().overlaps(), "writes that overlap"),
          () -> assertEquals(List.of(), azure.arm().strandings(), "machines that got weaker"),
          () -> assertTrue(writes.size() > 1, "the churn led to writes: " + writes.size()),
          () -> assertEquals(2, writers.size(), "both took requests: " + writers),
          () -> assertEquals(List.of(), superseded(writes), "writes that cancelled another"));
    }
  }

  private static List<Long> superseded(List<WriteRecord> writes) {
    return writes.stream()
        .filter(write -> write.outcome().equals("Canceled"))
        .map(WriteRecord::seq)
        .toList();
  }

  private static boolean worked(FunctionHost host) {
    return host.invocations().stream()
        .anyMatch(run -> run.function().equals("ReconcileLoadBalancer") && run.succeeded());
  }

  private LocalAzure.Stage stage(Options options) {
    Path staged = Checkout.root().resolve("functions/target/azure-functions/poolkeeper");
    return new LocalAzure.Stage(
        staged, options, World.scope(), folder.resolve("logs"), List.of("worker-1", "worker-2"));
  }

  /** Edits the mapping again and again; both workers hear of each edit, often more than once. */
  private static Set<String> churn(LocalAzure azure, Random random) throws IOException {
    String storage = azure.storage().connectionString();
    List<Publisher> publishers = new ArrayList<>();
    for (FunctionHost host : azure.hosts()) {
      publishers.add(new Publisher(storage, host.eventGridUri("IngestEvent")));
    }
    Set<String> wanted = Set.of();
    for (int revision = 1; goesOn(azure, revision); revision++) {
      wanted = new TreeSet<>();
      for (int node = 0; node < NODES; node++) {
        if (random.nextBoolean()) {
          wanted.add(address(node));
        }
      }
      publishers.get(0).mapping(CLUSTER, mapping(revision, wanted));
      for (Publisher publisher : publishers) {
        for (int again = random.nextInt(3); again > 0; again--) {
          publisher.changed(BALANCER);
        }
      }
      LockSupport.parkNanos(BETWEEN_EDITS);
    }
    return wanted;
  }

  private static boolean goesOn(LocalAzure azure, int revision) {
    boolean bothWorked = azure.hosts().stream().allMatch(TwoWorkersIT::worked);
    return revision <= EDITS || (!bothWorked && revision <= MOST_EDITS);
  }

  private static void awaitMembers(LocalAzure azure, Set<String> wanted) {
    long end = System.nanoTime() + CONVERGED.toNanos();
    Set<String> found = members(azure);
    while (!found.equals(wanted) && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      found = members(azure);
    }
    assertEquals(wanted, found, "the pool within " + CONVERGED);
  }

  private static Set<String> members(LocalAzure azure) {
    Set<String> members = new TreeSet<>();
    for (JsonNode balancer : azure.arm().dump().path("loadBalancers")) {
      if (balancer.path("name").asText().equals("lb-1")) {
        balancer
            .at("/properties/backendAddressPools/0/properties/loadBalancerBackendAddresses")
            .forEach(entry -> members.add(entry.at("/properties/ipAddress").asText()));
      }
    }
    return members;
  }

  private static String address(int node) {
    return "10.0.0." + (4 + node);
  }

  /** An own NAT gateway lets every removal through: this is about locks, not about egress. */
  private Path snapshot() throws IOException {
    ObjectNode azure =
        (ObjectNode) JSON.readTree(Files.readString(World.azure(folder.resolve("start"))));
    ObjectNode subnet = (ObjectNode) azure.at("/virtualNetworks/0/properties/subnets/0/properties");
    subnet.putObject("natGateway").put("id", World.NETWORK + "/natGateways/nat-1");
    ArrayNode nics = (ArrayNode) azure.path("networkInterfaces");
    JsonNode model = nics.get(0);
    nics.removeAll();
    for (int node = 0; node < NODES; node++) {
      String text = model.toString().replace("node-a", "node-" + node);
      nics.add(JSON.readTree(text.replace("10.0.0.4", address(node))));
    }
    return Files.writeString(folder.resolve("snapshot.json"), azure.toString());
  }

  private static byte[] mapping(int revision, Set<String> wanted) throws IOException {
    ObjectNode mapping = (ObjectNode) JSON.readTree(new World().mapping());
    mapping.put("revision", revision);
    ObjectNode nodes = mapping.putObject("nodes");
    ObjectNode services = mapping.putObject("services");
    ObjectNode service = services.putObject("shop/api").put("loadBalancer", "lb-1");
    ArrayNode listed = service.put("externalTrafficPolicy", "Local").putArray("nodes");
    for (int node = 0; node < NODES; node++) {
      nodes.putObject("node-" + node).put("ready", true).putArray("addresses").add(address(node));
      if (wanted.contains(address(node))) {
        listed.add("node-" + node);
      }
    }
    return JSON.writeValueAsBytes(mapping);
  }
}
