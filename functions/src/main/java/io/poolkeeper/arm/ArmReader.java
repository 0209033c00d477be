package io.poolkeeper.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Pool;
import io.poolkeeper.model.Prefix;
import io.poolkeeper.model.Protocol;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * ARM's JSON to the model; tolerant of what it does not know, strict about what a judgement needs.
 * Pure: the same reader serves the adapter, snapshots and tests. Every method throws {@link
 * ArmFormatException}, which names the JSON path, if the JSON is not of its kind.
 */
public final class ArmReader {
  private ArmReader() {}

  public static LoadBalancer loadBalancer(JsonNode json) {
    Json root = Json.root(json);
    Json properties = root.object("properties");
    Json sku = root.object("sku");
    ArmId id = root.id();
    return new LoadBalancer(
        id,
        root.textOr("name", id.name()),
        root.textOr("etag", ""),
        sku.textOr("name", ""),
        sku.textOr("tier", ""),
        properties.textOr("provisioningState", ""),
        properties.list("frontendIPConfigurations", (item, i) -> frontend(item)),
        properties.list("backendAddressPools", (item, i) -> pool(item)),
        properties.list("loadBalancingRules", (item, i) -> balancingRule(item)),
        properties.list("outboundRules", (item, i) -> outboundRule(item)));
  }

  public static Pool pool(JsonNode json) {
    return pool(Json.root(json));
  }

  private static Pool pool(Json item) {
    Json properties = item.object("properties");
    ArmId id = item.id();
    return new Pool(
        id,
        item.textOr("name", id.name()),
        item.textOr("etag", ""),
        properties.textOr("provisioningState", ""),
        properties.reference("virtualNetwork"),
        properties.list("loadBalancerBackendAddresses", (entry, i) -> entry(entry)),
        properties.references("backendIPConfigurations"),
        item.node());
  }

  private static Pool.Entry entry(Json item) {
    Json properties = item.object("properties");
    Optional<ArmId> network = properties.reference("virtualNetwork");
    Optional<ArmId> subnetsNetwork = properties.reference("subnet").map(ArmId::root);
    return new Pool.Entry(
        item.textOr("name", ""),
        address(properties, "ipAddress"),
        network.or(() -> subnetsNetwork),
        properties.reference("networkInterfaceIPConfiguration"),
        item.node());
  }

  /** An empty text is what ARM shows for an address that is not there. */
  private static Optional<Address> address(Json properties, String name) {
    Optional<String> text = properties.text(name).filter(t -> !t.isEmpty());
    return text.map(
        t -> Address.parse(t).orElseThrow(() -> properties.at(name).wrong("an IP address")));
  }

  private static LoadBalancer.Frontend frontend(Json item) {
    Json properties = item.object("properties");
    return new LoadBalancer.Frontend(
        item.id(), properties.reference("publicIPAddress"), properties.reference("publicIPPrefix"));
  }

  private static LoadBalancer.BalancingRule balancingRule(Json item) {
    Json properties = item.object("properties");
    Set<ArmId> pools = new LinkedHashSet<>(properties.references("backendAddressPools"));
    properties.reference("backendAddressPool").ifPresent(pools::add);
    return new LoadBalancer.BalancingRule(
        item.textOr("name", ""),
        protocols(properties),
        properties.reference("frontendIPConfiguration"),
        Set.copyOf(pools),
        !properties.flag("disableOutboundSnat").orElse(false),
        properties.reference("probe").isPresent());
  }

  private static LoadBalancer.OutboundRule outboundRule(Json item) {
    Json properties = item.object("properties");
    return new LoadBalancer.OutboundRule(
        item.textOr("name", ""),
        protocols(properties),
        properties.references("frontendIPConfigurations"),
        properties.reference("backendAddressPool"),
        properties.number("allocatedOutboundPorts"));
  }

  private static Set<Protocol> protocols(Json properties) {
    switch (properties.requiredText("protocol").toLowerCase(Locale.ROOT)) {
      case "tcp":
        return EnumSet.of(Protocol.TCP);
      case "udp":
        return EnumSet.of(Protocol.UDP);
      case "all":
        return EnumSet.allOf(Protocol.class);
      default:
        throw properties.at("protocol").wrong("Tcp, Udp or All");
    }
  }

  public static Network.VirtualNetwork virtualNetwork(JsonNode json) {
    Json root = Json.root(json);
    Json properties = root.object("properties");
    return new Network.VirtualNetwork(
        root.id(),
        properties.list("subnets", (item, i) -> subnet(item)),
        properties.reference("defaultPublicNatGateway"));
  }

  private static Network.Subnet subnet(Json item) {
    Json properties = item.object("properties");
    Set<Prefix> prefixes = new LinkedHashSet<>();
    properties
        .text("addressPrefix")
        .ifPresent(t -> prefixes.add(prefix(properties.at("addressPrefix"))));
    prefixes.addAll(properties.list("addressPrefixes", (place, i) -> prefix(place)));
    return new Network.Subnet(
        item.id(),
        List.copyOf(prefixes),
        properties.reference("natGateway"),
        properties.reference("routeTable"),
        properties.flag("defaultOutboundAccess"));
  }

  private static Prefix prefix(Json place) {
    return Prefix.parse(place.node().asText()).orElseThrow(() -> place.wrong("an address prefix"));
  }

  public static Network.Nic nic(JsonNode json) {
    Json root = Json.root(json);
    Json properties = root.object("properties");
    ArmId id = root.id();
    Optional<ArmId> machine = properties.reference("virtualMachine").or(id::parent);
    return new Network.Nic(
        id, machine, properties.list("ipConfigurations", (item, i) -> ipConfiguration(item)));
  }

  private static Network.IpConfiguration ipConfiguration(Json item) {
    Json properties = item.object("properties");
    return new Network.IpConfiguration(
        item.id(),
        address(properties, "privateIPAddress"),
        properties.flag("primary").orElse(true),
        properties.reference("subnet"),
        properties.reference("publicIPAddress"),
        properties.references("loadBalancerBackendAddressPools"));
  }

  public static Network.NatGateway natGateway(JsonNode json) {
    Json root = Json.root(json);
    Json properties = root.object("properties");
    return new Network.NatGateway(
        root.id(),
        root.object("sku").textOr("name", ""),
        properties.textOr("provisioningState", ""),
        properties.size("publicIpAddresses") + properties.size("publicIpPrefixes") > 0,
        properties.size("publicIpAddressesV6") + properties.size("publicIpPrefixesV6") > 0,
        properties.reference("sourceVirtualNetwork"));
  }

  public static Network.RouteTable routeTable(JsonNode json) {
    Json root = Json.root(json);
    return new Network.RouteTable(
        root.id(), root.object("properties").list("routes", (item, i) -> route(item)));
  }

  private static Network.Route route(Json item) {
    Json properties = item.object("properties");
    return new Network.Route(
        item.textOr("name", ""),
        properties.requiredText("addressPrefix"),
        properties.requiredText("nextHopType"));
  }

  /** Of a public IP address or a public IP prefix; IPv4 where ARM does not say. */
  public static Network.PublicAddress publicAddress(JsonNode json) {
    Json root = Json.root(json);
    Json properties = root.object("properties");
    String version = properties.textOr("publicIPAddressVersion", Family.IPV4.text());
    for (Family family : Family.values()) {
      if (family.text().equalsIgnoreCase(version)) {
        return new Network.PublicAddress(root.id(), family);
      }
    }
    throw properties.at("publicIPAddressVersion").wrong("IPv4 or IPv6");
  }
}
