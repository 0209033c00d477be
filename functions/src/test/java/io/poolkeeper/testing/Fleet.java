package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.LoadBalancers;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Several load balancers {@code lb-1}, {@code lb-2}... in one network without a gateway: a machine
 * has a way out as long as it is in any SNAT pool. Each has a SNAT pool {@code ns-s<i>} of a
 * service {@code ns/s<i>}; {@code outbound}, which no mapping names, has a SNAT pool {@code out}.
 */
public final class Fleet implements Crowd {
  public static final String CLUSTER = "prod";
  public static final ArmId NETWORK = ArmId.of(TestBed.NETWORK);
  public static final ArmId OUTBOUND = id("outbound");
  private static final String GROUP = NETWORK.resourceGroupId().text();
  private static final ObjectMapper MAPPER = new ObjectMapper();

  public final ManualTime time = new ManualTime();
  public final Tape tape = new Tape();
  public final FakeLedgers ledgers = new FakeLedgers(time, tape);
  public final FakeClaims claims = new FakeClaims(time, tape);
  public final FakeDocuments documents = new FakeDocuments(tape);
  public final FakeLoadBalancers arm =
      new FakeLoadBalancers(FakeLoadBalancers.Etags.SHARED, time, tape);
  public final FakeWorkQueue queue = new FakeWorkQueue(time, tape);
  public final FakeGates gates = new FakeGates(tape);
  public final RecordedReports reports = new RecordedReports();

  /** What the judge saw: machines that lost their last way out by a write of ours. */
  public final List<String> stranded = new ArrayList<>();

  /** Documents that all workers share, parsed already; they do not change then. */
  public Optional<DocumentCache> parsed = Optional.empty();

  private final int size;
  private final int machines;
  private int revision;
  private Map<String, List<String>> services = new TreeMap<>();

  /** Default outbound access is there and assumed. */
  public boolean defaultOutbound;

  /** What the workers get in place of the fakes, for tests of other ways to lock. */
  public Claims claimsPort = claims;

  public LoadBalancers armPort = arm;

