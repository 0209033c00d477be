package io.poolkeeper.testing;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.egress.Judged;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Prefix;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import io.poolkeeper.plan.Planner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A world to plan in, with defaults: load balancer {@code lb-1} with a public IPv4 frontend, one
 * subnet without gateway and routes. Machines, pools and services are added by the test.
 */
public final class World {
  public static final String GROUP =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/cluster";
  public static final String NETWORK = GROUP + "/providers/Microsoft.Network/";
  public static final ArmId VNET = ArmId.of(NETWORK + "virtualNetworks/vnet-1");
  public static final ArmId SUBNET = ArmId.of(VNET + "/subnets/nodes");
  public static final ArmId LB = ArmId.of(NETWORK + "loadBalancers/lb-1");
  public static final Instant NOW = Instant.parse("2026-12-01T12:00:00Z");
  private static final ArmId FRONTEND = ArmId.of(LB + "/frontendIPConfigurations/fe-1");
  private static final ArmId PIP = ArmId.of(NETWORK + "publicIPAddresses/pip-1");

  private final SortedMap<String, Mapping.Node> nodes = new TreeMap<>();
  private final SortedMap<String, Mapping.Service> services = new TreeMap<>();
  private final List<Pool> pools = new ArrayList<>();
  private final List<LoadBalancer.BalancingRule> rules = new ArrayList<>();
  private final List<LoadBalancer.OutboundRule> outboundRules = new ArrayList<>();
  private final List<Network.Nic> nics = new ArrayList<>();
  private final List<Network.NatGateway> natGateways = new ArrayList<>();
  private Optional<List<String>> sharedNodes = Optional.empty();
  private Optional<Instant> generatedAt = Optional.empty();
  private Optional<ArmId> natGateway = Optional.empty();
  private Optional<String> nicsUnreadable = Optional.empty();
  private Optional<String> loadBalancersUnreadable = Optional.empty();
  private Optional<String> natGatewaysUnreadable = Optional.empty();
  private final List<LoadBalancer.Frontend> lostFrontends = new ArrayList<>();
  private boolean networkMissing;

  public Controls controls = Controls.NONE;
  public Ledger ledger = Ledger.EMPTY;
  public Optional<Scope> scope = PlanSettings.EVERYTHING;
  public boolean assumeDefaultOutbound;
  public Set<Protocol> protocols = EnumSet.of(Protocol.TCP);
  public Optional<Duration> maxAge = Optional.empty();
  public int maxPoolSize = 1000;
  public List<Network.Route> routes = List.of();
  public String lb = "Succeeded";

  public static String ip(int machine) {
    return "10.0.0." + machine;
  }

  public static ArmId poolId(String name) {
    return ArmId.of(LB + "/backendAddressPools/" + name);
  }

  /** A node {@code nX} with address 10.0.0.X, listed but without a NIC. */
  public World node(int... machines) {
    for (int machine : machines) {
      node("n" + machine, true, Optional.empty(), ip(machine));
    }
    return this;
  }

  public World node(String name, boolean ready, Optional<ArmId> vm, String... addresses) {
    List<Address> list = Arrays.stream(addresses).map(Address::of).toList();
    nodes.put(name, new Mapping.Node(name, list, ready, vm));
    return this;
  }

  /** NICs of machines, in VM {@code vm-X}. */
  public World nic(int... machines) {
    for (int machine : machines) {
      nic(machine, ip(machine), true);
    }
    return this;
  }

  public World nic(int machine, String address, boolean primary, String... pools) {
    ArmId id = ArmId.of(NETWORK + "networkInterfaces/nic-" + machine);
    nics.add(
        new Network.Nic(
            id,
            Optional.of(vm(machine)),
            List.of(
                new Network.IpConfiguration(
                    ArmId.of(id + "/ipConfigurations/ipconfig1"),
                    Optional.of(Address.of(address)),
                    primary,
                    Optional.of(SUBNET),
                    Optional.empty(),
                    Arrays.stream(pools).map(ArmId::of).toList()))));
    return this;
  }

  public static ArmId vm(int machine) {
    return ArmId.of(GROUP + "/providers/Microsoft.Compute/virtualMachines/vm-" + machine);
  }

