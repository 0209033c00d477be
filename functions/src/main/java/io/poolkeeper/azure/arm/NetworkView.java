package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.azure.arm.Listing.Kind;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Scope;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of the network so far, and which lists are needed to know more: resources name each
 * other, so each round of answers may ask for a further one. Not thread-safe.
 */
final class NetworkView {
  private static final String NIC = "Microsoft.Network/networkInterfaces";
  private static final String SCALE_SET = "Microsoft.Compute/virtualMachineScaleSets";
  private static final String PUBLIC_IP = "Microsoft.Network/publicIPAddresses";

  private final Mapping mapping;
  private final LoadBalancer actual;
  private final Scope scope;
  private final Set<Address> ofInterest = new HashSet<>();
  private final Set<ArmId> nicOwners = new LinkedHashSet<>();

  private final Shelf<LoadBalancer> loadBalancers =
      new Shelf<>(ArmReader::loadBalancer, LoadBalancer::id);
  private final Shelf<Network.VirtualNetwork> networks =
      new Shelf<>(ArmReader::virtualNetwork, Network.VirtualNetwork::id);
  private final Shelf<Network.Nic> nics = new Shelf<>(ArmReader::nic, Network.Nic::id);
  private final Shelf<Network.PublicAddress> publicIps =
      new Shelf<>(ArmReader::publicAddress, Network.PublicAddress::id);
  private final Shelf<Network.PublicAddress> publicPrefixes =
      new Shelf<>(ArmReader::publicAddress, Network.PublicAddress::id);
  private final Shelf<Network.NatGateway> natGateways =
      new Shelf<>(ArmReader::natGateway, Network.NatGateway::id);
  private final Shelf<Network.RouteTable> routeTables =
      new Shelf<>(ArmReader::routeTable, Network.RouteTable::id);

  NetworkView(Mapping mapping, LoadBalancer actual, Scope scope) {
    this.mapping = mapping;
    this.actual = actual;
    this.scope = scope;
    mapping.nodes().values().forEach(node -> ofInterest.addAll(node.addresses()));
    actual
        .pools()
        .forEach(pool -> pool.entries().forEach(e -> e.address().ifPresent(ofInterest::add)));
  }

  Inventory inventory() {
    return new Inventory(
            loadBalancers.part(),
            networks.part(),
            nics.part(),
            publicIps.part(),
            publicPrefixes.part(),
            natGateways.part(),
            routeTables.part())
        .with(actual);
  }

  /** The virtual network with {@code $expand=subnets/ipConfigurations}, or why it did not come. */
  void network(Answer answer, Instant now) {
    String what = "virtual network " + mapping.virtualNetwork();
    if (!answer.ok()) {
      String cause = ReadFailure.of(answer, what, now).detail();
      if (answer.status() != 404) {
        networks.missing(cause);
      }
      notFollowed(cause);
      return;
    }
    JsonNode json = answer.json();
    networks.put(json, what);
    if (networks.get(mapping.virtualNetwork()).isEmpty()) {
      notFollowed("the answer is not " + what);
      return;
    }
    for (JsonNode subnet : json.path("properties").path("subnets")) {
      subnet.path("properties").path("ipConfigurations").forEach(this::owner);
    }
  }

  /** Without the network nobody knows what it names. */
  private void notFollowed(String cause) {
    nics.missing(cause);
    natGateways.missing(cause);
    routeTables.missing(cause);
  }

  /**
   * An ipConfiguration of a subnet: its id says whose it is, its address whether that matters. One
   * that does not show its address may have any.
   */
  private void owner(JsonNode configuration) {
    Optional<Address> address =
        Address.parse(configuration.path("properties").path("privateIPAddress").asText(""));
    if (address.isPresent() && !ofInterest.contains(address.get())) {
      return;
    }
    ArmId.parse(configuration.path("id").asText("")).ifPresent(id -> nicOwners.add(id.root()));
  }

  void put(Listing listing, Pages pages, Instant now) {
    shelf(listing.kind()).put(pages, listing.what(), now);
  }