  private Fleet(int size, int machines) {
    this.size = size;
    this.machines = machines;
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

  @Override
  public void run(String worker, ArmId loadBalancer, long dequeueCount) {
    worker(worker).run(loadBalancer, dequeueCount);
  }

  public static Fleet of(int size, int machines) {
    Fleet fleet = new Fleet(size, machines);
    for (int i = 1; i <= size; i++) {
      fleet.arm.put(fleet.loadBalancer("lb-" + i, "ns-s" + i));
    }
    fleet.arm.put(fleet.loadBalancer("outbound", "out"));
    fleet.arm.watch(fleet::judge);
    return fleet;
  }

  public static ArmId id(String loadBalancer) {
    return ArmId.of(
        NETWORK.resourceGroupId().text()
            + "/providers/Microsoft.Network/loadBalancers/"
            + loadBalancer);
  }

  public static ArmId lb(int i) {
    return id("lb-" + i);
  }

  public Fleet pool(int i, String... members) {
    arm.foreignWrite(lb(i), "ns-s" + i, List.of(members));
    return this;
  }

  public Fleet outbound(String... members) {
    arm.foreignWrite(OUTBOUND, "out", List.of(members));
    return this;
  }

  public List<String> members(int i) {
    return arm.members(lb(i), "ns-s" + i);
  }

  /** By service number; services that are not named want nobody. */
  public Fleet wants(Map<Integer, List<String>> nodes) {
    services = new TreeMap<>();
    for (int i = 1; i <= size; i++) {
      services.put("ns/s" + i, nodes.getOrDefault(i, List.of()));
    }
    return publish();
  }

  public List<String> wanted(int i) {
    return services.getOrDefault("ns/s" + i, List.of());
  }

  private Fleet publish() {
    ObjectNode mapping = MAPPER.createObjectNode();
    mapping.put("schema", "poolkeeper.mapping/v1");
    mapping.put("cluster", CLUSTER);
    mapping.put("revision", ++revision);
    mapping.put("virtualNetwork", NETWORK.text());
    ObjectNode loadBalancers = mapping.putObject("loadBalancers");
    for (int i = 1; i <= size; i++) {
      loadBalancers.putObject("lb-" + i).put("id", lb(i).text());
    }
    ObjectNode nodes = mapping.putObject("nodes");
    for (int i = 1; i <= machines; i++) {
      nodes.putObject("n" + i).putArray("addresses").add("10.0.0." + i);
    }
    ObjectNode all = mapping.putObject("services");
    services.forEach(
        (name, members) -> {
          ObjectNode service = all.putObject(name);
          service.put("loadBalancer", "lb-" + name.substring("ns/s".length()));
          service.put("externalTrafficPolicy", "Local");
          service.putArray("ipFamilies").add("IPv4");
          ArrayNode list = service.putArray("nodes");
          members.forEach(list::add);
        });
    documents.putMapping(CLUSTER, mapping.toString());
    return this;
  }

  /** Written for the tests alone: in some SNAT pool or not. */
  private void judge(LoadBalancer before, LoadBalancer after) {
    Set<String> lost = members(before);
    arm.all().forEach(json -> lost.removeAll(members(arm.read(ArmId.of(json.at("/id").asText())))));
    if (!lost.isEmpty()) {
      stranded.add(lost + " by a write to " + after.name());
    }
  }

  private static Set<String> members(LoadBalancer loadBalancer) {
    Set<String> members = new TreeSet<>();
    for (Pool pool : loadBalancer.pools()) {
      pool.entries().forEach(e -> e.address().ifPresent(a -> members.add(a.text())));
    }
    return members;
  }

  /** In how many pools an address is. */
  public int memberships(String address) {
    int count = 0;
    for (var json : arm.all()) {
      count += members(arm.read(ArmId.of(json.at("/id").asText()))).contains(address) ? 1 : 0;
    }
    return count;
  }

  /** A worker process: nothing of it is shared with another but what it talks to. */
  public final class Worker {
    private final String name;
    private final DocumentCache cache = parsed.orElseGet(() -> new DocumentCache(documents));
    private final Random random;
    private int ids;

    private Worker(String name) {
      this.name = name;
      this.random = new Random(name.hashCode());
    }

    public ReconcileReport run(ArmId loadBalancer, long dequeueCount) {
      Request request = Request.first(CLUSTER, loadBalancer, Cause.EVENT);
      return new Reconciler(ports(), settings())
          .handle(
              new Delivery(
                  "text", Optional.of(request), "", Optional.of(time.now()), dequeueCount));
    }

    /** For the first time. */
    public ReconcileReport deliver(Request request, Instant insertedAt) {
      return new Reconciler(ports(), settings())
          .handle(new Delivery("text", Optional.of(request), "", Optional.of(insertedAt), 1));
    }

    public Ports ports() {
      return new Ports(
          ledgers,
          claimsPort,
          cache,
          armPort,
          (mapping, actual, allowed, requestId) ->
              tape.call("arm.inventory", () -> Snapshot.inventory(snapshot())),
          gates,
          queue,
          new FakePoisonStore(tape),
          reports,
          new TapedTime(time, tape),
          () -> name + "-" + ++ids,
          random,
          new InOrder(new Tape()),
          () -> false);
    }
  }

  public Worker worker(String name) {
    return new Worker(name);
  }

  /** The pool gives no SNAT any more. */
  public Fleet withoutSnat(int i) {
    ObjectNode json =
        (ObjectNode)
            arm.all().stream()
                .filter(lb -> ArmId.of(lb.path("id").asText()).equals(lb(i)))
                .findFirst()
                .orElseThrow();
    ((ObjectNode) json.at("/properties/loadBalancingRules/0/properties"))
        .put("disableOutboundSnat", true);
    return this;
  }

  public ReconcileSettings settings() {
    Scope scope = new Scope(Optional.of(List.of(NETWORK.resourceGroupId())), Optional.empty());
    return new ReconcileSettings(
        Mode.APPLY,
        Map.of(CLUSTER, scope),
        defaultOutbound,
        new TreeSet<>(List.of(Protocol.TCP)),
        Optional.empty(),
        1000,
        Duration.ofHours(1),
        Duration.ofMinutes(15));
  }

  /** Runs each load balancer once, in order, as long as it takes nothing from anybody. */
  public void runAll(String workers) {
    for (int i = 1; i <= size; i++) {
      worker(workers + i).run(lb(i), 2);
    }
  }

  public void sweep() {
    new Sweep(worker("sweep").ports(), documents, NO_QUEUES, settings()).run();
  }

  /** Delivers what waits, each when it is due, until nothing waits; at most so many messages. */
  public int drain(int atMost) {
    int delivered = 0;
    while (!queue.sent().isEmpty() && delivered < atMost) {
      for (FakeWorkQueue.Sent sent : queue.takeAll()) {
        time.advance(sent.delay());
        worker("drain-" + time.nanos()).deliver(sent.request(), sent.insertedAt());
        delivered++;
      }
    }
    return delivered;
  }

  private static final QueueWatch NO_QUEUES =
      new QueueWatch() {
        @Override
        public QueueState work() {
          return new QueueState("pool-reconcile", 0, Optional.empty());
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

  private com.fasterxml.jackson.databind.JsonNode snapshot() {
    ObjectNode snapshot = MAPPER.createObjectNode();
    ArrayNode loadBalancers = snapshot.putArray("loadBalancers");
    arm.all().forEach(loadBalancers::add);
    ObjectNode network =
        json("{'name':'vnet','id':'%s','properties':{}}".formatted(NETWORK.text()));
    network
        .withObjectProperty("properties")
        .putArray("subnets")
        .add(
            json(
                """
                {'name':'nodes','id':'%s/subnets/nodes','properties':{
                'addressPrefix':'10.0.0.0/24','defaultOutboundAccess':%s}}
                """
                    .formatted(NETWORK.text(), defaultOutbound)));
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
                """
                {'name':'pip','id':'%s/providers/Microsoft.Network/publicIPAddresses/pip',
                'properties':{'publicIPAddressVersion':'IPv4'}}
                """
                    .formatted(GROUP)));
    snapshot.putArray("publicIPPrefixes");
    snapshot.putArray("natGateways");
    snapshot.putArray("routeTables");
    return snapshot;
  }

  private static ObjectNode nic(int i) {
    return json(
        """
        {'name':'nic-%1$d','id':'%2$s/providers/Microsoft.Network/networkInterfaces/nic-%1$d',
        'properties':{'ipConfigurations':[{'name':'c',
        'id':'%2$s/providers/Microsoft.Network/networkInterfaces/nic-%1$d/ipConfigurations/c',
        'properties':{'privateIPAddress':'10.0.0.%1$d','privateIPAddressVersion':'IPv4',
        'primary':true,'subnet':{'id':'%3$s/subnets/nodes'}}}]}}
        """
            .formatted(i, GROUP, NETWORK.text()));
  }

  private ObjectNode loadBalancer(String name, String pool) {
    return json(
        """
        {'name':'%1$s','id':'%2$s','type':'Microsoft.Network/loadBalancers',
        'sku':{'name':'Standard','tier':'Regional'},'properties':{
        'provisioningState':'Succeeded',
        'frontendIPConfigurations':[{'name':'fe','id':'%2$s/frontendIPConfigurations/fe',
        'properties':{'publicIPAddress':{'id':'%3$s/providers/Microsoft.Network/publicIPAddresses/pip'}}}],
        'backendAddressPools':[{'name':'%4$s','id':'%2$s/backendAddressPools/%4$s','properties':{
        'provisioningState':'Succeeded','loadBalancerBackendAddresses':[]}}],
        'loadBalancingRules':[{'name':'r','id':'%2$s/loadBalancingRules/r','properties':{
        'frontendIPConfiguration':{'id':'%2$s/frontendIPConfigurations/fe'},'protocol':'Tcp',
        'disableOutboundSnat':false,'backendAddressPool':{'id':'%2$s/backendAddressPools/%4$s'}}}],
        'outboundRules':[]}}
        """
            .formatted(name, id(name).text(), GROUP, pool));
  }

  private static ObjectNode json(String text) {
    try {
      return (ObjectNode) MAPPER.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
