package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.port.QueueWatch;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.reconcile.ReconcileSettings;
import io.poolkeeper.reconcile.Reconciler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A cluster with six machines (10.0.0.1 to .6, or more), one load balancer {@code lb-1} with the
 * pools {@code ns-a}, {@code ns-b}, {@code ns-c} and a foreign pool, and everything that Poolkeeper
 * talks to.
 */
public final class TestBed {
  public static final String CLUSTER = "prod";
  private static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/rg";
  public static final String NETWORK = GROUP + "/providers/Microsoft.Network/virtualNetworks/vnet";
  public static final ArmId LB =
      ArmId.of(GROUP + "/providers/Microsoft.Network/loadBalancers/lb-1");
  public static final String SUBSCRIPTION = LB.subscription();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public final ManualTime time = new ManualTime();
  public final Tape tape = new Tape();
  public final FakeLedgers ledgers = new FakeLedgers(time, time.unset(), tape);
  public final FakeClaims claims = new FakeClaims(time, tape);
  public final FakeDocuments documents = new FakeDocuments(tape);
  public final FakeLoadBalancers arm;
  public final FakeWorkQueue queue = new FakeWorkQueue(time.unset(), tape);
  public final FakeGates gates = new FakeGates(tape);
  public final FakePoisonStore poison = new FakePoisonStore(tape);
  public final RecordedReports reports = new RecordedReports();
  private final Random random = new Random(7);
  private int ids;
  private DocumentCache cache = new DocumentCache(documents);
  public Mode mode = Mode.APPLY;
  public Optional<Scope> scope =
      Optional.of(new Scope(Optional.of(List.of(LB.resourceGroupId())), Optional.empty()));
  public boolean stopping;
  public boolean natGateway = true;

  /** Once, what a reading of the network comes with. */
  public Optional<InventoryReader.Throttled> networkThrottled = Optional.empty();

  /** {@code n1} is 10.0.0.1, and so on. */
  public int machines = 6;

  private Map<String, List<String>> services = new TreeMap<>();
  private long revision;
  private final TreeSet<String> unready = new TreeSet<>();

  private TestBed(FakeLoadBalancers.Etags etags) {
    arm = new FakeLoadBalancers(etags, time, tape);
  }

  /** Pools are empty; the mapping is not there yet. */
  public static TestBed with(FakeLoadBalancers.Etags etags) {
    TestBed bed = new TestBed(etags);
    bed.arm.put(bed.loadBalancer());
    return bed;
  }

  public static TestBed standard() {
    return with(FakeLoadBalancers.Etags.SHARED);
  }

  /** Publishes a mapping in which Local services of namespace ns have these nodes. */
  public TestBed wants(Map<String, List<String>> nodesByService) {
    services = new TreeMap<>(nodesByService);
    return publish(++revision);
  }

  public TestBed wants(String service, String... nodes) {
    Map<String, List<String>> next = new TreeMap<>(services);
    next.put(service, List.of(nodes));
    return wants(next);
  }

  public TestBed unready(String node) {
    unready.add(node);
    return publish(++revision);
  }

  public TestBed publish(long withRevision) {
    documents.putMapping(CLUSTER, mapping(CLUSTER, withRevision));
    return this;
  }

  public String mapping(String cluster, long withRevision) {
    ObjectNode mapping = MAPPER.createObjectNode();
    mapping.put("schema", "poolkeeper.mapping/v1");
    mapping.put("cluster", cluster);
    mapping.put("revision", withRevision);
    mapping.put("virtualNetwork", NETWORK);
    mapping.putObject("loadBalancers").putObject("lb-1").put("id", LB.text());
    ObjectNode nodes = mapping.putObject("nodes");
    for (int i = 1; i <= machines; i++) {
      ObjectNode node = nodes.putObject("n" + i);
      node.putArray("addresses").add("10.0.0." + i);
      node.put("ready", !unready.contains("n" + i));
    }
    ObjectNode all = mapping.putObject("services");
    services.forEach(
        (name, members) -> {
          ObjectNode service = all.putObject("ns/" + name);
          service.put("loadBalancer", "lb-1");
          service.put("externalTrafficPolicy", "Local");
          service.putArray("ipFamilies").add("IPv4");
          ArrayNode list = service.putArray("nodes");
          members.forEach(list::add);
        });
    return mapping.toString();
  }

