package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.TestBed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules of the load balancer itself that change between the plan and the write. */
final class RulesMeanwhileTest {
  private static TestBed leavingOneOfTwo(Etags etags) {
    TestBed bed = TestBed.with(etags).wants(Map.of("a", List.of(), "b", List.of("n1")));
    bed.natGateway = false;
    return bed.pool("ns-a", "10.0.0.1").pool("ns-b", "10.0.0.1");
  }

  /** Where a rule does not move the pool's etag, only the second look can see it. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void aMemberIsPutBackIfTheRuleThatItLeanedOnIsGoneMeanwhile(Etags etags) {
    TestBed bed = leavingOneOfTwo(etags);
    bed.arm.beforePut(0, () -> bed.arm.rule(TestBed.LB, "ns-b", false));
    bed.run();
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "it has a way out");
  }

  /** Found by the simulation: the pool gave nothing when the plan was made, and gives again. */
  @ParameterizedTest
  @EnumSource(Etags.class)
  void aMemberIsPutBackIfTheRuleOfItsPoolIsBackMeanwhile(Etags etags) {
    TestBed bed = TestBed.with(etags).wants(Map.of("a", List.of(), "b", List.of()));
    bed.natGateway = false;
    bed.pool("ns-a", "10.0.0.1");
    bed.arm.rule(TestBed.LB, "ns-a", false);
    bed.arm.beforePut(0, () -> bed.arm.rule(TestBed.LB, "ns-a", true));
    bed.run();
    assertTrue(bed.arm.hasRule("ns-a"));
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "it has a way out");
  }
}
