package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.model.Strength;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.testing.World;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which addresses need more than the network with its routes and gateways. */
class OpennessTest {

  private static List<String> open(World world) {
    return GuardedPlanner.open(Planner.draft(world.input()), world.inventory()).stream()
        .map(Address::text)
        .toList();
  }

  /** Machine 1 is to leave; its subnet has a gateway. */
  private static World leaving() {
    return new World().natGateway(true).node(1).nic(1).pool("ns-a", 1).local("a");
  }

  private static Scope limited() {
    return new Scope(Optional.of(List.of(World.LB)), Optional.of(List.of(World.SUBNET)));
  }

  @Test
  void aRemovalIsOpenUnlessItsSubnetSettlesIt() {
    assertEquals(List.of(), open(leaving()));
    World pools = new World().node(1).nic(1).pool("ns-a", 1).local("a");
    assertEquals(List.of("10.0.0.1"), open(pools));
  }

  @Test
  void oneWithoutAMachineIsNot() {
    assertEquals(List.of(), open(new World().pool("ns-a", 1).local("a")));
  }

  @Test
  void aSubnetThatIsOnlyGuessedSettlesNothing() {
    World listed = new World().natGateway(true).node(1).pool("ns-a", 1).local("a");
    assertEquals(List.of("10.0.0.1"), open(listed));
  }

  @Test
  void allThatTheBrakeHoldsAreOpenForAHoldNamesItsMachine() {
    int[] all = IntStream.rangeClosed(1, 11).toArray();
    World world = new World().natGateway(true).node(all).nic(all).pool("ns-a", all).local("a");
    assertEquals(11, open(world).size());
  }

  @Test
  void whatAHoldIsAboutIsOpenAlsoWhereItIsNotRemovedNow() {
    World world = leaving().node(2).nic(2).pool("ns-b", 2).local("b", 2);
    world.remembers(
        World.hold("ns-b", 2, Map.of(Protocol.TCP, Strength.POSSIBLE), Optional.empty()));
    assertEquals(List.of("10.0.0.2"), open(world));
  }

  @Test
  void anAdditionIsOpenWhereItsOwnerIsChecked() {
    World owned = leaving().node("n2", true, Optional.of(World.vm(2)), "10.0.0.2").nic(2);
    assertEquals(List.of("10.0.0.2"), open(owned.pool("ns-b").local("b", 2)));
    World anyones = leaving().node(2).nic(2).snatPool("ns-b").local("b", 2);
    assertEquals(List.of(), open(anyones));
  }

  @Test
  void anAdditionIsOpenWhereOnlyItsNicCanSayWhetherItsSubnetIsAllowed() {
    World unplaced = leaving().node(2).snatPool("ns-b").local("b", 2);
    assertEquals(List.of(), open(unplaced), "every subnet is allowed");
    unplaced.scope = Optional.of(limited());
    assertEquals(List.of("10.0.0.2"), open(unplaced));
    World placed = leaving().node(2).nic(2).snatPool("ns-b").local("b", 2);
    placed.scope = Optional.of(limited());
    assertEquals(List.of(), open(placed));
  }

  @Test
  void anAdditionIsOpenWhereItMayLoseDefaultAccess() {
    World world = new World().pool("ns-a", 9).local("a");
    world.node(2).nic(2).pool("ns-b").local("b", 2);
    assertEquals(List.of("10.0.0.2"), open(world), "its first pool, and it gives no SNAT");
    world.assumeDefaultOutbound = true;
    assertEquals(List.of("10.0.0.2"), open(world));
    assertEquals(List.of(), open(world.natGateway(true)), "it has none behind a gateway");
  }
}