  public TestBed controls(String loadBalancerEntry) {
    documents.putControls(
        CLUSTER,
        "{\"schema\":\"poolkeeper.controls/v1\",\"cluster\":\""
            + CLUSTER
            + "\",\"loadBalancers\":{\"lb-1\":"
            + loadBalancerEntry
            + "}}");
    return this;
  }

  public TestBed pool(String name, String... members) {
    arm.foreignWrite(LB, name, List.of(members));
    return this;
  }

  public List<String> members(String pool) {
    return arm.members(LB, pool);
  }

  public Ledger ledger() {
    return ledgers.get(LB);
  }

  /** A worker of its own: nothing is remembered of the one before. */
  public void newProcess() {
    tape.restart();
    cache = new DocumentCache(documents);
  }

  public Ports ports() {
    return new Ports(
        ledgers,
        claims,
        cache,
        arm,
        inventories(),
        gates,
        queue,
        poison,
        reports,
        time,
        () -> "id-" + ++ids,
        random,
        new InOrder(tape),
        () -> stopping);
  }

  private InventoryReader inventories() {
    return new InventoryReader() {
      @Override
      public Inventory read(Mapping mapping, LoadBalancer actual, Scope allowed, String id) {
        return tape.call("arm.inventory", () -> Snapshot.inventory(snapshot()));
      }

      @Override
      public Steps steps(Mapping mapping, LoadBalancer actual, Scope allowed, String id) {
        Optional<Throttled> now = networkThrottled;
        networkThrottled = Optional.empty();
        Steps all = InventoryReader.super.steps(mapping, actual, allowed, id);
        return new Steps() {
          @Override
          public Inventory network(Set<Address> sought) {
            return all.network(sought);
          }

          @Override
          public Inventory machines(Set<Address> open) {
            return all.machines(open);
          }

          @Override
          public Optional<Throttled> throttled() {
            return now;
          }
        };
      }
    };
  }

  public ReconcileSettings settings() {
    Map<String, Scope> scopes = new TreeMap<>();
    scope.ifPresent(value -> scopes.put(CLUSTER, value));
    return new ReconcileSettings(
        mode,
        scopes,
        false,
        new TreeSet<>(List.of(Protocol.TCP)),
        Optional.empty(),
        1000,
        Duration.ofHours(1),
        Duration.ofMinutes(15));
  }

  public QueueWatch watch() {
    return new QueueWatch() {
      @Override
      public QueueState work() {
        return new QueueState("pool-reconcile", queue.sent().size(), Optional.empty());
      }

      @Override
      public QueueState poison() {
        return new QueueState("pool-reconcile-poison", 0, Optional.empty());
      }

      @Override
      public QueueState events() {
        return new QueueState("resource-events", 0, Optional.empty());
      }

      @Override
      public QueueState eventPoison() {
        return new QueueState("resource-events-poison", 0, Optional.empty());
      }
    };
  }

  public Request request() {
    return Request.first(CLUSTER, LB, Cause.EVENT);
  }

  /** A new message, delivered for the first time, inserted just now. */
  public ReconcileReport run() {
    return run(request());
  }

  public ReconcileReport run(Request request) {
    return deliver(request, time.unset().now(), 1);
  }

  public ReconcileReport deliver(Request request, Instant insertedAt, long dequeueCount) {
    return new Reconciler(ports(), settings())
        .handle(
            new Delivery("text", Optional.of(request), "", Optional.of(insertedAt), dequeueCount));
  }

  public Outcome outcome() {
    return run().outcome();
  }

  /** What waits, where one message must. */
  public FakeWorkQueue.Sent onlyCopy() {
    if (queue.sent().size() != 1) {
      throw new AssertionError("one message must wait, found " + queue.sent());
    }
    return queue.sent().get(0);
  }

  /** A field of the last line, as text. */
  public String said(String field) {
    return String.valueOf(reports.last().fields().get(field));
  }

  public void sweep() {
    new Sweep(ports(), documents, watch(), settings()).run();
  }

  /** Delivers what waits, each when it is due, until nothing waits; at most so many messages. */
  public int drain(int atMost) {
    int delivered = 0;
    while (!queue.sent().isEmpty() && delivered < atMost) {
      for (FakeWorkQueue.Sent sent : queue.takeAll()) {
        time.advance(sent.delay());
        deliver(sent.request(), sent.insertedAt(), 1);
        delivered++;
      }
    }
    return delivered;
  }

  public void later(Duration duration) {
    time.advance(duration);
  }

