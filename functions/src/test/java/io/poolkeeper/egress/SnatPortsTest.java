package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.plan.PoolDraft;
import io.poolkeeper.testing.World;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** How many SNAT ports a pool's frontends and rules leave each member. */
class SnatPortsTest {
  private static final ArmId POOL = World.poolId("ns-web");

  private static LoadBalancer.Frontend frontend(String name, boolean address, boolean prefix) {
    Optional<ArmId> id = Optional.of(ArmId.of(World.NETWORK + "publicIPAddresses/" + name));
    return new LoadBalancer.Frontend(
        ArmId.of(World.LB + "/frontendIPConfigurations/" + name),
        id.filter(some -> address),
        id.filter(some -> prefix));
  }

  private static LoadBalancer of(int allocated, boolean outbound, LoadBalancer.Frontend... all) {
    LoadBalancer plain = new World().pool("ns-web").loadBalancer();
    List<ArmId> ids = List.of(all).stream().map(LoadBalancer.Frontend::id).toList();
    return new LoadBalancer(
        plain.id(),
        plain.name(),
        plain.etag(),
        plain.sku(),
        plain.tier(),
        plain.provisioningState(),
        List.of(all),
        plain.pools(),
        outbound
            ? List.of()
            : List.of(
                new LoadBalancer.BalancingRule(
                    "rule",
                    EnumSet.of(Protocol.TCP),
                    Optional.of(ids.get(0)),
                    Set.of(POOL),
                    true,
                    true)),
        outbound
            ? List.of(
                new LoadBalancer.OutboundRule(
                    "rule", EnumSet.of(Protocol.TCP), ids, Optional.of(POOL), allocated))
            : List.of());
  }

  private static Optional<String> said(LoadBalancer actual, int before, int after, String detail) {
    World world = new World().node(1).pool("ns-web").local("web", 1);
    PoolDraft draft = Planner.draft(world.input()).pools().get(0);
    return SnatPorts.of(actual, draft, before, after)
        .map(Warning::details)
        .map(details -> details.getOrDefault(detail, "-"));
  }

  @Test
  void eachFrontendAddressBringsItsOwnPorts() {
    LoadBalancer two = of(1000, true, frontend("a", true, false), frontend("b", true, false));
    assertEquals(Optional.empty(), said(two, 127, 128, "portsAvailable"));
    assertEquals(Optional.of("128000"), said(two, 128, 129, "portsAvailable"));
  }

  @Test
  void nothingIsSaidOfAPrefixWhoseLengthIsNotKnown() {
    LoadBalancer prefix = of(1000, true, frontend("a", true, false), frontend("b", false, true));
    assertEquals(Optional.empty(), said(prefix, 400, 900, "rule"));
  }

  @Test
  void allocatedPortsKnowNoTiers() {
    assertEquals(Optional.empty(), said(of(10, true, frontend("a", true, false)), 50, 51, "rule"));
  }

  @Test
  void aRuleBehindAnInternalFrontendSharesOutNothing() {
    for (boolean outbound : new boolean[] {true, false}) {
      LoadBalancer internal = of(0, outbound, frontend("a", false, false));
      assertEquals(Optional.empty(), said(internal, 50, 51, "rule"));
      LoadBalancer open = of(0, outbound, frontend("a", true, false));
      assertEquals(Optional.of("rule"), said(open, 50, 51, "rule"));
    }
  }

  @Test
  void aMemberThatTakesThePlaceOfAnotherShrinksNothing() {
    LoadBalancer full = of(1000, true, frontend("a", true, false));
    assertEquals(Optional.empty(), said(full, 65, 65, "rule"));
    assertEquals(Optional.of("rule"), said(full, 65, 66, "rule"));
  }
}
