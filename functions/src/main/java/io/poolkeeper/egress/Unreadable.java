package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;

/** How the guard says that something is referenced and could not be read: never absent. */
final class Unreadable {
  private Unreadable() {}

  /**
   * For example {@code subnet nodes names NAT gateway nat-1, which could not be read: 403}.
   *
   * @param what up to the name of the resource
   */
  static String named(String what, ArmId id, Inventory.Part<?> part) {
    return what
        + " "
        + id.name()
        + ", which could not be read: "
        + part.cause(id).orElse("not in the inventory");
  }
}
