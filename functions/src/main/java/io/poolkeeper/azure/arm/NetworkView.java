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
  private static final String PUBLIC_IP = "Microsoft.Network/publicIPAddresses";

  private final Mapping mapping;
  private final LoadBalancer actual;
  private final Set<Address> ofInterest = new HashSet<>();
  private final Set<Address> open = new HashSet<>();
  private final Set<Listing> baseLoadBalancers = new LinkedHashSet<>();
  private final NicSearch search;
  private boolean machines;
  private boolean whole;

  private final Shelf<LoadBalancer> loadBalancers =
      Shelf.ofAll(ArmReader::loadBalancer, LoadBalancer::id);
  private final Shelf<Network.VirtualNetwork> networks =
      Shelf.ofAll(ArmReader::virtualNetwork, Network.VirtualNetwork::id);
  private final Shelf<Network.Nic> nics = new Shelf<>(this::nic, Network.Nic::id);
  private final Shelf<Network.PublicAddress> publicIps =
      Shelf.ofAll(ArmReader::publicAddress, Network.PublicAddress::id);
  private final Shelf<Network.PublicAddress> publicPrefixes =
      Shelf.ofAll(ArmReader::publicAddress, Network.PublicAddress::id);
  private final Shelf<Network.NatGateway> natGateways =
      Shelf.ofAll(ArmReader::natGateway, Network.NatGateway::id);
  private final Shelf<Network.RouteTable> routeTables =
      Shelf.ofAll(ArmReader::routeTable, Network.RouteTable::id);

  NetworkView(Mapping mapping, LoadBalancer actual, Scope scope) {
    this.mapping = mapping;
    this.actual = actual;
    mapping.nodes().values().forEach(node -> ofInterest.addAll(node.addresses()));
    actual
        .pools()
        .forEach(pool -> pool.entries().forEach(e -> e.address().ifPresent(ofInterest::add)));
    search = new NicSearch(ofInterest, nics);
    mapping
        .loadBalancers()
        .values()
        .forEach(lb -> group(baseLoadBalancers, Kind.LOAD_BALANCERS, lb.id()));
    scope
        .loadBalancers()
        .ifPresent(ids -> ids.forEach(id -> group(baseLoadBalancers, Kind.LOAD_BALANCERS, id)));
    group(baseLoadBalancers, Kind.LOAD_BALANCERS, actual.id());
  }

  /** Asks for the holders of these addresses. */
  void seek(Set<Address> addresses) {
    search.seek(addresses);
  }

  /** Asks for all that may matter to these addresses. */
  void open(Set<Address> addresses) {
    machines = true;
    open.addAll(addresses);
    search.open(addresses);
  }

  /** Asks for everything. */
  void everything() {
    whole = true;
    seek(ofInterest);
    open(ofInterest);
  }

  NicSearch search() {
    return search;
  }

  Inventory inventory() {
    Optional<String> unread = machines ? Optional.empty() : Optional.of(Inventory.NOT_READ);
    Optional<String> unreadNics =
        open.containsAll(ofInterest) ? Optional.empty() : Optional.of(Inventory.NOT_READ);
    return new Inventory(
            loadBalancers.part(unread),
            networks.part(),
            nics.part(unreadNics),
            publicIps.part(unread),
            publicPrefixes.part(unread),
            natGateways.part(),
            routeTables.part(),
            search.reach(onlyNamed()))
        .with(actual);
  }

  /** Groups whose load balancers were asked for only because a NIC names a pool there. */
  private Set<ArmId> onlyNamed() {
    Set<Listing> named = new LinkedHashSet<>();
    nics.all().forEach(nic -> ofNic(named, nic));
    named.removeIf(listing -> listing.kind() != Kind.LOAD_BALANCERS);
    named.removeAll(baseLoadBalancers);
    Set<ArmId> groups = new HashSet<>();
    named.forEach(listing -> groups.add(listing.scope()));
    return groups;
  }

  /**
   * The virtual network, or why it did not come.
   *
   * @param page what came with an answer that is ok
   */
  void network(Answer answer, JsonNode page, Holders holders, boolean expanded, Instant now) {
    String what = "virtual network " + mapping.virtualNetwork();
    if (!answer.ok()) {
      ReadFailure failure = ReadFailure.of(answer, what, now);
      if (search.failed(expanded, answer.status(), failure.detail())) {
        if (answer.status() != 404) {
          networks.missing(failure.detail());
        }
        notFollowed(failure.detail());
      }
      return;
    }
    networks.put(page, what);
    if (networks.get(mapping.virtualNetwork()).isEmpty()) {
      String cause = "the answer is not " + what;
      search.failed(cause);
      notFollowed(cause);
      return;
    }
    search.found(holders, expanded);
  }

  /** Without the network nobody knows what it names. */
  private void notFollowed(String cause) {
    nics.missing(cause);
    natGateways.missing(cause);
    routeTables.missing(cause);
  }

  Shelf<?> shelf(Kind kind) {
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

  /** Only what decides about addresses of interest: with Azure CNI a NIC has those of its pods. */
  private Optional<Network.Nic> nic(JsonNode json) {
    Network.Nic nic = ArmReader.nic(json);
    var configurations =
        nic.ipConfigurations().stream()
            .filter(c -> c.address().filter(ofInterest::contains).isPresent())
            .toList();
    return configurations.isEmpty()
        ? Optional.empty()
        : Optional.of(new Network.Nic(nic.id(), nic.virtualMachine(), configurations));
  }

  /** All lists that what is known by now asks for, those already made among them. */
  Set<Listing> needed() {
    Set<Listing> needed = new LinkedHashSet<>();
    // A gateway may name the network without being named by it; it is looked for beside it.
    group(needed, Kind.NAT_GATEWAYS, mapping.virtualNetwork());
    networks.get(mapping.virtualNetwork()).ifPresent(network -> ofNetwork(needed, network));
    needed.addAll(search.lists());
    if (machines) {
      needed.addAll(baseLoadBalancers);
      nics.all().forEach(nic -> ofNic(needed, nic));
      loadBalancers.all().forEach(lb -> ofLoadBalancer(needed, lb));
      ofLoadBalancer(needed, actual);
    }
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

  private void ofNic(Set<Listing> needed, Network.Nic nic) {
    for (Network.IpConfiguration configuration : nic.ipConfigurations()) {
      if (configuration.address().filter(open::contains).isPresent()) {
        configuration
            .publicIp()
            .filter(id -> id.isOfType(PUBLIC_IP))
            .ifPresent(id -> group(needed, Kind.PUBLIC_IPS, id));
        configuration.pools().forEach(id -> group(needed, Kind.LOAD_BALANCERS, id));
      }
    }
  }

  /** Of public addresses only the family counts, and only behind rules that give SNAT. */
  private void ofLoadBalancer(Set<Listing> needed, LoadBalancer loadBalancer) {
    Set<ArmId> used = new HashSet<>();
    loadBalancer.outboundRules().forEach(rule -> used.addAll(rule.frontends()));
    for (LoadBalancer.BalancingRule rule : loadBalancer.balancingRules()) {
      if (rule.snat()) {
        rule.frontend().ifPresent(used::add);
      }
    }
    for (LoadBalancer.Frontend frontend : loadBalancer.frontends()) {
      if (whole || used.contains(frontend.id())) {
        frontend
            .publicIp()
            .filter(id -> id.isOfType(PUBLIC_IP))
            .ifPresent(id -> group(needed, Kind.PUBLIC_IPS, id));
        frontend.publicPrefix().ifPresent(id -> group(needed, Kind.PUBLIC_PREFIXES, id));
      }
    }
  }
}
