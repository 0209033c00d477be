package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import java.time.Instant;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Resources of one kind as they come in, and why some of them did not. */
final class Shelf<T> {
  private final Function<JsonNode, T> read;
  private final Function<T, ArmId> id;
  private final Map<ArmId, T> byId = new TreeMap<>();
  private final Set<String> causes = new TreeSet<>();

  Shelf(Function<JsonNode, T> read, Function<T, ArmId> id) {
    this.read = read;
    this.id = id;
  }

  /**
   * @param what was listed, in words with its id
   */
  void put(Pages pages, String what, Instant now) {
    pages.items().forEach(item -> put(item, what));
    pages.failure().ifPresent(answer -> missing(ReadFailure.of(answer, what, now).detail()));
  }

  void put(JsonNode item, String what) {
    try {
      T resource = read.apply(item);
      byId.put(id.apply(resource), resource);
    } catch (ArmFormatException e) {
      missing("unexpected answer reading " + what + ": " + e.getMessage());
    }
  }

  /** Something of this kind could not be read. */
  void missing(String cause) {
    causes.add(cause);
  }

  Collection<T> all() {
    return byId.values();
  }

  Optional<T> get(ArmId wanted) {
    return Optional.ofNullable(byId.get(wanted));
  }

  Inventory.Part<T> part() {
    return new Inventory.Part<>(
        byId, causes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", causes)));
  }
}
