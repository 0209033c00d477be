package io.poolkeeper.azure.arm;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.arm.ArmFormatException;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Inventory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/** Resources of one kind as they come in, and why some of them did not. */
final class Shelf<T> {
  private final Function<JsonNode, Optional<T>> read;
  private final Function<T, ArmId> id;
  private final Map<ArmId, T> byId = new TreeMap<>();
  private final Set<String> causes = new TreeSet<>();
  private final Map<ArmId, Set<String>> byScope = new TreeMap<>();

  /**
   * @param read empty: nobody asks about it
   */
  Shelf(Function<JsonNode, Optional<T>> read, Function<T, ArmId> id) {
    this.read = read;
    this.id = id;
  }

  static <T> Shelf<T> ofAll(Function<JsonNode, T> read, Function<T, ArmId> id) {
    return new Shelf<>(json -> Optional.of(read.apply(json)), id);
  }

  /** What one list brings: filled on any thread, put on the shelf by the caller's. */
  final class Batch {
    private final Listing listing;
    private final List<T> items = new ArrayList<>();
    private final Set<String> broken = new TreeSet<>();

    private Batch(Listing listing) {
      this.listing = listing;
    }

    void add(JsonNode item) {
      try {
        read.apply(item).ifPresent(items::add);
      } catch (ArmFormatException e) {
        broken.add("unexpected answer reading " + listing.what() + ": " + e.getMessage());
      }
    }

    /**
     * @param failure the answer that ended the list early
     */
    void done(Optional<Answer> failure, Instant now) {
      items.forEach(item -> byId.put(id.apply(item), item));
      broken.forEach(cause -> missing(listing.scope(), cause));
      failure.ifPresent(
          answer -> missing(listing.scope(), ReadFailure.of(answer, listing.what(), now).detail()));
    }
  }

  Batch batch(Listing listing) {
    return new Batch(listing);
  }

  void put(JsonNode item, String what) {
    try {
      read.apply(item).ifPresent(resource -> byId.put(id.apply(resource), resource));
    } catch (ArmFormatException e) {
      missing("unexpected answer reading " + what + ": " + e.getMessage());
    }
  }

  /** Something of this kind could not be read, and nobody knows which. */
  void missing(String cause) {
    causes.add(cause);
  }

  private void missing(ArmId scope, String cause) {
    causes.add(cause);
    byScope.computeIfAbsent(scope, k -> new TreeSet<>()).add(cause);
  }

  Collection<T> all() {
    return byId.values();
  }

  Optional<T> get(ArmId wanted) {
    return Optional.ofNullable(byId.get(wanted));
  }

  /** Why something of the list is not here. */
  Optional<String> cause(Listing listing) {
    return Optional.ofNullable(byScope.get(listing.scope())).map(c -> String.join("; ", c));
  }

  /**
   * @param unlessMissing why the part is incomplete even if every list came whole
   */
  Inventory.Part<T> part(Optional<String> unlessMissing) {
    Map<ArmId, String> scoped = new TreeMap<>();
    byScope.forEach((scope, of) -> scoped.put(scope, String.join("; ", of)));
    return new Inventory.Part<>(
        byId, causes.isEmpty() ? unlessMissing : Optional.of(String.join("; ", causes)), scoped);
  }

  Inventory.Part<T> part() {
    return part(Optional.empty());
  }
}
