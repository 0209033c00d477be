package io.poolkeeper.reconcile;

import io.poolkeeper.model.Inventory;
import java.util.Map;
import java.util.Optional;

final class Inventories {
  /** For a plan that needs to know nothing of the network. */
  static final Inventory EMPTY =
      new Inventory(none(), none(), none(), none(), none(), none(), none());

  private Inventories() {}

  private static <T> Inventory.Part<T> none() {
    return new Inventory.Part<>(Map.of(), Optional.empty());
  }
}
