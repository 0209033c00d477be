package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Scope;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.reconcile.Inventories;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How many calls a judgement costs, whatever the number of machines. */
class InventoryBudgetTest {
  private static final Scope SCOPE = new Scope(Optional.empty(), Optional.empty());

  private record Judgement(Plan plan, List<String> calls) {
    long removed() {
      return plan.pools().stream().mapToLong(pool -> pool.removed().size()).sum();
    }

    long held(HoldReason reason) {
      return plan.pools().stream()
          .flatMap(pool -> pool.held().stream())
          .filter(hold -> hold.reason() == reason)
          .count();
    }

    /** Paths below the resource groups. */
    List<String> paths() {
      return calls.stream()
          .map(url -> url.substring(Fleet.SUB.length()).replaceAll("providers/[^/]*/", ""))
          .map(path -> path.replaceAll("api-version=[0-9-]*&?", "").replaceAll("[?]$", ""))
          .toList();
    }
  }

  private static Judgement judge(Fleet fleet, int pageSize) {
    SnapshotArm arm = new SnapshotArm(fleet.arm, Map.of(), pageSize);
    Draft draft = fleet.draft();
    PlanInput input = draft.input();
    Plan plan =
        GuardedPlanner.finish(
            draft,
            Inventories.read(
                draft, arm.reader().steps(input.mapping(), input.actual(), SCOPE, "r")));
    return new Judgement(plan, arm.asked());
  }

  private static Judgement judge(Fleet fleet) {
    return judge(fleet, 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100, 1_000, 5_000})
  void behindANatGatewayThreeCallsAreEnough(int leaving) {
    for (boolean listed : new boolean[] {true, false}) {
      Judgement of =
          judge(new Fleet(leaving, true, listed, "nodes/pool0", "nodes/pool1", "vms", "vms2"));
      assertEquals(
          List.of(
              "rg/virtualNetworks/vnet?%24expand=subnets%2FipConfigurations",
              "rg/natGateways", "rg/routeTables"),
          of.paths());
      assertEquals(2L * leaving, of.removed(), "both families");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100, 1_000, 5_000})
  void withoutAnotherWayOutItIsOneMoreListForEachGroupOrScaleSet(int leaving) {
    Judgement one = judge(new Fleet(leaving, false, true, "nodes/pool0"));
    assertEquals(
        List.of(
            "rg/virtualNetworks/vnet?%24expand=subnets%2FipConfigurations",
            "rg/natGateways",
            "rg/routeTables",
            "nodes/virtualMachineScaleSets/pool0/networkInterfaces",
            "rg/loadBalancers",
            "rg/publicIPAddresses"),
        one.paths());
    assertEquals(2L * leaving, one.held(HoldReason.WOULD_STRAND_EGRESS));
    Judgement several =
        judge(new Fleet(leaving, false, true, "nodes/pool0", "nodes/pool1", "vms", "vms2"));
    assertEquals(2L * leaving, several.held(HoldReason.WOULD_STRAND_EGRESS));
    assertTrue(
        several.calls().size() <= 4 + 2 + 3, "2 scale sets and 3 groups: " + several.paths());
  }

  @Test
  void machinesThatAreGoneCostNoMoreCalls() {
    Fleet fleet = new Fleet(1_000, false, false, "vms");
    for (int i = 2_499; i >= 1_500; i--) {
      ((com.fasterxml.jackson.databind.node.ArrayNode) fleet.arm.get("networkInterfaces"))
          .remove(i);
    }
    Judgement of = judge(fleet);
    assertEquals(2_000, of.removed());
    assertEquals(3, of.calls().size(), of.paths().toString());
  }

  @Test
  void publicAddressesAreNotReadWhereNoRuleGivesSnat() {
    Fleet fleet = new Fleet(1_000, false, true, "vms", "nodes/pool0");
    ((com.fasterxml.jackson.databind.node.ObjectNode) fleet.arm.at("/loadBalancers/0/properties"))
        .remove("loadBalancingRules");
    Judgement of = judge(fleet);
    assertEquals(2_000, of.removed());
    assertEquals(6, of.calls().size(), of.paths().toString());
    assertTrue(of.paths().stream().noneMatch(p -> p.contains("publicIP")), of.paths().toString());
  }

  @Test
  void pagesAreFollowedAndEachIsReadOnce() {
    Judgement of = judge(new Fleet(1_000, false, true, "vms"), 500);
    assertEquals(2_000, of.held(HoldReason.WOULD_STRAND_EGRESS));
    assertEquals(5, of.paths().stream().filter(p -> p.contains("networkInterfaces")).count());
    assertEquals(of.calls().size(), of.calls().stream().distinct().count());
  }
}
