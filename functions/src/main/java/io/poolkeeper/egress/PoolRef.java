package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.plan.OwnedPools;

/**
 * A pool anywhere.
 *
 * @param key lower-case name
 */
public record PoolRef(ArmId loadBalancer, String key) implements Comparable<PoolRef> {
  public static PoolRef of(ArmId loadBalancer, String pool) {
    return new PoolRef(loadBalancer, OwnedPools.key(pool));
  }

  @Override
  public int compareTo(PoolRef other) {
    int byLoadBalancer = loadBalancer.compareTo(other.loadBalancer);
    return byLoadBalancer != 0 ? byLoadBalancer : key.compareTo(other.key);
  }

  /** Short, for people. */
  @Override
  public String toString() {
    return loadBalancer.name() + "/" + key;
  }
}
