package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.testing.World;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WriteOrderTest {

  /** Machine i sits in pool i and should be in pool i + 1 of a circle. */
  private static World circle(int pools) {
    World world = new World();
    for (int i = 0; i < pools; i++) {
      int before = (i + pools - 1) % pools;
      world.node(10 + i).nic(10 + i);
      world.snatPool("ns-p" + i, 10 + i).local("p" + i, 10 + before);
    }
    return world;
  }

  @Test
  void aCircleOfEightIsOpenedWithOneExtraWrite() {
    assertEquals(9, circle(8).plan().writes().size());
    assertEquals(3, circle(2).plan().writes().size());
  }

  @Test
  void inALargerCircleAdditionsAndRemovalsGoApart() {
    List<PoolWrite> writes = circle(9).plan().writes();
    assertEquals(18, writes.size());
    assertTrue(writes.subList(0, 9).stream().allMatch(w -> w.removals().isEmpty()));
    assertTrue(writes.subList(9, 18).stream().allMatch(w -> w.additions().isEmpty()));
  }

  @Test
  void aLongChainIsWrittenFromItsEndWithOneWriteEach() {
    World world = new World();
    int pools = 10;
    for (int i = 0; i < pools; i++) {
      world.node(10 + i).nic(10 + i);
      if (i == 0) {
        world.snatPool("ns-p10", 10).local("p10");
      } else {
        world.snatPool("ns-p" + (10 + i), 10 + i).local("p" + (10 + i), 9 + i);
      }
    }
    List<String> order = world.plan().writes().stream().map(PoolWrite::pool).toList();
    List<String> expected =
        IntStream.rangeClosed(1, pools - 1).mapToObj(i -> "ns-p" + (10 + pools - i)).toList();
    assertEquals(expected, order.subList(0, pools - 1));
    assertEquals("ns-p10", order.get(pools - 1));
  }

  @Test
  void aCircleCountsOnWhatWasWrittenBeforeIt() {
    World leaving = new World().node(10, 11, 20).nic(10, 11, 20);
    leaving.snatPool("ns-p0", 10, 20).local("p0", 11).snatPool("ns-p1", 11).local("p1", 10);
    leaving.snatPool("ns-x").local("x", 20);
    List<String> writes = leaving.writes();
    assertEquals("ns-x +[10.0.0.20] -[]", writes.get(0));
    assertEquals(4, writes.size(), writes.toString());
  }

  @Test
  void whereNothingDependsThePhasesDecide() {
    World world =
        new World()
            .node(4, 5)
            .nic(4, 5, 6)
            .natGateway(true)
            .snatPool("ns-a", 6)
            .local("a")
            .pool("ns-b")
            .local("b", 4)
            .snatPool("ns-c")
            .local("c", 5);
    assertEquals(
        List.of("ns-c +[10.0.0.5] -[]", "ns-b +[10.0.0.4] -[]", "ns-a +[] -[10.0.0.6]"),
        world.writes());
  }

  @Test
  void aRemovalWhoseAdditionWasNotConfirmedIsUnsafe() {
    World world = new World().node(4).nic(4).snatPool("ns-a", 4).local("a");
    world.snatPool("ns-b").local("b", 4);
    PlanInput input = world.input();
    Plan plan = world.plan();
    assertEquals(List.of("ns-b +[10.0.0.4] -[]", "ns-a +[] -[10.0.0.4]"), world.writes());
    PoolWrite removal = plan.writes().get(1);
    Set<Address> four = Set.of(Address.of(World.ip(4)));
    assertEquals(four, unsafe(input, plan, removal, input.actual(), world));
    LoadBalancer added = with(input.actual(), "ns-b", 4);
    assertEquals(Set.of(), unsafe(input, plan, removal, added, world));
    assertEquals(Set.of(), unsafe(input, plan, plan.writes().get(0), input.actual(), world));
    world.natGateway(true);
    assertEquals(Set.of(), unsafe(input, plan, removal, input.actual(), world));
  }

  @Test
  void aRemovalThatAnotherWriterUndercutIsUnsafe() {
    World world = new World().node(4).nic(4).snatPool("ns-a", 4).local("a");
    world.snatPool("ns-b", 4).local("b", 4);
    PlanInput input = world.input();
    Plan plan = world.plan();
    PoolWrite removal = plan.writes().get(0);
    assertEquals(Set.of(), unsafe(input, plan, removal, input.actual(), world));
    LoadBalancer undercut = with(input.actual(), "ns-b");
    assertFalse(unsafe(input, plan, removal, undercut, world).isEmpty());
  }

  @Test
  void aRemovalWithoutAMachineIsAlwaysSafe() {
    World world = new World().snatPool("ns-a", 4).local("a");
    PoolWrite removal =
        new PoolWrite("ns-a", new TreeMap<>(), new TreeSet<>(Set.of(Address.of(World.ip(4)))));
    PlanInput input = world.input();
    assertEquals(Set.of(), unsafe(input, world.plan(), removal, input.actual(), world));
  }

  private static Set<Address> unsafe(
      PlanInput input, Plan plan, PoolWrite write, LoadBalancer confirmed, World world) {
    return GuardedPlanner.unsafeRemovals(input, plan, write, confirmed, world.inventory());
  }

  private static LoadBalancer with(LoadBalancer loadBalancer, String pool, int... machines) {
    Pool changed = new World().pool(pool, machines).loadBalancer().pools().get(0);
    return loadBalancer.withPool(changed);
  }
}
