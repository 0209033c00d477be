package io.poolkeeper.ingest;

import io.poolkeeper.egress.AuditReport;
import io.poolkeeper.egress.AuditReport.AuditedAddress;
import io.poolkeeper.egress.AuditReport.Dependence;
import io.poolkeeper.egress.EgressAudit;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Warning;
import io.poolkeeper.port.PortException;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.ReconcileSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts the nodes of a mapping whose only way out is a pool that services come and go in. A whole
 * inventory is read for it, so it looks at a cluster once an hour and when the process is new, and
 * remembers the count in between.
 */
public final class RiskWatch {
  static final Duration EVERY = Duration.ofHours(1);
  private static final int SHOWN = 20;

  private final Ports ports;
  private final ReconcileSettings settings;
  private final Map<String, Looked> known = new ConcurrentHashMap<>();

  public RiskWatch(Ports ports, ReconcileSettings settings) {
    this.ports = ports;
    this.settings = settings;
  }

  private record Looked(Instant at, int count) {}

  /** Forgets clusters that are gone. */
  void keep(List<String> clusters) {
    known.keySet().retainAll(clusters);
  }

  /** Machines at risk of all clusters, as last counted. */
  int count() {
    return known.values().stream().mapToInt(Looked::count).sum();
  }

  /** Clusters with machines at risk as last counted, most first. */
  List<Map<String, Object>> byCluster() {
    List<Map<String, Object>> shown = new ArrayList<>();
    known.entrySet().stream()
        .filter(one -> one.getValue().count() > 0)
        .sorted(
            Comparator.comparing((Map.Entry<String, Looked> one) -> -one.getValue().count())
                .thenComparing(Map.Entry::getKey))
        .forEach(
            one -> {
              Map<String, Object> cluster = new LinkedHashMap<>();
              cluster.put("cluster", one.getKey());
              cluster.put("machines", one.getValue().count());
              shown.add(cluster);
            });
    return shown;
  }

  boolean isDue(String cluster, Instant now) {
    Looked last = known.get(cluster);
    return last == null || !now.isBefore(last.at().plus(EVERY));
  }

  /**
   * @param anchor any load balancer of the mapping, as it is now
   * @return a warning for the report, if any machine is at risk or may be
   */
  Optional<Map<String, Object>> look(
      Mapping mapping, LoadBalancer anchor, Controls controls, String requestId, Instant now) {
    String cluster = mapping.cluster();
    try {
      Inventory inventory =
          ports.inventories().read(mapping, anchor, settings.scope(cluster), requestId);
      AuditReport report =
          EgressAudit.of(
              mapping,
              inventory,
              new EgressAudit.Conditions(
                  settings.protocols(), settings.assumeDefaultOutbound(), controls, now));
      Map<String, Object> warning = warning(mapping, report);
      known.put(cluster, new Looked(now, (int) warning.get("count")));
      boolean any = !warning.get("count").equals(0) || !warning.get("perhaps").equals(0);
      return any ? Optional.of(warning) : Optional.empty();
    } catch (PortException e) {
      // The next hour tries again; until then the last count stands.
      Looked last = known.get(cluster);
      known.put(cluster, new Looked(now, last == null ? 0 : last.count()));
      Map<String, Object> warning = named(cluster);
      warning.put("problem", String.valueOf(e.getMessage()));
      return Optional.of(warning);
    }
  }

  private static Map<String, Object> named(String cluster) {
    Map<String, Object> warning = new LinkedHashMap<>();
    warning.put("word", Warning.Word.MACHINE_AT_RISK.name());
    warning.put("cluster", cluster);
    return warning;
  }

  private static Map<String, Object> warning(Mapping mapping, AuditReport report) {
    Map<Address, String> nodes = new HashMap<>();
    for (Mapping.Node node : mapping.nodes().values()) {
      node.addresses().forEach(address -> nodes.putIfAbsent(address, node.name()));
    }
    List<String> sure = new ArrayList<>();
    List<String> perhaps = new ArrayList<>();
    List<Map<String, Object>> shown = new ArrayList<>();
    for (AuditedAddress address : report.addresses()) {
      List<Dependence> counting =
          address.singlePoints().stream().filter(RiskWatch::comesAndGoes).toList();
      String node = nodes.get(address.address());
      if (node == null || counting.isEmpty()) {
        continue;
      }
      boolean isSure = counting.stream().anyMatch(one -> !one.inDoubt());
      (isSure ? sure : perhaps).add(node);
      if (shown.size() < SHOWN) {
        shown.add(shown(node, address, counting.get(0)));
      }
    }
    Map<String, Object> warning = named(mapping.cluster());
    warning.put("count", (int) sure.stream().distinct().count());
    warning.put(
        "perhaps", (int) perhaps.stream().distinct().filter(node -> !sure.contains(node)).count());
    warning.put("machines", shown);
    return warning;
  }

  /** A pool for outbound traffic alone is what a machine may well rest on. */
  private static boolean comesAndGoes(Dependence one) {
    return one.pool().servesRules();
  }

  private static Map<String, Object> shown(String node, AuditedAddress address, Dependence one) {
    Map<String, Object> machine = new LinkedHashMap<>();
    machine.put("node", node);
    machine.put("address", address.address().text());
    machine.put("evidence", one.evidence());
    return machine;
  }
}
