package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What an audit knows of the network so far, and what it has to read to know more. Not thread-safe.
 */
final class AuditView {
  private static final String NIC = "Microsoft.Network/networkInterfaces";
  private static final String SCALE_SET = "Microsoft.Compute/virtualMachineScaleSets";
  private static final String PUBLIC_IP = "Microsoft.Network/publicIPAddresses";

  private final Set<ArmId> groups;
  private final Set<ArmId> configurations = new HashSet<>();
  private final Set<Address> addresses = new HashSet<>();
  private final Set<ArmId> networksOfMembers = new TreeSet<>();
  private final Set<ArmId> owners = new LinkedHashSet<>();
  private final Map<ArmId, JsonNode> ownersOfNetworks = new TreeMap<>();

  private final Part<LoadBalancer> loadBalancers =
      new Part<>(ArmReader::loadBalancer, LoadBalancer::id);
  private final Part<Network.VirtualNetwork> networks =
      new Part<>(ArmReader::virtualNetwork, Network.VirtualNetwork::id);
  private final Part<Network.Nic> nics = new Part<>(ArmReader::nic, Network.Nic::id);
  private final Part<Network.PublicAddress> publicIps =
      new Part<>(ArmReader::publicAddress, Network.PublicAddress::id);
  private final Part<Network.PublicAddress> publicPrefixes =
      new Part<>(ArmReader::publicAddress, Network.PublicAddress::id);
  private final Part<Network.NatGateway> natGateways =
      new Part<>(ArmReader::natGateway, Network.NatGateway::id);
  private final Part<Network.RouteTable> routeTables =
      new Part<>(ArmReader::routeTable, Network.RouteTable::id);

  AuditView(Collection<ArmId> resourceGroups) {
    this.groups = new TreeSet<>(resourceGroups);
  }

  enum Kind {
    LOAD_BALANCERS("load balancers of"),
    NICS("network interfaces of"),
    SCALE_SET_NICS("network interfaces of scale set"),
    NETWORK("virtual network"),
    PUBLIC_IPS("public IP addresses of"),
    PUBLIC_PREFIXES("public IP prefixes of"),
    NAT_GATEWAYS("NAT gateways of"),
    ROUTE_TABLES("route tables of");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /**
   * One read.
   *
   * @param scope a resource group, a scale set or a virtual network
   */
  record Wanted(Kind kind, ArmId scope) {
    String words() {
      return kind.words + " " + scope;
    }
  }

  /** Resources of one kind as they come in, and why some of them did not. */
  private static final class Part<T> {
    private final Function<JsonNode, T> read;
    private final Function<T, ArmId> id;
    private final Map<ArmId, T> byId = new TreeMap<>();
    private final Set<String> causes = new TreeSet<>();

    Part(Function<JsonNode, T> read, Function<T, ArmId> id) {
      this.read = read;
      this.id = id;
    }

    void put(JsonNode item, String words) {
      try {
        T resource = read.apply(item);
        byId.put(id.apply(resource), resource);
      } catch (ArmFormatException e) {
        causes.add("unexpected answer reading " + words + ": " + e.getMessage());
      }
    }

    Inventory.Part<T> done() {
      return new Inventory.Part<>(
          byId, causes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", causes)));
    }
  }

  Inventory inventory() {
    return new Inventory(
        loadBalancers.done(),
        networks.done(),
        nics.done(),
        publicIps.done(),
        publicPrefixes.done(),
        natGateways.done(),
        routeTables.done());
  }

  void put(Wanted wanted, Pages pages, Instant now) {
    Part<?> part = part(wanted.kind());
    pages.items().forEach(item -> part.put(item, wanted.words()));
    pages
        .failure()
        .ifPresent(answer -> part.causes.add(ReadFailure.of(answer, wanted.words(), now).detail()));
  }

  /** With {@code $expand=subnets/ipConfigurations}: whose the addresses are. */
  void network(Wanted wanted, Answer answer, Instant now) {
    if (answer.ok()) {
      networks.put(answer.json(), wanted.words());
      ownersOfNetworks.put(wanted.scope(), answer.json());
      return;
    }
    String cause = ReadFailure.of(answer, wanted.words(), now).detail();
    networks.causes.add(cause);
    nics.causes.add(cause);
  }

  void unfinished(Set<Wanted> made, int rounds) {
    for (Wanted wanted : wanted()) {
      if (!made.contains(wanted)) {
        part(wanted.kind()).causes.add("not read after " + rounds + " rounds: " + wanted.words());
      }
    }
  }

