package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Network;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Why a removal that was allowed by the plan may not be made on what is read before its write. */
class WeakenedTest {
  private static final Map<Protocol, Strength> POSSIBLE = Map.of(Protocol.TCP, Strength.POSSIBLE);

  /** Machine 4 is in a pool whose rule was taken away. */
  private static World withoutItsRule() {
    return new World().node(4).nic(4).pool("ns-web", 4).local("web");
  }

  private static World withItsRule() {
    return new World().node(4).nic(4).snatPool("ns-web", 4).local("web");
  }

  /** The plan was made behind a gateway; now the network is this. */
  private static Weakened found(World planned, World now) {
    Plan plan = planned.natGateway(true).plan();
    assertEquals(1, plan.writes().size());
    Leaning leaning =
        new Leaning(
            planned.input(),
            plan,
            plan.writes().get(0),
            planned.loadBalancer(),
            planned.inventory());
    assertTrue(weakened(leaning, plan).isEmpty(), "behind the gateway it may be made");
    return weakened(leaning.in(now.inventory()), plan).get(Address.of(World.ip(4)));
  }

  private static SortedMap<Address, Weakened> weakened(Leaning leaning, Plan plan) {
    return leaning.weakened(
        plan.writes().get(0).removals(), pool -> true, address -> false, List.of());
  }

  @Test
  void aWayOutThatIsLostWithoutAnotherIsCertain() {
    Weakened found = found(withItsRule(), withItsRule());
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, found.reason());
    assertEquals(POSSIBLE, found.lost());
    assertEquals(Optional.of(World.vm(4)), found.machine());
  }

  @Test
  void aGatewayThatCannotBeReadMakesItUnknown() {
    Weakened found = found(withItsRule(), withItsRule().natGateway(false));
    assertEquals(HoldReason.EGRESS_UNKNOWN, found.reason());
    assertEquals(POSSIBLE, found.lost());
  }

  @Test
  void whatIsRememberedIsOwedThoughNothingWouldBeLostNow() {
    World held = withoutItsRule().remembers("ns-web", 4);
    Weakened found = found(held, withoutItsRule());
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, found.reason());
    assertEquals(POSSIBLE, found.lost());
    World dropped = withoutItsRule();
    dropped.routes = List.of(new Network.Route("all", "0.0.0.0/0", "None"));
    assertEquals(HoldReason.WOULD_STRAND_EGRESS, found(held, dropped).reason());
  }

  @Test
  void whetherWhatIsRememberedIsStillOwedMayBeUnknown() {
    World held = withoutItsRule().remembers("ns-web", 4);
    Weakened found = found(held, withoutItsRule().natGateway(false));
    assertEquals(HoldReason.EGRESS_UNKNOWN, found.reason());
    assertEquals(POSSIBLE, found.lost());
  }
}
