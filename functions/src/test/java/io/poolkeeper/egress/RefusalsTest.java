package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanDigest;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.testing.World;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RefusalsTest {

  private static Optional<Scope> subnets(ArmId... ids) {
    return Optional.of(new Scope(Optional.of(List.of(World.LB)), Optional.of(List.of(ids))));
  }

  private static List<Plan.Refused> refused(World world) {
    return world.plan().pools().stream().flatMap(pool -> pool.refused().stream()).toList();
  }

  private static Plan.Refused one(int machine, Refusal refusal, String code) {
    return new Plan.Refused(Address.of(World.ip(machine)), "n" + machine, refusal, code);
  }

  @Test
  void anAddressInNoneOfTheAllowedSubnetsIsNotAdded() {
    World world = new World().node(4).nic(4).pool("ns-web").local("web", 4);
    world.scope = subnets(ArmId.of(World.VNET + "/subnets/other"));
    assertEquals(List.of(one(4, Refusal.NOT_ALLOWED, "")), refused(world));
    assertEquals(List.of(), world.writes());
    assertEquals(Plan.Result.UNCHANGED, world.plan().pools().get(0).result());
    world.scope = subnets(World.SUBNET);
    assertEquals(List.of(), refused(world));
    world.scope = subnets(World.VNET);
    assertEquals(List.of(), refused(world));
    assertEquals(List.of("ns-web +[10.0.0.4] -[]"), world.writes());
  }

  @Test
  void anAddressInNoSubnetAtAllIsNotAddedWhereSubnetsAreLimited() {
    World world = new World().pool("ns-web").local("web", 4);
    world.node("n4", true, Optional.empty(), "192.0.2.4");
    world.scope = subnets(World.VNET);
    assertEquals(1, refused(world).size());
    world.scope = Optional.of(new Scope(Optional.of(List.of(World.LB)), Optional.empty()));
    assertEquals(List.of(), refused(world));
  }

  @Test
  void anAddressOfAnotherMachineIsNotAdded() {
    World world = new World().nic(4).pool("ns-web").local("web", 4);
    world.node("n4", true, Optional.of(World.vm(5)), World.ip(4));
    assertEquals(List.of(one(4, Refusal.ADDRESS_OWNER_MISMATCH, "")), refused(world));
    world.node("n4", true, Optional.of(World.vm(4)), World.ip(4));
    assertEquals(List.of(), refused(world));
  }

  @Test
  void anAddressThatNoNicHasBelongsToNobodyElse() {
    World world = new World().pool("ns-web").local("web", 4);
    world.node("n4", true, Optional.of(World.vm(4)), World.ip(4));
    assertEquals(List.of(), refused(world));
  }

  @Test
  void anAddressInThePoolAlreadyStays() {
    World world = new World().nic(4).pool("ns-web", 4).local("web", 4);
    world.node("n4", true, Optional.of(World.vm(5)), World.ip(4));
    assertEquals(List.of(), refused(world));
    assertEquals(List.of(), world.writes());
  }

  private static Ledger rejected(String pool, String etag, String... addresses) {
    String digest =
        PlanDigest.ofAdditions(
            "NS-web", java.util.Arrays.stream(addresses).map(Address::of).toList());
    return Ledger.EMPTY.toBuilder()
        .rejected(List.of(new Ledger.Rejected(pool, digest, etag, "PoolSizeLimit")))
        .build();
  }

  @Test
  void additionsThatAzureRefusedAreNotSentAgain() {
    World world = new World().node(4, 5).nic(4, 5, 6).pool("ns-web", 6).local("web", 4, 5);
    world.ledger = rejected("NS-WEB", "etag-1", "10.0.0.5", "10.0.0.4");
    assertEquals(
        List.of(
            one(4, Refusal.REJECTED, "PoolSizeLimit"), one(5, Refusal.REJECTED, "PoolSizeLimit")),
        refused(world));
    assertEquals(List.of("ns-web +[] -[10.0.0.6]"), world.writes(), "removals go on");
  }

  @Test
  void otherAdditionsAnotherPoolOrAnotherEtagAreSent() {
    World world = new World().node(4, 5).nic(4, 5).pool("ns-web").local("web", 4, 5);
    world.ledger = rejected("ns-web", "etag-1", "10.0.0.4");
    assertEquals(List.of(), refused(world));
    world.ledger = rejected("ns-web", "etag-2", "10.0.0.4", "10.0.0.5");
    assertEquals(List.of(), refused(world));
    world.ledger = rejected("ns-other", "etag-1", "10.0.0.4", "10.0.0.5");
    assertEquals(List.of(), refused(world));
  }

  @Test
  void aRefusedAdditionGivesTheMachineNothing() {
    World world = new World().node(4).nic(4).snatPool("ns-old", 4).snatPool("ns-web");
    world.local("old").local("web", 4);
    assertEquals(List.of(), world.held());
    world.ledger = rejected("ns-web", "etag-1", "10.0.0.4");
    assertEquals(List.of("ns-old 10.0.0.4 WOULD_STRAND_EGRESS"), world.held());
  }

  @Test
  void onlyWhatHasToBeCheckedNeedsTheInventory() {
    World world = new World().node(4).pool("ns-web").local("web", 4);
    assertFalse(Planner.draft(world.input()).needsInventory());
    world.scope = subnets(World.VNET);
    assertTrue(Planner.draft(world.input()).needsInventory());
    world.scope = Optional.of(new Scope(Optional.of(List.of(World.LB)), Optional.empty()));
    assertFalse(Planner.draft(world.input()).needsInventory());
    world.assumeDefaultOutbound = true;
    assertTrue(Planner.draft(world.input()).needsInventory());
    world.assumeDefaultOutbound = false;
    world.node("n4", true, Optional.of(World.vm(4)), World.ip(4));
    assertTrue(Planner.draft(world.input()).needsInventory());
    assertTrue(Planner.draft(world.input()).differs());
    assertFalse(Planner.draft(new World().pool("ns-web").local("web").input()).differs());
    World removal = new World().pool("ns-web", 4).local("web");
    assertTrue(Planner.draft(removal.input()).needsInventory());
  }
}
