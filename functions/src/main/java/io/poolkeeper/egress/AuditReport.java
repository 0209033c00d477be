package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Protocol;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * The ways out of the machines behind load balancers, and on which single pools they rest. A value;
 * all lists are sorted.
 *
 * @param addresses of machines, by network and address
 * @param absent members that no machine has
 * @param unknown one line for each thing that kept machines from being seen at all
 */
public record AuditReport(
    List<AuditedAddress> addresses, List<AbsentMember> absent, List<String> unknown) {

  /** A strength, or that it depends on what could not be read. */
  public enum Level {
    NONE,
    POSSIBLE,
    CERTAIN,
    UNKNOWN
  }

  /** Kinds of ways out, in the order of the guard's ladder. */
  public enum WayKind {
    DECLARED,
    ROUTES,
    NAT_GATEWAY,
    PUBLIC_ADDRESS,
    POOL,
    DEFAULT_OUTBOUND
  }

  /**
   * One address of a machine.
   *
   * @param subnet where it is known
   * @param machine the virtual machine or its NIC, where a NIC was seen
   * @param strength of all its ways out together, per judged protocol
   * @param unknown one line for each thing that could not be read and may change the strength
   */
  public record AuditedAddress(
      ArmId network,
      Address address,
      Optional<ArmId> subnet,
      Optional<ArmId> machine,
      SortedMap<Protocol, Level> strength,
      List<WayOut> waysOut,
      List<Dependence> dependences,
      List<String> unknown) {

    /** Those that leave no way out, or may leave none. */
    public List<Dependence> singlePoints() {
      return dependences.stream().filter(d -> d.kind() == DependenceKind.SINGLE_POINT).toList();
    }

    /** Lower-case id of the machine; where no NIC was seen, the address in its network. */
    public String machineKey() {
      return machine.map(ArmId::key).orElse(network.key() + " " + address);
    }
  }

  /**
   * @param strength what it gives, or would give if no way out before it in the ladder decided; per
   *     judged protocol
   * @param pool with {@link WayKind#POOL}
   * @param evidence one line
   */
  public record WayOut(
      WayKind kind,
      SortedMap<Protocol, Level> strength,
      Optional<PoolMembership> pool,
      String evidence) {}

  /**
   * @param nic a member by its NIC, else by address alone
   * @param rules names of the rules that give SNAT, per protocol; also those that only may
   * @param servesRules whether a load-balancing rule names the pool; if not it is there for
   *     outbound traffic alone
   */
  public record PoolMembership(
      ArmId pool, boolean nic, SortedMap<Protocol, String> rules, boolean servesRules) {
    /** {@code lb-1/cluster}. */
    public String name() {
      return pool.root().name() + "/" + pool.name();
    }
  }

  /** What is left without the pool. */
  public enum DependenceKind {
    /** Nothing. */
    SINGLE_POINT,
    /** A way out that is only possible, where a certain one was. */
    WEAKER_WITHOUT
  }

  /**
   * A pool that the machine cannot leave without getting weaker: the guard would hold the removal.
   *
   * @param protocols that would get weaker
   * @param inDoubt whether it depends on what could not be read
   * @param remedies what would make it one way out of several
   * @param evidence one line, with what could not be read
   */
  public record Dependence(
      DependenceKind kind,
      PoolMembership pool,
      Set<Protocol> protocols,
      boolean inDoubt,
      List<String> remedies,
      String evidence) {}

  /**
   * @param network empty: neither the entry nor its pool says one
   * @param pools names as {@code lb-1/cluster}
   */
  public record AbsentMember(Optional<ArmId> network, Address address, List<String> pools) {}

  /**
   * Machines with a single point of egress, by {@link AuditedAddress#machineKey}.
   *
   * @param counts which single points
   */
  public SortedSet<String> machinesAtRisk(Predicate<Dependence> counts) {
    SortedSet<String> machines = new TreeSet<>();
    for (AuditedAddress address : addresses) {
      if (address.singlePoints().stream().anyMatch(counts)) {
        machines.add(address.machineKey());
      }
    }
    return machines;
  }

  /** Whether it is sure that no machine has a single point of egress. */
  public boolean isClean() {
    return unknown.isEmpty() && machinesAtRisk(one -> true).isEmpty();
  }
}
