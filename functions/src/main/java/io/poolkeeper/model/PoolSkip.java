package io.poolkeeper.model;

/** Why an owned pool is not written. The order of the constants is the order of the checks. */
public enum PoolSkip {
  AMBIGUOUS_POOL_OWNER,
  POOL_NOT_FOUND,
  NIC_BASED_POOL,
  NIC_LEFTOVER
}
