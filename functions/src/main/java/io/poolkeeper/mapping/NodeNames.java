package io.poolkeeper.mapping;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads lists of node names; equal names become one object, and their number is bounded. */
final class NodeNames {
  private final JsonCursor cursor;
  private final Map<String, String> known = new HashMap<>();
  private boolean full;

  NodeNames(JsonCursor cursor) {
    this.cursor = cursor;
  }

  List<String> list() throws IOException {
    List<String> names = new ArrayList<>();
    cursor.list(
        "a list of node names",
        Limits.NAMES_PER_LIST,
        (unused, index) -> cursor.text("a node name").ifPresent(name -> add(names, name)));
    return List.copyOf(names);
  }

  private void add(List<String> names, String name) {
    String same = known.get(name);
    if (same == null && known.size() >= Limits.NODES) {
      refuse();
      return;
    }
    if (same == null) {
      known.put(name, name);
      same = name;
    }
    names.add(same);
  }

  /** More names than there may be nodes: some refer to nothing, and keeping them costs memory. */
  private void refuse() {
    if (!full) {
      full = true;
      cursor.violation(
          () ->
              "expected the lists to name at most "
                  + Limits.NODES
                  + " different nodes, found more; list only nodes that the document describes");
    }
  }
}
