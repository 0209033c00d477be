package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.mapping.ControlsReader;
import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.mapping.MappingReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.Scope;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.reconcile.ReconcileSettings;
import io.poolkeeper.reconcile.Reconciler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A {@link FleetSketch} with everything that workers talk to: one or two clusters map its load
 * balancers, and what a PUT does it does to the NICs of its members as well.
 */
public final class RandomFleet implements Crowd {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ArmId NETWORK = ArmId.of(RandomWorld.VNET);

  private final ManualTime time = new ManualTime();
  private final Tape tape = new Tape();
  private final FakeLedgers ledgers = new FakeLedgers(time, tape);
  private final FakeClaims claims = new FakeClaims(time, tape);
  private final FakeDocuments documents = new FakeDocuments(tape);
  private final FakeLoadBalancers arm;
  private final FleetSketch sketch;
  private final Random random;
  private final ReconcileSettings settings;
  private final Map<ArmId, String> clusters = new TreeMap<>();
  private final List<ReconcileReport> reports = new ArrayList<>();
  private final FleetCourt court = new FleetCourt(this);
  private int revision;

  public RandomFleet(long seed) {
    random = new Random(seed * 0x9E3779B97F4A7C15L);
    sketch = new FleetSketch(random);
    FakeLoadBalancers.Etags etags =
        oneIn(3) ? FakeLoadBalancers.Etags.OWN : FakeLoadBalancers.Etags.SHARED;
    arm = new FakeLoadBalancers(etags, time, tape);
    sketch.arm().remove("loadBalancers").forEach(arm::put);
    arm.watch(court::written);
    settings = settings(oneIn(3), oneIn(3));
    boolean two = oneIn(4);
    for (String name : sketch.services().keySet()) {
      clusters.put(id(name), two && name.equals("lb-2") ? "test" : "prod");
    }
    if (oneIn(12)) {
      declare();
    }
    publish();
  }

  private boolean oneIn(int n) {
    return random.nextInt(n) == 0;
  }

  private static ArmId id(String loadBalancer) {
    return ArmId.of(RandomWorld.NETWORK + "loadBalancers/" + loadBalancer);
  }

  private ReconcileSettings settings(boolean assume, boolean udp) {
    Scope scope = new Scope(Optional.of(List.of(NETWORK.resourceGroupId())), Optional.empty());
    List<Protocol> protocols = udp ? List.of(Protocol.TCP, Protocol.UDP) : List.of(Protocol.TCP);
    return new ReconcileSettings(
        Mode.APPLY,
        Map.of("prod", scope, "test", scope),
        assume,
        new TreeSet<>(protocols),
        Optional.empty(),
        1000,
        Duration.ofHours(1),
        Duration.ofMinutes(15));
  }

  private void declare() {
    for (String cluster : Set.copyOf(clusters.values())) {
      ObjectNode controls = JSON.createObjectNode().put("schema", "poolkeeper.controls/v1");
      ObjectNode egress = controls.put("cluster", cluster).putArray("egress").addObject();
      egress.put("subnet", RandomNetwork.subnet("nodes")).put("family", "IPv4");
      egress.put("because", "BGP");
      documents.putControls(cluster, controls.toString());
    }
  }

  /** Other nodes are wanted from now on. */
  public void publish() {
    revision++;
    List<Integer> listed = new ArrayList<>();
    for (int i = 0; i < sketch.machines(); i++) {
      if (!oneIn(10)) {
        listed.add(i);
      }
    }
    for (String cluster : new TreeSet<>(clusters.values())) {
      documents.putMapping(cluster, mapping(cluster, listed).toString());
    }
  }

  /** A machine without a NIC is one for those alone who list it: so all list the same. */
  private ObjectNode mapping(String cluster, List<Integer> listed) {
    ObjectNode mapping = JSON.createObjectNode().put("schema", "poolkeeper.mapping/v1");
    mapping.put("cluster", cluster).put("revision", revision).put("virtualNetwork", NETWORK.text());
    ObjectNode entries = mapping.putObject("loadBalancers");
    ObjectNode nodes = mapping.putObject("nodes");
    ObjectNode services = mapping.putObject("services");
    for (int i : listed) {
      ArrayNode addresses = nodes.putObject("n" + i).putArray("addresses");
      addresses.add(FleetSketch.v4(i)).add(FleetSketch.v6(i));
    }
    sketch
        .services()
        .forEach(
            (lb, names) -> {
              if (!clusters.get(id(lb)).equals(cluster)) {
                return;
              }
              entries.putObject(lb).put("id", id(lb).text());
              for (String name : names) {
                ObjectNode service = services.putObject("ns/" + name).put("loadBalancer", lb);
                service.put("externalTrafficPolicy", "Local");
                service.putArray("ipFamilies").add("IPv4").add("IPv6");
                ArrayNode wanted = service.putArray("nodes");
                listed.stream().filter(n -> oneIn(3)).forEach(n -> wanted.add("n" + n));
              }
            });
    return mapping;
  }

