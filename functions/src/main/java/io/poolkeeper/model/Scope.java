package io.poolkeeper.model;

import java.util.List;
import java.util.Optional;

/**
 * What the app, not the mapping, allows for one cluster.
 *
 * @param loadBalancers ids of load balancers or resource groups; empty Optional: only observing
 * @param subnets ids of subnets or networks; empty Optional: any subnet of the mapping's network
 */
public record Scope(Optional<List<ArmId>> loadBalancers, Optional<List<ArmId>> subnets) {
  /** Of a cluster that the setting does not name: only observing is allowed. */
  public static final Scope OBSERVE_ONLY = new Scope(Optional.empty(), Optional.empty());

  /** Whether the load balancer itself or its resource group is listed. */
  public boolean allows(ArmId loadBalancer) {
    return loadBalancers
        .map(ids -> ids.contains(loadBalancer) || ids.contains(loadBalancer.resourceGroupId()))
        .orElse(false);
  }

  /** Whether the subnet itself or its network is listed, or no list is given. */
  public boolean allowsSubnet(ArmId subnet) {
    return subnets.map(ids -> ids.contains(subnet) || ids.contains(subnet.root())).orElse(true);
  }
}
