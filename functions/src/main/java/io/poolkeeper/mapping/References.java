package io.poolkeeper.mapping;

import io.poolkeeper.model.Mapping.TrafficPolicy;
import java.util.List;
import java.util.Locale;

/** Every name refers to something: what can only be said when the whole mapping was read. */
final class References {
  private final LoadBalancerSection loadBalancers;
  private final NodeSection nodes;
  private final ServiceSection services;
  private final ViolationList violations;

  References(
      LoadBalancerSection loadBalancers,
      NodeSection nodes,
      ServiceSection services,
      ViolationList violations) {
    this.loadBalancers = loadBalancers;
    this.nodes = nodes;
    this.services = services;
    this.violations = violations;
  }

  void check() {
    for (LoadBalancerSection.Entry entry : loadBalancers.entries.values()) {
      checkNodes("loadBalancers", entry.name(), entry.nodes());
    }
    for (ServiceSection.Entry service : services.entries.values()) {
      checkNodes("services", service.name(), service.nodes());
      service.loadBalancer().ifPresent(name -> checkLoadBalancer(service, name));
    }
  }

  private void checkNodes(String section, String owner, List<String> names) {
    if (!nodes.complete) {
      return;
    }
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      if (!nodes.names.contains(name)) {
        int index = i;
        violations.add(
            () -> JsonPath.of(section, owner, "nodes", index),
            () ->
                "expected the name of a node in $.nodes, spelled exactly, found "
                    + Shown.quoted(name)
                    + "; add the node or take the name out");
      }
    }
  }

  private void checkLoadBalancer(ServiceSection.Entry service, String name) {
    String spelled = loadBalancers.spelling.get(name.toLowerCase(Locale.ROOT));
    if (spelled == null) {
      if (loadBalancers.complete) {
        violations.add(
            () -> JsonPath.of("services", service.name(), "loadBalancer"),
            () ->
                "expected the name of a load balancer in $.loadBalancers, found "
                    + Shown.quoted(name)
                    + "; add the load balancer or correct the name");
      }
      return;
    }
    if (service.policy() == TrafficPolicy.CLUSTER
        && !loadBalancers.entries.get(spelled).nodesGiven()) {
      violations.add(
          () -> JsonPath.of("loadBalancers", spelled),
          () ->
              "expected nodes, since the Cluster service "
                  + Shown.quoted(service.name())
                  + " is on this load balancer, found none; list them, or an empty list to empty"
                  + " the pool");
    }
  }
}