  private Part<?> part(Kind kind) {
    return switch (kind) {
      case LOAD_BALANCERS -> loadBalancers;
      case NICS, SCALE_SET_NICS -> nics;
      case NETWORK -> networks;
      case PUBLIC_IPS -> publicIps;
      case PUBLIC_PREFIXES -> publicPrefixes;
      case NAT_GATEWAYS -> natGateways;
      case ROUTE_TABLES -> routeTables;
    };
  }

  /** All reads that what is known by now asks for, those already made among them. */
  Set<Wanted> wanted() {
    Set<Wanted> wanted = new LinkedHashSet<>();
    groups.forEach(group -> wanted.add(new Wanted(Kind.LOAD_BALANCERS, group)));
    for (LoadBalancer loadBalancer : loadBalancers.byId.values()) {
      ofFrontends(wanted, loadBalancer);
      if (groups.contains(loadBalancer.id().resourceGroupId())) {
        loadBalancer.pools().forEach(this::members);
      }
    }
    ownersOfNetworks.forEach((id, json) -> owners(json));
    configurations.forEach(id -> ofOwner(wanted, id.root()));
    owners.forEach(owner -> ofOwner(wanted, owner));
    nics.byId.values().forEach(nic -> ofNic(wanted, nic));
    for (ArmId network : networksOfMembers) {
      wanted.add(new Wanted(Kind.NETWORK, network));
      // A gateway may name the network without being named by it; it is looked for beside it.
      group(wanted, Kind.NAT_GATEWAYS, network);
    }
    networks.byId.values().forEach(network -> ofNetwork(wanted, network));
    return wanted;
  }

  private static void group(Set<Wanted> wanted, Kind kind, ArmId resource) {
    wanted.add(new Wanted(kind, resource.resourceGroupId()));
  }

  private static void ofFrontends(Set<Wanted> wanted, LoadBalancer loadBalancer) {
    for (LoadBalancer.Frontend frontend : loadBalancer.frontends()) {
      frontend
          .publicIp()
          .filter(id -> id.isOfType(PUBLIC_IP))
          .ifPresent(id -> group(wanted, Kind.PUBLIC_IPS, id));
      frontend.publicPrefix().ifPresent(id -> group(wanted, Kind.PUBLIC_PREFIXES, id));
    }
  }

  private void members(Pool pool) {
    configurations.addAll(pool.backendIpConfigurations());
    for (Pool.Entry entry : pool.entries()) {
      if (entry.address().isPresent()) {
        addresses.add(entry.address().get());
        pool.networkOf(entry).ifPresent(networksOfMembers::add);
      }
    }
  }

  /** An ipConfiguration of a subnet: its id says whose it is; one without address may have any. */
  private void owners(JsonNode network) {
    for (JsonNode subnet : network.path("properties").path("subnets")) {
      for (JsonNode configuration : subnet.path("properties").path("ipConfigurations")) {
        Optional<Address> address =
            Address.parse(configuration.path("properties").path("privateIPAddress").asText(""));
        if (address.map(addresses::contains).orElse(true)) {
          ArmId.parse(configuration.path("id").asText("")).ifPresent(id -> owners.add(id.root()));
        }
      }
    }
  }

  /** Other owners (gateways, load balancers, firewalls) are no machines. */
  private static void ofOwner(Set<Wanted> wanted, ArmId owner) {
    if (owner.isOfType(NIC)) {
      group(wanted, Kind.NICS, owner);
    } else if (owner.isOfType(SCALE_SET)) {
      wanted.add(new Wanted(Kind.SCALE_SET_NICS, owner));
    }
  }

  private void ofNic(Set<Wanted> wanted, Network.Nic nic) {
    for (Network.IpConfiguration configuration : nic.ipConfigurations()) {
      boolean named =
          configuration.pools().stream()
              .anyMatch(pool -> groups.contains(pool.root().resourceGroupId()));
      if (named
          || configurations.contains(configuration.id())
          || configuration.address().filter(addresses::contains).isPresent()) {
        configuration
            .publicIp()
            .filter(id -> id.isOfType(PUBLIC_IP))
            .ifPresent(id -> group(wanted, Kind.PUBLIC_IPS, id));
        configuration.pools().forEach(id -> group(wanted, Kind.LOAD_BALANCERS, id));
        configuration.subnet().ifPresent(id -> networksOfMembers.add(id.root()));
      }
    }
  }

  private static void ofNetwork(Set<Wanted> wanted, Network.VirtualNetwork network) {
    network.defaultNatGateway().ifPresent(id -> group(wanted, Kind.NAT_GATEWAYS, id));
    for (Network.Subnet subnet : network.subnets()) {
      subnet.natGateway().ifPresent(id -> group(wanted, Kind.NAT_GATEWAYS, id));
      subnet.routeTable().ifPresent(id -> group(wanted, Kind.ROUTE_TABLES, id));
    }
  }
}
