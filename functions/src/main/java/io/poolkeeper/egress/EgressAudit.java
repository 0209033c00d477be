package io.poolkeeper.egress;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Protocol;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Asks the guard's own ladder of every machine behind load balancers, without any plan: what ways
 * out it has, and which pool it cannot leave. Pure, reads nothing and needs no mapping.
 */
public final class EgressAudit {
  private EgressAudit() {}

  /**
   * @param protocols at least one
   * @param controls for declared egress
   * @param now the moment that declarations are measured against
   */
  public record Conditions(
      SortedSet<Protocol> protocols,
      boolean assumeDefaultOutbound,
      Controls controls,
      Instant now) {}

  /** Every machine behind the inventory's load balancers, whatever network it is in. */
  public static AuditReport of(Inventory inventory, Conditions conditions) {
    return of(inventory, id -> true, conditions);
  }

  /**
   * Every machine behind some of the inventory's load balancers, whatever network it is in.
   *
   * @param behind whether a load balancer is one of them, by its id; the others only count as ways
   *     out
   */
  public static AuditReport of(
      Inventory inventory, Predicate<ArmId> behind, Conditions conditions) {
    Members members = new Members(inventory, behind);
    SortedMap<ArmId, Mapping> mappings = new TreeMap<>();
    members.networks().forEach(network -> mappings.put(network, ofNobody(network)));
    return of(mappings, members, inventory, conditions);
  }

  /**
   * The machines of a mapping's network: its nodes are machines also where no NIC shows them, and
   * its pools are known to be owned.
   */
  public static AuditReport of(Mapping mapping, Inventory inventory, Conditions conditions) {
    SortedMap<ArmId, Mapping> mappings = new TreeMap<>();
    mappings.put(mapping.virtualNetwork(), mapping);
    return of(mappings, new Members(inventory, id -> true), inventory, conditions);
  }

  private static AuditReport of(
      SortedMap<ArmId, Mapping> mappings,
      Members members,
      Inventory inventory,
      Conditions conditions) {
    List<AuditReport.AuditedAddress> addresses = new ArrayList<>();
    List<AuditReport.AbsentMember> absent = new ArrayList<>();
    SortedSet<Address> nowhere = members.anywhere();
    for (Mapping mapping : mappings.values()) {
      NetworkAudit audit = new NetworkAudit(mapping, members, inventory, conditions);
      addresses.addAll(audit.addresses());
      absent.addAll(audit.absent());
      audit.addresses().forEach(address -> nowhere.remove(address.address()));
    }
    if (!mappings.isEmpty()) {
      for (Address address : nowhere) {
        absent.add(
            new AuditReport.AbsentMember(
                Members.ANY, address, members.pools(Members.ANY, address)));
      }
    }
    return new AuditReport(
        List.copyOf(addresses), List.copyOf(absent), List.copyOf(new TreeSet<>(members.unknown())));
  }

  /** A mapping of which only the network counts: it owns no pool and lists no node. */
  private static Mapping ofNobody(ArmId network) {
    return new Mapping(
        "", 0, 0, Optional.empty(), network, new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
  }
}
