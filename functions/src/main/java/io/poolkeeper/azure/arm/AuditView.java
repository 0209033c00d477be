package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmReader;
import io.poolkeeper.azure.arm.Listing.Kind;
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
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What an audit knows of the network so far, and what it has to read to know more. The first round
 * reads the load balancers of the groups, so that later ones know whose machines matter and keep
 * nothing of others. Not thread-safe.
 */
final class AuditView {
  private static final String PUBLIC_IP = "Microsoft.Network/publicIPAddresses";

  private static final String TOO_FAR = "not read, too many networks lead there";

  private final Set<ArmId> groups;
  private final Set<ArmId> configurations = new HashSet<>();
  private final Set<Address> addresses = new HashSet<>();
  private final Set<ArmId> networksOfMembers = new TreeSet<>();
  private final Set<Listing> ofHolders = new LinkedHashSet<>();

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

  AuditView(Collection<ArmId> resourceGroups) {
    this.groups = new TreeSet<>(resourceGroups);
  }

  Inventory inventory() {
    return new Inventory(
        loadBalancers.part(),
        networks.part(),
        nics.part(),
        publicIps.part(),
        publicPrefixes.part(),
        natGateways.part(),
        routeTables.part());
  }

  /** Groups that were asked for and whose load balancers did not all come, with the cause. */
  SortedMap<ArmId, String> unreadGroups() {
    SortedMap<ArmId, String> unread = new TreeMap<>();
    for (ArmId group : groups) {
      loadBalancers
          .cause(new Listing(Kind.LOAD_BALANCERS, group))
          .ifPresent(cause -> unread.put(group, cause));
    }
    return unread;
  }

  /** For the owners of addresses in a network while they pass by. */
  Holders holders() {
    return new Holders(addresses);
  }

  /**
   * A virtual network, or why it did not come.
   *
   * @param page what came with an answer that is ok
   */
  void network(ArmId id, Answer answer, JsonNode page, Holders holders, Instant now) {
    String what = "virtual network " + id;
    if (!answer.ok()) {
      missing(ReadFailure.of(answer, what, now).detail());
      return;
    }
    networks.put(page, what);
    if (networks.get(id).isEmpty()) {
      missing("the answer is not " + what);
      return;
    }
    ofHolders.addAll(holders.withoutAddress());
    holders
        .byAddress()
        .values()
        .forEach(holder -> Holders.listOf(holder.configuration()).ifPresent(ofHolders::add));
  }

  private void missing(String cause) {
    networks.missing(cause);
    nics.missing(cause);
  }

  /** Networks name each other's machines without end: what was not read is unreadable. */
  void unfinished(Set<Listing> lists, Set<ArmId> read, Instant now) {
    Set<Listing> open = needed();
    open.removeAll(lists);
    for (Listing listing : open) {
      shelf(listing.kind()).batch(listing).done(Optional.of(Answer.none(TOO_FAR)), now);
    }
    for (ArmId network : networks()) {
      if (!read.contains(network)) {
        missing(TOO_FAR + ": virtual network " + network);
      }
    }
  }

  Shelf<?> shelf(Kind kind) {
    return switch (kind) {
      case LOAD_BALANCERS -> loadBalancers;
      case NICS, SCALE_SET_NICS -> nics;
      case PUBLIC_IPS -> publicIps;
      case PUBLIC_PREFIXES -> publicPrefixes;
      case NAT_GATEWAYS -> natGateways;
      case ROUTE_TABLES -> routeTables;
    };
  }

  /** Networks that members are in, as far as is known by now. */
  Set<ArmId> networks() {
    return new TreeSet<>(networksOfMembers);
  }

  /** All lists that what is known by now asks for, those already made among them. */
  Set<Listing> needed() {
    Set<Listing> needed = new LinkedHashSet<>();
    groups.forEach(group -> needed.add(new Listing(Kind.LOAD_BALANCERS, group)));
    for (LoadBalancer loadBalancer : loadBalancers.all()) {
      ofFrontends(needed, loadBalancer);
      if (groups.contains(loadBalancer.id().resourceGroupId())) {
        loadBalancer.pools().forEach(this::members);
      }
    }
    needed.addAll(ofHolders);
    configurations.forEach(id -> Holders.listOf(id).ifPresent(needed::add));
    nics.all().forEach(nic -> ofNic(needed, nic));
    for (ArmId network : networksOfMembers) {
      // A gateway may name the network without being named by it; it is looked for beside it.
      group(needed, Kind.NAT_GATEWAYS, network);
    }
    networks.all().forEach(network -> ofNetwork(needed, network));
    return needed;
  }

  private static void group(Set<Listing> needed, Kind kind, ArmId resource) {
    needed.add(new Listing(kind, resource.resourceGroupId()));
  }

  private static void ofFrontends(Set<Listing> needed, LoadBalancer loadBalancer) {
    for (LoadBalancer.Frontend frontend : loadBalancer.frontends()) {
      frontend
          .publicIp()
          .filter(id -> id.isOfType(PUBLIC_IP))
          .ifPresent(id -> group(needed, Kind.PUBLIC_IPS, id));
      frontend.publicPrefix().ifPresent(id -> group(needed, Kind.PUBLIC_PREFIXES, id));
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

  /** Only what is behind the load balancers: with Azure CNI a NIC has the addresses of its pods. */
  private Optional<Network.Nic> nic(JsonNode json) {
    Network.Nic nic = ArmReader.nic(json);
    var members = nic.ipConfigurations().stream().filter(this::isMember).toList();
    return members.isEmpty()
        ? Optional.empty()
        : Optional.of(new Network.Nic(nic.id(), nic.virtualMachine(), members));
  }

  private boolean isMember(Network.IpConfiguration configuration) {
    return configurations.contains(configuration.id())
        || configuration.address().filter(addresses::contains).isPresent()
        || configuration.pools().stream()
            .anyMatch(pool -> groups.contains(pool.root().resourceGroupId()));
  }

  private void ofNic(Set<Listing> needed, Network.Nic nic) {
    for (Network.IpConfiguration configuration : nic.ipConfigurations()) {
      configuration
          .publicIp()
          .filter(id -> id.isOfType(PUBLIC_IP))
          .ifPresent(id -> group(needed, Kind.PUBLIC_IPS, id));
      configuration.pools().forEach(id -> group(needed, Kind.LOAD_BALANCERS, id));
      configuration.subnet().ifPresent(id -> networksOfMembers.add(id.root()));
    }
  }

  private static void ofNetwork(Set<Listing> needed, Network.VirtualNetwork network) {
    network.defaultNatGateway().ifPresent(id -> group(needed, Kind.NAT_GATEWAYS, id));
    for (Network.Subnet subnet : network.subnets()) {
      subnet.natGateway().ifPresent(id -> group(needed, Kind.NAT_GATEWAYS, id));
      subnet.routeTable().ifPresent(id -> group(needed, Kind.ROUTE_TABLES, id));
    }
  }
}
