package io.poolkeeper.model;

import java.util.List;
import java.util.Optional;

/** Network resources that decide egress, as ARM shows them. */
public final class Network {
  private Network() {}

  /**
   * @param defaultNatGateway {@code defaultPublicNatGateway}, the gateway of the whole network
   */
  public record VirtualNetwork(ArmId id, List<Subnet> subnets, Optional<ArmId> defaultNatGateway) {}

  /**
   * @param defaultOutboundAccess empty: ARM does not say
   */
  public record Subnet(
      ArmId id,
      List<Prefix> prefixes,
      Optional<ArmId> natGateway,
      Optional<ArmId> routeTable,
      Optional<Boolean> defaultOutboundAccess) {}

  /**
   * A network interface, of a virtual machine or of an instance of a scale set.
   *
   * @param virtualMachine owner; for an instance of a uniform scale set derived from the id
   */
  public record Nic(
      ArmId id, Optional<ArmId> virtualMachine, List<IpConfiguration> ipConfigurations) {
    /** Whether it is a NIC of an instance of a uniform scale set. */
    public boolean ofScaleSetInstance() {
      return id.isOfType(
          "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/networkInterfaces");
    }
  }

  /**
   * @param primary absent in ARM counts as true
   * @param pools backend pools that the configuration names as its own memberships
   */
  public record IpConfiguration(
      ArmId id,
      Optional<Address> address,
      boolean primary,
      Optional<ArmId> subnet,
      Optional<ArmId> publicIp,
      List<ArmId> pools) {}

  /**
   * @param sku {@code Standard} or {@code StandardV2}; as spelled
   * @param ipv4 has addresses or prefixes for IPv4
   * @param ipv6 has addresses or prefixes for IPv6
   * @param sourceVirtualNetwork the network it serves whole, if so
   */
  public record NatGateway(
      ArmId id,
      String sku,
      String provisioningState,
      boolean ipv4,
      boolean ipv6,
      Optional<ArmId> sourceVirtualNetwork) {}

  public record RouteTable(ArmId id, List<Route> routes) {}

  /**
   * @param destination a prefix or a service tag, as spelled
   * @param nextHopType as spelled, for example {@code VirtualAppliance}
   */
  public record Route(String name, String destination, String nextHopType) {}

  /** A public IP address or prefix: all that counts is its family. */
  public record PublicAddress(ArmId id, Family family) {}
}
