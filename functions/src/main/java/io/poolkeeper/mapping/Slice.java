package io.poolkeeper.mapping;

import io.poolkeeper.model.Mapping;

/** The part of a mapping that one load balancer depends on. */
public final class Slice {
  private Slice() {}

  /**
   * @param loadBalancer key in the mapping
   * @return sha256 in lower-case hexadecimal of the slice's canonical JSON
   */
  public static String hash(Mapping mapping, String loadBalancer) {
    throw new UnsupportedOperationException("being built");
  }
}