  /** The network around it, as a snapshot file shows it. */
  public JsonNode snapshot() {
    ObjectNode snapshot = MAPPER.createObjectNode();
    ArrayNode loadBalancers = snapshot.putArray("loadBalancers");
    arm.all().forEach(loadBalancers::add);
    ObjectNode network = json("{'name':'vnet','id':'" + NETWORK + "','properties':{}}");
    String nat = GROUP + "/providers/Microsoft.Network/natGateways/nat";
    String subnet =
        "{'name':'nodes','id':'"
            + NETWORK
            + "/subnets/nodes','properties':{'addressPrefix':'10.0.0.0/24',"
            + (natGateway ? "'natGateway':{'id':'" + nat + "'}," : "")
            + "'defaultOutboundAccess':false}}";
    network.withObjectProperty("properties").putArray("subnets").add(json(subnet));
    snapshot.putArray("virtualNetworks").add(network);
    ArrayNode nics = snapshot.putArray("networkInterfaces");
    for (int i = 1; i <= machines; i++) {
      nics.add(nic(i));
    }
    snapshot.putArray("virtualMachineScaleSetNetworkInterfaces");
    snapshot
        .putArray("publicIPAddresses")
        .add(
            json(
                "{'name':'pip','id':'"
                    + GROUP
                    + "/providers/Microsoft.Network/publicIPAddresses/pip','properties':"
                    + "{'publicIPAddressVersion':'IPv4'}}"));
    snapshot.putArray("publicIPPrefixes");
    snapshot
        .putArray("natGateways")
        .add(
            json(
                "{'name':'nat','id':'"
                    + nat
                    + "','sku':{'name':'Standard'},'properties':{'provisioningState':'Succeeded',"
                    + "'publicIpAddresses':[{'id':'"
                    + GROUP
                    + "/providers/Microsoft.Network/publicIPAddresses/nat-pip'}]}}"));
    snapshot.putArray("routeTables");
    return snapshot;
  }

  private static ObjectNode nic(int i) {
    String id = GROUP + "/providers/Microsoft.Network/networkInterfaces/nic-" + i;
    return json(
        "{'name':'nic-"
            + i
            + "','id':'"
            + id
            + "','properties':{'ipConfigurations':[{'name':'c','id':'"
            + id
            + "/ipConfigurations/c','properties':{'privateIPAddress':'10.0.0."
            + i
            + "','privateIPAddressVersion':'IPv4','primary':true,'subnet':{'id':'"
            + NETWORK
            + "/subnets/nodes'}}}]}}");
  }

  /** Rules of ns-a and ns-b give SNAT, those of ns-c do not. */
  private JsonNode loadBalancer() {
    ObjectNode lb =
        json(
            "{'name':'lb-1','id':'"
                + LB.text()
                + "','type':'Microsoft.Network/loadBalancers','sku':{'name':'Standard','tier':"
                + "'Regional'},'properties':{'provisioningState':'Succeeded'}}");
    ObjectNode properties = lb.withObjectProperty("properties");
    properties
        .putArray("frontendIPConfigurations")
        .add(
            json(
                "{'name':'fe','id':'"
                    + LB.text()
                    + "/frontendIPConfigurations/fe','properties':{'publicIPAddress':{'id':'"
                    + GROUP
                    + "/providers/Microsoft.Network/publicIPAddresses/pip'}}}"));
    ArrayNode pools = properties.putArray("backendAddressPools");
    ArrayNode rules = properties.putArray("loadBalancingRules");
    for (String name : List.of("ns-a", "ns-b", "ns-c", "foreign")) {
      String id = LB.text() + "/backendAddressPools/" + name;
      pools.add(
          json(
              "{'name':'"
                  + name
                  + "','id':'"
                  + id
                  + "','properties':{'provisioningState':'Succeeded',"
                  + "'loadBalancerBackendAddresses':[]}}"));
      rules.add(
          json(
              "{'name':'r-"
                  + name
                  + "','id':'"
                  + LB.text()
                  + "/loadBalancingRules/r-"
                  + name
                  + "','properties':{'frontendIPConfiguration':{'id':'"
                  + LB.text()
                  + "/frontendIPConfigurations/fe'},'protocol':'Tcp','disableOutboundSnat':"
                  + !List.of("ns-a", "ns-b").contains(name)
                  + ",'backendAddressPool':{'id':'"
                  + id
                  + "'}}}"));
    }
    properties.putArray("outboundRules");
    return lb;
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
