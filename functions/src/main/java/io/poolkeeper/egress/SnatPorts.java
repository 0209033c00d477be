package io.poolkeeper.egress;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.PoolDraft;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a pool's growth leaves each member fewer SNAT ports. By default Azure gives each member
 * of a pool of up to 50, 100, 200, 400, 800 members 1,024 ports, halved at each of these steps;
 * with {@code allocatedOutboundPorts} a pool needs members times ports, and a frontend address has
 * 64,000. Told from the load balancer alone.
 */
final class SnatPorts {
  static final int PER_FRONTEND_ADDRESS = 64_000;
  private static final int[] TIERS = {50, 100, 200, 400, 800};
  private static final int PORTS_OF_THE_SMALLEST = 1024;

  private SnatPorts() {}

  /** Ports of each member by default allocation. */
  static int byDefault(int members) {
    int ports = PORTS_OF_THE_SMALLEST;
    for (int tier : TIERS) {
      ports = members > tier ? ports / 2 : ports;
    }
    return ports;
  }

  /**
   * @param before members now
   * @param after members after the plan
   */
  static Optional<Warning> of(LoadBalancer actual, PoolDraft draft, int before, int after) {
    if (after <= before) {
      return Optional.empty();
    }
    ArmId pool = draft.actual().orElseThrow().id();
    Optional<Warning> allocated =
        actual.outboundRules().stream()
            .filter(rule -> rule.pool().filter(pool::equals).isPresent())
            .flatMap(rule -> allocated(actual, rule, draft.name(), after).stream())
            .findFirst();
    return allocated.isPresent() ? allocated : tier(actual, pool, draft.name(), before, after);
  }

  /** How many addresses a prefix has is not known here: nothing is said of it. */
  private static Optional<Warning> allocated(
      LoadBalancer actual, LoadBalancer.OutboundRule rule, String pool, int members) {
    List<LoadBalancer.Frontend> frontends = publicOf(actual, rule.frontends());
    boolean prefix = frontends.stream().anyMatch(f -> f.publicPrefix().isPresent());
    long available = (long) PER_FRONTEND_ADDRESS * frontends.size();
    long needed = (long) members * rule.allocatedOutboundPorts();
    if (prefix || frontends.isEmpty() || needed <= available) {
      return Optional.empty();
    }
    return Optional.of(
        new Warning(
            Warning.Word.ADDITION_SHRINKS_SNAT_PORTS,
            Map.of(
                "pool", pool,
                "rule", rule.name(),
                "members", String.valueOf(members),
                "allocatedOutboundPorts", String.valueOf(rule.allocatedOutboundPorts()),
                "portsNeeded", String.valueOf(needed),
                "portsAvailable", String.valueOf(available))));
  }

  private static Optional<Warning> tier(
      LoadBalancer actual, ArmId pool, String name, int before, int after) {
    int now = byDefault(before);
    int then = byDefault(after);
    Optional<String> rule = then < now ? defaultRule(actual, pool) : Optional.empty();
    return rule.map(
        found ->
            new Warning(
                Warning.Word.ADDITION_SHRINKS_SNAT_PORTS,
                Map.of(
                    "pool", name,
                    "rule", found,
                    "membersBefore", String.valueOf(before),
                    "members", String.valueOf(after),
                    "portsPerMemberBefore", String.valueOf(now),
                    "portsPerMember", String.valueOf(then))));
  }

  /** A rule that shares out ports by the table; the first by name. */
  private static Optional<String> defaultRule(LoadBalancer actual, ArmId pool) {
    Optional<String> outbound =
        actual.outboundRules().stream()
            .filter(rule -> rule.pool().filter(pool::equals).isPresent())
            .filter(rule -> rule.allocatedOutboundPorts() == 0)
            .filter(rule -> !publicOf(actual, rule.frontends()).isEmpty())
            .map(LoadBalancer.OutboundRule::name)
            .sorted()
            .findFirst();
    return outbound.or(
        () ->
            actual.balancingRules().stream()
                .filter(rule -> rule.snat() && rule.pools().contains(pool))
                .filter(rule -> !publicOf(actual, rule.frontend().stream().toList()).isEmpty())
                .map(LoadBalancer.BalancingRule::name)
                .sorted()
                .findFirst());
  }

  private static List<LoadBalancer.Frontend> publicOf(LoadBalancer actual, Collection<ArmId> ids) {
    return actual.frontends().stream()
        .filter(frontend -> frontend.isPublic() && ids.contains(frontend.id()))
        .toList();
  }
}
