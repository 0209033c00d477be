package io.poolkeeper.mapping;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Mapping;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The property {@code nodes} of a mapping. */
final class NodeSection {
  private static final Shape SHAPE =
      new Shape("a node", List.of("addresses"), List.of("ready", "vm"));

  private final JsonCursor cursor;
  private final Values values;

  /** Every name in the document, also of nodes that are wrong in themselves. */
  final Set<String> names = new HashSet<>();

  final SortedMap<String, Mapping.Node> nodes = new TreeMap<>();

  /** Whether all names were read; if not, nothing can be said of a name that is not there. */
  boolean complete;

  NodeSection(JsonCursor cursor) {
    this.cursor = cursor;
    this.values = new Values(cursor);
  }

  void read() throws IOException {
    complete = cursor.map("an object of nodes by name", Limits.NODES, (name, i) -> node(name));
  }

  private void node(String name) throws IOException {
    names.add(name);
    Fields fields = new Fields();
    if (cursor.object(SHAPE, fields::read)) {
      nodes.put(name, new Mapping.Node(name, fields.addresses, fields.ready, fields.vm));
    }
  }

  private final class Fields {
    private List<Address> addresses = List.of();
    private boolean ready = true;
    private Optional<ArmId> vm = Optional.empty();

    boolean read(String name) throws IOException {
      switch (name) {
        case "addresses":
          addresses = addresses();
          return true;
        case "ready":
          ready = cursor.bool().orElse(true);
          return true;
        case "vm":
          vm = values.id(IdKind.MACHINE);
          return true;
        default:
          return false;
      }
    }

    private List<Address> addresses() throws IOException {
      List<Address> read = new ArrayList<>();
      int[] count = {0};
      boolean list =
          cursor.list(
              "a list of addresses",
              Limits.ADDRESSES_PER_NODE,
              (unused, i) -> {
                count[0]++;
                values.address().ifPresent(read::add);
              });
      if (list && count[0] == 0) {
        cursor.violation(
            () -> "expected at least one address, found an empty list; add one or remove the node");
      }
      return List.copyOf(read);
    }
  }
}
