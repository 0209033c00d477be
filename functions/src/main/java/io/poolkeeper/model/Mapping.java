package io.poolkeeper.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A valid mapping document ({@code poolkeeper.mapping/v1}): every name in it refers to something in
 * it. Only the reader of package {@code mapping} makes one from bytes.
 *
 * @param cluster name of the cluster; also of the shared pool
 * @param loadBalancers by their key as spelled in the document; no two keys differ by case alone
 * @param nodes by exact name
 * @param services by {@code namespace/name}
 */
public record Mapping(
    String cluster,
    long epoch,
    long revision,
    Optional<Instant> generatedAt,
    ArmId virtualNetwork,
    SortedMap<String, LoadBalancerEntry> loadBalancers,
    SortedMap<String, Node> nodes,
    SortedMap<String, Service> services) {

  /** Whether a service sends traffic only to nodes with endpoints. */
  public enum TrafficPolicy {
    LOCAL,
    CLUSTER
  }

  /**
   * @param name key in the mapping
   * @param nodes members of the shared pool; empty Optional: not given, which is not an empty list
   */
  public record LoadBalancerEntry(String name, ArmId id, Optional<List<String>> nodes) {}

  /**
   * @param addresses in the document's order, at least one; the first of each family counts
   * @param vm the machine that should own the addresses, if the publisher says so
   */
  public record Node(String name, List<Address> addresses, boolean ready, Optional<ArmId> vm) {

    /** First address of the family. */
    public Optional<Address> address(Family family) {
      return addresses.stream().filter(a -> a.family() == family).findFirst();
    }
  }

  /**
   * @param name {@code namespace/name}
   * @param loadBalancer key in {@link Mapping#loadBalancers()}, spelled as there
   * @param nodes for a Local service the nodes with endpoints; empty for a Cluster service
   * @param pools pool names that override the defaults, per family
   */
  public record Service(
      String name,
      String loadBalancer,
      TrafficPolicy policy,
      List<Family> families,
      List<String> nodes,
      Map<Family, String> pools) {}

  public Optional<LoadBalancerEntry> loadBalancer(ArmId id) {
    return loadBalancers.values().stream().filter(lb -> lb.id().equals(id)).findFirst();
  }

  /** By key, without case. */
  public Optional<LoadBalancerEntry> loadBalancer(String name) {
    LoadBalancerEntry exact = loadBalancers.get(name);
    return exact != null
        ? Optional.of(exact)
        : loadBalancers.values().stream()
            .filter(lb -> lb.name().equalsIgnoreCase(name))
            .findFirst();
  }
}
