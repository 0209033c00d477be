package io.poolkeeper.mapping;

import io.poolkeeper.model.Family;
import io.poolkeeper.model.Mapping.TrafficPolicy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The property {@code services} of a mapping. */
final class ServiceSection {
  private static final int POOL_NAME_LENGTH = 80;

  private static final Shape SHAPE =
      new Shape(
          "a service",
          List.of("loadBalancer"),
          List.of("externalTrafficPolicy", "ipFamilies", "nodes", "pools"));
  private static final Shape POOLS = new Shape("pools", List.of(), List.of("IPv4", "IPv6"));

  private static final Pattern NAME =
      Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?/[a-z0-9]([-a-z0-9]*[a-z0-9])?");

  private final JsonCursor cursor;
  private final Values values;
  private final NodeNames nodeNames;
  final SortedMap<String, Entry> entries = new TreeMap<>();

  /**
   * @param loadBalancer as the service spells it; empty if it is missing or no text
   */
  record Entry(
      String name,
      Optional<String> loadBalancer,
      TrafficPolicy policy,
      List<Family> families,
      List<String> nodes,
      Map<Family, String> pools) {}

  ServiceSection(JsonCursor cursor, NodeNames nodeNames) {
    this.cursor = cursor;
    this.values = new Values(cursor);
    this.nodeNames = nodeNames;
  }

  void read() throws IOException {
    cursor.map(
        "an object of services by namespace/name", Limits.SERVICES, (name, i) -> service(name));
  }

  private void service(String name) throws IOException {
    // The length comes first: matching a very long name goes deep into the stack.
    if (name.length() <= Limits.NAME_LENGTH && !NAME.matcher(name).matches()) {
      cursor.violation(
          () ->
              "expected namespace/name in lower-case letters, digits and '-', found "
                  + Shown.quoted(name)
                  + "; rename the service");
    }
    Fields fields = new Fields();
    if (cursor.object(SHAPE, fields::read)) {
      fields.checkNodes();
      entries.put(name, fields.entry(name));
    }
  }

  private final class Fields {
    private Optional<String> loadBalancer = Optional.empty();
    private Optional<TrafficPolicy> policy = Optional.of(TrafficPolicy.CLUSTER);
    private List<Family> families = List.of(Family.IPV4);
    private boolean nodesGiven;
    private List<String> nodes = List.of();
    private final Map<Family, String> pools = new EnumMap<>(Family.class);

    Entry entry(String name) {
      return new Entry(
          name,
          loadBalancer,
          policy.orElse(TrafficPolicy.LOCAL),
          families,
          nodes,
          Map.copyOf(pools));
    }

    boolean read(String name) throws IOException {
      switch (name) {
        case "loadBalancer":
          loadBalancer = cursor.text("the name of a load balancer");
          return true;
        case "externalTrafficPolicy":
          policy = values.parsed("Local or Cluster", this::policy);
          return true;
        case "ipFamilies":
          families = families();
          return true;
        case "nodes":
          nodesGiven = true;
          nodes = nodeNames.list();
          return true;
        case "pools":
          cursor.object(POOLS, this::pool);
          return true;
        default:
          return false;
      }
    }

    private Optional<TrafficPolicy> policy(String text) {
      return text.equals("Local")
          ? Optional.of(TrafficPolicy.LOCAL)
          : text.equals("Cluster") ? Optional.of(TrafficPolicy.CLUSTER) : Optional.empty();
    }

    private List<Family> families() throws IOException {
      List<Family> read = new ArrayList<>();
      int[] count = {0};
      boolean list =
          cursor.list(
              "a list of IPv4 and IPv6",
              Family.values().length,
              (unused, i) -> {
                count[0]++;
                values.family().ifPresent(family -> addOnce(read, family));
              });
      if (list && count[0] == 0) {
        cursor.violation(
            () -> "expected IPv4, IPv6 or both, found an empty list; add one or leave it out");
      }
      return List.copyOf(read);
    }

    private void addOnce(List<Family> read, Family family) {
      if (read.contains(family)) {
        cursor.violation(() -> "expected every family once, found " + family + " again; remove it");
      } else {
        read.add(family);
      }
    }

    private boolean pool(String family) throws IOException {
      if (!family.equals("IPv4") && !family.equals("IPv6")) {
        return false;
      }
      Optional<String> name =
          values.parsed("the name of a pool, 1 to 80 characters", this::poolName);
      name.ifPresent(n -> pools.put(family.equals("IPv4") ? Family.IPV4 : Family.IPV6, n));
      return true;
    }

    private Optional<String> poolName(String text) {
      int length = text.codePointCount(0, text.length());
      boolean fits = length >= 1 && length <= POOL_NAME_LENGTH;
      return fits && !UnicodeText.hasLoneSurrogate(text) ? Optional.of(text) : Optional.empty();
    }

    private void checkNodes() {
      if (policy.isEmpty()) {
        return;
      }
      if (policy.get() == TrafficPolicy.LOCAL && !nodesGiven) {
        cursor.violation(
            () ->
                "expected a service with externalTrafficPolicy Local to have nodes, found none;"
                    + " list the nodes with its endpoints, or an empty list");
      } else if (policy.get() == TrafficPolicy.CLUSTER && nodesGiven) {
        cursor.violation(
            () ->
                "expected nodes only with externalTrafficPolicy Local, found them in a Cluster"
                    + " service; list them at its load balancer");
      }
    }
  }
}
