package io.poolkeeper.port;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Inventory;
import java.util.Set;
import java.util.function.Supplier;

/** A reader that knows only one step: it reads all, once. */
final class AtOnce implements InventoryReader.Steps {
  private final Supplier<Inventory> read;
  private Inventory whole;

  AtOnce(Supplier<Inventory> read) {
    this.read = read;
  }

  @Override
  public Inventory network(Set<Address> sought) {
    if (whole == null) {
      whole = read.get();
    }
    return whole;
  }

  @Override
  public Inventory machines(Set<Address> open) {
    return network(open);
  }
}