  /** Marks what the lists not made leave unknown. */
  void unfinished(Set<Listing> made, int rounds) {
    for (Listing listing : needed()) {
      if (!made.contains(listing)) {
        shelf(listing.kind()).missing("not read after " + rounds + " rounds: " + listing.what());
      }
    }
  }

  private Shelf<?> shelf(Kind kind) {
    switch (kind) {
      case LOAD_BALANCERS:
        return loadBalancers;
      case NICS:
      case SCALE_SET_NICS:
        return nics;
      case PUBLIC_IPS:
        return publicIps;
      case PUBLIC_PREFIXES:
        return publicPrefixes;
      case NAT_GATEWAYS:
        return natGateways;
      case ROUTE_TABLES:
        return routeTables;
      default:
        throw new IllegalStateException("no such kind: " + kind);
    }
  }

  /** All lists that what is known by now asks for, those already made among them. */
  Set<Listing> needed() {
    Set<Listing> needed = new LinkedHashSet<>();
    mapping.loadBalancers().values().forEach(lb -> group(needed, Kind.LOAD_BALANCERS, lb.id()));
    scope
        .loadBalancers()
        .ifPresent(ids -> ids.forEach(id -> group(needed, Kind.LOAD_BALANCERS, id)));
    group(needed, Kind.LOAD_BALANCERS, actual.id());
    // A gateway may name the network without being named by it; it is looked for beside it.
    group(needed, Kind.NAT_GATEWAYS, mapping.virtualNetwork());
    networks.get(mapping.virtualNetwork()).ifPresent(network -> ofNetwork(needed, network));
    nicOwners.forEach(owner -> ofOwner(needed, owner));
    nics.all().forEach(nic -> ofNic(needed, nic));
    loadBalancers.all().forEach(lb -> ofLoadBalancer(needed, lb));
    ofLoadBalancer(needed, actual);
    return needed;
  }

  private static void group(Set<Listing> needed, Kind kind, ArmId resource) {
    needed.add(new Listing(kind, resource.resourceGroupId()));
  }

  private static void ofNetwork(Set<Listing> needed, Network.VirtualNetwork network) {
    network.defaultNatGateway().ifPresent(id -> group(needed, Kind.NAT_GATEWAYS, id));
    for (Network.Subnet subnet : network.subnets()) {
      subnet.natGateway().ifPresent(id -> group(needed, Kind.NAT_GATEWAYS, id));
      subnet.routeTable().ifPresent(id -> group(needed, Kind.ROUTE_TABLES, id));
    }
  }

  /** Other owners (gateways, load balancers, firewalls) are no machines. */
  private static void ofOwner(Set<Listing> needed, ArmId owner) {
    if (owner.isOfType(NIC)) {
      group(needed, Kind.NICS, owner);
    } else if (owner.isOfType(SCALE_SET)) {
      needed.add(new Listing(Kind.SCALE_SET_NICS, owner));
    }
  }

  private void ofNic(Set<Listing> needed, Network.Nic nic) {
    boolean counts =
        nic.ipConfigurations().stream()
            .anyMatch(c -> c.address().isEmpty() || ofInterest.contains(c.address().get()));
    if (!counts) {
      return;
    }
    for (Network.IpConfiguration configuration : nic.ipConfigurations()) {
      configuration
          .publicIp()
          .filter(id -> id.isOfType(PUBLIC_IP))
          .ifPresent(id -> group(needed, Kind.PUBLIC_IPS, id));
      configuration.pools().forEach(id -> group(needed, Kind.LOAD_BALANCERS, id));
    }
  }

  private static void ofLoadBalancer(Set<Listing> needed, LoadBalancer loadBalancer) {
    for (LoadBalancer.Frontend frontend : loadBalancer.frontends()) {
      frontend
          .publicIp()
          .filter(id -> id.isOfType(PUBLIC_IP))
          .ifPresent(id -> group(needed, Kind.PUBLIC_IPS, id));
      frontend.publicPrefix().ifPresent(id -> group(needed, Kind.PUBLIC_PREFIXES, id));
    }
  }
}