  /** The load balancers that some cluster maps. */
  public List<ArmId> ours() {
    return List.copyOf(clusters.keySet());
  }

  public FleetCourt court() {
    return court;
  }

  /** Of all runs so far, in the order in which they ended. */
  public List<ReconcileReport> reports() {
    return reports;
  }

  ReconcileSettings settings() {
    return settings;
  }

  Mapping mappingOf(ArmId loadBalancer) {
    String cluster = clusters.getOrDefault(loadBalancer, "prod");
    byte[] text = documents.mapping(cluster, Optional.empty()).content();
    return MappingReader.read(text, cluster).value().orElseThrow();
  }

  List<Controls.DeclaredEgress> declared() {
    byte[] text = documents.controls("prod", Optional.empty()).content();
    return text.length == 0
        ? List.of()
        : ControlsReader.read(text, "prod").value().orElseThrow().egress();
  }

  List<Address> addresses() {
    List<Address> addresses = new ArrayList<>();
    for (int i = 0; i < sketch.machines(); i++) {
      addresses.add(Address.of(FleetSketch.v4(i)));
      addresses.add(Address.of(FleetSketch.v6(i)));
    }
    return addresses;
  }

  /** All of ARM as it is now; not a copy. */
  ObjectNode snapshot() {
    ObjectNode snapshot = JSON.createObjectNode().setAll(sketch.arm());
    ArrayNode loadBalancers = snapshot.putArray("loadBalancers");
    arm.all().forEach(loadBalancers::add);
    return snapshot;
  }

  Inventory inventory() {
    return Snapshot.inventory(snapshot());
  }

  /** What leaving a pool does to the NIC that has the address. */
  static void leave(JsonNode snapshot, ArmId pool, Address address) {
    for (JsonNode nic : snapshot.path("networkInterfaces")) {
      for (JsonNode c : nic.at("/properties/ipConfigurations")) {
        if (c.at("/properties/privateIPAddress").asText().equals(address.text())) {
          drop(c.at("/properties/loadBalancerBackendAddressPools"), pool);
          ArmId configuration = ArmId.of(c.path("id").asText());
          for (JsonNode lb : snapshot.path("loadBalancers")) {
            for (JsonNode p : lb.at("/properties/backendAddressPools")) {
              if (ArmId.of(p.path("id").asText()).equals(pool)) {
                drop(p.at("/properties/backendIPConfigurations"), configuration);
              }
            }
          }
        }
      }
    }
  }

  private static void drop(JsonNode references, ArmId id) {
    var each = references.iterator();
    while (each.hasNext()) {
      if (ArmId.of(each.next().path("id").asText()).equals(id)) {
        each.remove();
      }
    }
  }

  @Override
  public void run(String worker, ArmId loadBalancer, long dequeueCount) {
    Request request = Request.first(clusters.get(loadBalancer), loadBalancer, Cause.EVENT);
    int[] ids = {0};
    Ports ports =
        new Ports(
            ledgers,
            claims,
            new DocumentCache(documents),
            arm,
            (mapping, actual, allowed, requestId) -> tape.call("arm.inventory", this::inventory),
            new FakeGates(tape),
            new FakeWorkQueue(time, tape),
            new FakePoisonStore(tape),
            new RecordedReports(),
            new TapedTime(time, tape),
            () -> worker + "-" + ++ids[0],
            new Random(worker.hashCode()),
            new InOrder(new Tape()),
            () -> false);
    Delivery delivery =
        new Delivery("text", Optional.of(request), "", Optional.of(time.now()), dequeueCount);
    reports.add(new Reconciler(ports, settings).handle(delivery));
  }

  @Override
  public ManualTime time() {
    return time;
  }

  @Override
  public Tape tape() {
    return tape;
  }

  @Override
  public FakeLedgers ledgers() {
    return ledgers;
  }

  @Override
  public FakeClaims claims() {
    return claims;
  }

  @Override
  public FakeLoadBalancers arm() {
    return arm;
  }

  @Override
  public ArmId network() {
    return NETWORK;
  }
}
