package io.poolkeeper.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.Inventory;

/** A snapshot file of plain ARM JSON, see the README's {@code plan} command. */
public final class Snapshot {
  private Snapshot() {}

  /**
   * @throws ArmFormatException naming the JSON path
   */
  public static Inventory inventory(JsonNode snapshot) {
    throw new UnsupportedOperationException("being built");
  }
}
