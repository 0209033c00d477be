package io.poolkeeper.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;

/**
 * A backend address pool as ARM shows it.
 *
 * @param etag as in the body, empty text if absent
 * @param virtualNetwork the pool-level network, if the pool carries it
 * @param backendIpConfigurations configurations that ARM lists as members by NIC
 * @param raw the pool's JSON exactly as read; never changed in place
 */
public record Pool(
    ArmId id,
    String name,
    String etag,
    String provisioningState,
    Optional<ArmId> virtualNetwork,
    List<Entry> entries,
    List<ArmId> backendIpConfigurations,
    JsonNode raw) {

  /**
   * One element of {@code loadBalancerBackendAddresses}.
   *
   * @param address empty: the entry has no {@code ipAddress} (a leftover, or a NIC's entry)
   * @param network the entry's own virtual network, or that of its own subnet
   * @param nicConfiguration {@code networkInterfaceIPConfiguration}, read-only in Azure
   * @param raw the entry's JSON exactly as read; never changed in place
   */
  public record Entry(
      String name,
      Optional<Address> address,
      Optional<ArmId> network,
      Optional<ArmId> nicConfiguration,
      JsonNode raw) {}

  /**
   * NIC-based: no entry has an address, and it has members by NIC or entries that name a NIC's
   * configuration. Else it is an IP pool, and its entries without address are leftovers.
   */
  public boolean isNicBased() {
    return entries.stream().noneMatch(e -> e.address().isPresent())
        && (!backendIpConfigurations.isEmpty()
            || entries.stream().anyMatch(e -> e.nicConfiguration().isPresent()));
  }

  /** The network of an entry: its own, else the pool's. */
  public Optional<ArmId> networkOf(Entry entry) {
    return entry.network().or(() -> virtualNetwork);
  }
}
