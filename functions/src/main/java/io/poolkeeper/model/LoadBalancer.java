package io.poolkeeper.model;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A load balancer as ARM shows it; what the core needs of it, with the raw JSON of each pool kept.
 *
 * @param sku {@code Standard}, {@code Basic}, {@code Gateway}; as spelled, empty text if absent
 * @param tier {@code Regional} or {@code Global}; empty text if absent
 * @param etag weak etag as in the body, empty text if absent
 * @param provisioningState as spelled; empty text if absent
 */
public record LoadBalancer(
    ArmId id,
    String name,
    String etag,
    String sku,
    String tier,
    String provisioningState,
    List<Frontend> frontends,
    List<Pool> pools,
    List<BalancingRule> balancingRules,
    List<OutboundRule> outboundRules) {

  /**
   * @param publicIp id of the public IP address, if the frontend is public by address
   * @param publicPrefix id of the public IP prefix, if it is public by prefix
   */
  public record Frontend(ArmId id, Optional<ArmId> publicIp, Optional<ArmId> publicPrefix) {
    public boolean isPublic() {
      return publicIp.isPresent() || publicPrefix.isPresent();
    }
  }

  /**
   * @param protocols TCP, UDP or both (All)
   * @param pools of {@code backendAddressPool} and {@code backendAddressPools} together
   * @param snat whether the rule gives SNAT: {@code disableOutboundSnat} false or absent
   * @param hasProbe whether a health probe is attached
   */
  public record BalancingRule(
      String name,
      Set<Protocol> protocols,
      Optional<ArmId> frontend,
      Set<ArmId> pools,
      boolean snat,
      boolean hasProbe) {}

  /**
   * @param protocols TCP, UDP or both (All)
   */
  public record OutboundRule(
      String name,
      Set<Protocol> protocols,
      List<ArmId> frontends,
      Optional<ArmId> pool,
      int allocatedOutboundPorts) {}

  public boolean isStandard() {
    return sku.equalsIgnoreCase("Standard") && !tier.equalsIgnoreCase("Global");
  }

  public Optional<Pool> pool(String poolName) {
    return pools.stream().filter(p -> p.name().equalsIgnoreCase(poolName)).findFirst();
  }

  /** The same load balancer with one pool replaced by what a write's result showed. */
  public LoadBalancer withPool(Pool pool) {
    List<Pool> replaced =
        pools.stream()
            .map(p -> p.name().equalsIgnoreCase(pool.name()) ? pool : p)
            .collect(java.util.stream.Collectors.toUnmodifiableList());
    return new LoadBalancer(
        id,
        name,
        etag,
        sku,
        tier,
        provisioningState,
        frontends,
        replaced,
        balancingRules,
        outboundRules);
  }

  /** {@code Updating} or {@code Deleting}: an Azure operation is running on it. */
  public static boolean isBusy(String provisioningState) {
    String state = provisioningState.toLowerCase(Locale.ROOT);
    return state.equals("updating") || state.equals("deleting");
  }
}