  /** A Local service {@code ns/NAME}, pool {@code ns-NAME}. */
  public World local(String name, int... machines) {
    List<String> wanted = Arrays.stream(machines).mapToObj(m -> "n" + m).toList();
    return service("ns/" + name, Mapping.TrafficPolicy.LOCAL, List.of(Family.IPV4), wanted);
  }

  public World service(
      String name, Mapping.TrafficPolicy policy, List<Family> families, List<String> wanted) {
    return service(name, policy, families, wanted, new EnumMap<>(Family.class));
  }

  public World service(
      String name,
      Mapping.TrafficPolicy policy,
      List<Family> families,
      List<String> wanted,
      Map<Family, String> overrides) {
    services.put(name, new Mapping.Service(name, "lb-1", policy, families, wanted, overrides));
    return this;
  }

  public World shared(String... wanted) {
    sharedNodes = Optional.of(List.of(wanted));
    return this;
  }

  /** An IP pool with these machines, behind a TCP rule with SNAT. */
  public World snatPool(String name, int... machines) {
    return rule(name, true, Protocol.TCP).pool(name, machines);
  }

  /** An IP pool with these machines, behind no rule. */
  public World pool(String name, int... machines) {
    List<Pool.Entry> entries = new ArrayList<>();
    for (int machine : machines) {
      entries.add(entry("n" + machine, Optional.of(ip(machine))));
    }
    return pool(name, "Succeeded", entries, List.of());
  }

  public World pool(String name, String state, List<Pool.Entry> entries, List<ArmId> members) {
    pools.add(
        new Pool(
            poolId(name),
            name,
            "etag-1",
            state,
            Optional.empty(),
            List.copyOf(entries),
            members,
            JsonNodeFactory.instance.objectNode().put("name", name)));
    return this;
  }

  public static Pool.Entry entry(String name, Optional<String> address) {
    return new Pool.Entry(
        name,
        address.map(Address::of),
        Optional.empty(),
        Optional.empty(),
        JsonNodeFactory.instance.objectNode());
  }

  public World rule(String pool, boolean probe, Protocol... protocols) {
    rules.add(
        new LoadBalancer.BalancingRule(
            "r-" + pool,
            EnumSet.copyOf(List.of(protocols)),
            Optional.of(FRONTEND),
            Set.of(poolId(pool)),
            true,
            probe));
    return this;
  }

  /** A TCP rule with SNAT behind a public address of its own that the inventory lacks. */
  public World lostRule(String rule, String pool) {
    ArmId frontend = ArmId.of(LB + "/frontendIPConfigurations/fe-" + rule);
    ArmId lost = ArmId.of(NETWORK + "publicIPAddresses/pip-" + rule);
    lostFrontends.add(new LoadBalancer.Frontend(frontend, Optional.of(lost), Optional.empty()));
    rules.add(
        new LoadBalancer.BalancingRule(
            rule,
            EnumSet.of(Protocol.TCP),
            Optional.of(frontend),
            Set.of(poolId(pool)),
            true,
            true));
    return this;
  }

  /** An IP pool that carries this network for all its entries. */
  public World poolIn(ArmId network, String name, int... machines) {
    Pool plain = new World().pool(name, machines).pools.get(0);
    pools.add(
        new Pool(
            plain.id(),
            name,
            plain.etag(),
            plain.provisioningState(),
            Optional.of(network),
            plain.entries(),
            plain.backendIpConfigurations(),
            plain.raw()));
    return this;
  }

  /** A NIC in this subnet, or in one that ARM does not give. */
  public World nicIn(Optional<ArmId> subnet, int machine) {
    Network.Nic plain = new World().nic(machine).nics.get(0);
    Network.IpConfiguration configuration = plain.ipConfigurations().get(0);
    nics.add(
        new Network.Nic(
            plain.id(),
            plain.virtualMachine(),
            List.of(
                new Network.IpConfiguration(
                    configuration.id(),
                    configuration.address(),
                    true,
                    subnet,
                    Optional.empty(),
                    List.of()))));
    return this;
  }

  public World outboundRule(String pool, Protocol... protocols) {
    outboundRules.add(
        new LoadBalancer.OutboundRule(
            "o-" + pool,
            EnumSet.copyOf(List.of(protocols)),
            List.of(FRONTEND),
            Optional.of(poolId(pool)),
            0));
    return this;
  }

