package io.poolkeeper.mapping;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Mapping;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** The property {@code loadBalancers} of a mapping. */
final class LoadBalancerSection {
  private static final Shape SHAPE =
      new Shape("a load balancer's entry", List.of("id"), List.of("nodes"));

  private final JsonCursor cursor;
  private final Values values;
  private final NodeNames nodeNames;
  private final Map<ArmId, String> nameById = new HashMap<>();

  /** Every name in the document as spelled, by its lower-case form. */
  final Map<String, String> spelling = new HashMap<>();

  /** Entries by their name as spelled, also those whose id is wrong, which is then absent. */
  final SortedMap<String, Entry> entries = new TreeMap<>();

  boolean complete;

  /**
   * @param nodesGiven whether the property is there at all, right or wrong
   */
  record Entry(String name, Optional<ArmId> id, boolean nodesGiven, List<String> nodes) {
    Mapping.LoadBalancerEntry build() {
      return new Mapping.LoadBalancerEntry(
          name, id.orElseThrow(), nodesGiven ? Optional.of(nodes) : Optional.empty());
    }
  }

  LoadBalancerSection(JsonCursor cursor, NodeNames nodeNames) {
    this.cursor = cursor;
    this.values = new Values(cursor);
    this.nodeNames = nodeNames;
  }

  void read() throws IOException {
    complete =
        cursor.map(
            "an object of load balancers by name",
            Limits.LOAD_BALANCERS,
            (name, i) -> loadBalancer(name));
  }

  private void loadBalancer(String name) throws IOException {
    String other = spelling.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
    if (other != null) {
      cursor.violation(
          () ->
              "expected names that differ by more than case, found also "
                  + Shown.quoted(other)
                  + "; rename one of the two");
    }
    Fields fields = new Fields(name);
    cursor.object(SHAPE, fields::read);
    entries.put(name, new Entry(name, fields.id, fields.nodesGiven, fields.nodes));
  }

  private final class Fields {
    private final String loadBalancer;
    private Optional<ArmId> id = Optional.empty();
    private boolean nodesGiven;
    private List<String> nodes = List.of();

    private Fields(String loadBalancer) {
      this.loadBalancer = loadBalancer;
    }

    boolean read(String name) throws IOException {
      switch (name) {
        case "id":
          id = values.id(IdKind.LOAD_BALANCER);
          id.ifPresent(this::checkUnique);
          return true;
        case "nodes":
          nodesGiven = true;
          nodes = nodeNames.list();
          return true;
        default:
          return false;
      }
    }

    private void checkUnique(ArmId id) {
      String other = nameById.putIfAbsent(id, loadBalancer);
      if (other != null) {
        cursor.violation(
            () ->
                "expected every load balancer's id once, found it also at "
                    + JsonPath.of("loadBalancers", other, "id")
                    + "; keep one of the two entries");
      }
    }
  }
}
