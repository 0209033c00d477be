package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Family;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Protocol;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which pools give SNAT to their members: those that an outbound rule names with a public frontend
 * for the protocol, or a load-balancing rule of that protocol without {@code disableOutboundSnat}.
 * Rules name pools by id, so namesakes on other load balancers do not mix.
 */
final class Snat {
  private final PublicAddresses publicAddresses;
  private final Map<ArmId, List<Outlet>> byPool = new HashMap<>();
  private final Map<Question, Supply> known = new HashMap<>();
  private final Set<ArmId> namedByOutboundRule = new HashSet<>();

  /** One rule that gives SNAT to one pool behind one public frontend. */
  private record Outlet(String rule, Set<Protocol> protocols, ArmId publicAddress) {}

  private record Question(ArmId pool, Family family, Protocol protocol) {}

  /**
   * What a pool gives for one family and protocol.
   *
   * @param rule the rule that gives it, empty: none is known to
   * @param dependsOn unreadable public addresses with a rule each: with any of them of the family,
   *     the pool gives SNAT; empty where a rule is known
   */
  record Supply(Optional<String> rule, Map<ArmId, String> dependsOn) {
    static final Supply NONE = new Supply(Optional.empty(), Map.of());

    boolean possible() {
      return rule.isPresent() || !dependsOn.isEmpty();
    }
  }

  Snat(Collection<LoadBalancer> loadBalancers, PublicAddresses publicAddresses) {
    this.publicAddresses = publicAddresses;
    loadBalancers.forEach(this::index);
  }

  private void index(LoadBalancer loadBalancer) {
    Map<ArmId, ArmId> frontends = new HashMap<>();
    for (LoadBalancer.Frontend frontend : loadBalancer.frontends()) {
      PublicAddresses.idOf(frontend).ifPresent(id -> frontends.put(frontend.id(), id));
    }
    for (LoadBalancer.OutboundRule rule : loadBalancer.outboundRules()) {
      if (rule.pool().isPresent()) {
        namedByOutboundRule.add(rule.pool().get());
        for (ArmId frontend : rule.frontends()) {
          add(rule.pool().get(), rule.name(), rule.protocols(), frontends.get(frontend));
        }
      }
    }
    for (LoadBalancer.BalancingRule rule : loadBalancer.balancingRules()) {
      if (rule.snat() && rule.frontend().isPresent()) {
        for (ArmId pool : rule.pools()) {
          add(pool, rule.name(), rule.protocols(), frontends.get(rule.frontend().get()));
        }
      }
    }
  }

  /** A frontend without a public address is internal and gives nothing. */
  private void add(ArmId pool, String rule, Set<Protocol> protocols, ArmId publicAddress) {
    if (publicAddress != null) {
      byPool
          .computeIfAbsent(pool, k -> new ArrayList<>())
          .add(new Outlet(rule, protocols, publicAddress));
    }
  }

  Supply of(ArmId pool, Family family, Protocol protocol) {
    return known.computeIfAbsent(
        new Question(pool, family, protocol), q -> find(pool, family, protocol));
  }

  private Supply find(ArmId pool, Family family, Protocol protocol) {
    Optional<String> rule = Optional.empty();
    Map<ArmId, String> dependsOn = new TreeMap<>();
    for (Outlet outlet : byPool.getOrDefault(pool, List.of())) {
      if (outlet.protocols().contains(protocol)) {
        Optional<Family> is = publicAddresses.familyOf(outlet.publicAddress());
        if (is.isEmpty()) {
          dependsOn.merge(outlet.publicAddress(), outlet.rule(), Snat::firstByName);
        } else if (is.get() == family) {
          rule = Optional.of(rule.map(r -> firstByName(r, outlet.rule())).orElse(outlet.rule()));
        }
      }
    }
    if (rule.isPresent()) {
      return new Supply(rule, Map.of());
    }
    return dependsOn.isEmpty() ? Supply.NONE : new Supply(rule, dependsOn);
  }

  /** Whether any outbound rule names the pool, whatever its frontends and protocol. */
  boolean isNamedByOutboundRule(ArmId pool) {
    return namedByOutboundRule.contains(pool);
  }

  /** Whether any rule may give SNAT, of whatever family and protocol: needs no inventory. */
  boolean isSnatPool(ArmId pool) {
    return byPool.containsKey(pool);
  }

  private static String firstByName(String a, String b) {
    return a.compareTo(b) <= 0 ? a : b;
  }
}