  public World natGateway(boolean readable) {
    ArmId id = ArmId.of(NETWORK + "natGateways/nat-1");
    natGateway = Optional.of(id);
    if (readable) {
      natGateways.add(
          new Network.NatGateway(id, "Standard", "Succeeded", true, false, Optional.empty()));
    } else {
      natGatewaysUnreadable = Optional.of("403 AuthorizationFailed");
    }
    return this;
  }

  public World unreadableNics() {
    nicsUnreadable = Optional.of("403 AuthorizationFailed");
    return this;
  }

  public World unreadableLoadBalancers() {
    loadBalancersUnreadable = Optional.of("503");
    return this;
  }

  public World unreadableNatGateways() {
    natGatewaysUnreadable = Optional.of("503");
    return this;
  }

  public World withoutNetwork() {
    networkMissing = true;
    return this;
  }

  public World generatedAt(Instant at) {
    generatedAt = Optional.of(at);
    return this;
  }

  public Mapping mapping() {
    SortedMap<String, Mapping.LoadBalancerEntry> entries = new TreeMap<>();
    entries.put("lb-1", new Mapping.LoadBalancerEntry("lb-1", LB, sharedNodes));
    return new Mapping("prod", 0, 1, generatedAt, VNET, entries, nodes, services);
  }

  public LoadBalancer loadBalancer() {
    List<LoadBalancer.Frontend> frontends = new ArrayList<>(lostFrontends);
    frontends.add(new LoadBalancer.Frontend(FRONTEND, Optional.of(PIP), Optional.empty()));
    return new LoadBalancer(
        LB,
        "lb-1",
        "etag-lb",
        "Standard",
        "Regional",
        lb,
        List.copyOf(frontends),
        List.copyOf(pools),
        List.copyOf(rules),
        List.copyOf(outboundRules));
  }

  public Inventory inventory() {
    Optional<ArmId> table =
        routes.isEmpty()
            ? Optional.empty()
            : Optional.of(ArmId.of(NETWORK + "routeTables/table-1"));
    Network.Subnet subnet =
        new Network.Subnet(
            SUBNET, List.of(Prefix.of("10.0.0.0/16")), natGateway, table, Optional.empty());
    Network.VirtualNetwork network =
        new Network.VirtualNetwork(VNET, List.of(subnet), Optional.empty());
    return new Inventory(
        part(List.of(loadBalancer()), LoadBalancer::id, loadBalancersUnreadable),
        part(
            networkMissing ? List.<Network.VirtualNetwork>of() : List.of(network),
            Network.VirtualNetwork::id,
            Optional.empty()),
        part(nics, Network.Nic::id, nicsUnreadable),
        part(
            List.of(new Network.PublicAddress(PIP, Family.IPV4)),
            Network.PublicAddress::id,
            Optional.empty()),
        part(List.<Network.PublicAddress>of(), Network.PublicAddress::id, Optional.empty()),
        part(natGateways, Network.NatGateway::id, natGatewaysUnreadable),
        part(
            table.map(id -> new Network.RouteTable(id, routes)).stream().toList(),
            Network.RouteTable::id,
            Optional.empty()));
  }

  private static <T> Inventory.Part<T> part(
      List<T> items, java.util.function.Function<T, ArmId> id, Optional<String> unreadable) {
    return new Inventory.Part<>(Inventory.Part.complete(items, id).byId(), unreadable);
  }

  public PlanInput input() {
    Mapping mapping = mapping();
    return new PlanInput(
        mapping,
        mapping.loadBalancers().get("lb-1"),
        controls,
        loadBalancer(),
        ledger,
        new PlanSettings(
            scope,
            assumeDefaultOutbound,
            Collections.unmodifiableSortedSet(new TreeSet<>(protocols)),
            maxAge,
            maxPoolSize),
        NOW);
  }

  public Judged judge() {
    return GuardedPlanner.judge(Planner.draft(input()), inventory());
  }

  public Plan plan() {
    return judge().plan();
  }

  /** {@code pool address reason} of every hold. */
  public List<String> held() {
    return plan().pools().stream()
        .flatMap(
            pool ->
                pool.held().stream().map(h -> pool.pool() + " " + h.address() + " " + h.reason()))
        .toList();
  }

  /** {@code pool +added -removed} of every write, in order. */
  public List<String> writes() {
    return plan().writes().stream()
        .map(w -> w.pool() + " +" + w.added() + " -" + w.removals())
        .toList();
  }
}
