package io.poolkeeper.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;

/** The body of a pool's PUT: the raw JSON as read, with only its members changed. Pure. */
public final class PoolBody {
  private PoolBody() {}

  /**
   * Existing entries stay verbatim but for read-only properties; leftovers, duplicates and
   * back-references are left out; new entries follow the pool's network style.
   *
   * @param virtualNetwork network of the mapping, for new entries where the pool carries none
   */
  public static JsonNode of(Pool pool, PoolWrite write, io.poolkeeper.model.ArmId virtualNetwork) {
    throw new UnsupportedOperationException("being built");
  }
}
