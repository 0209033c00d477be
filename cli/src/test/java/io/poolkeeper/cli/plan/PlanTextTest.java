package io.poolkeeper.cli.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.egress.Judged;
import io.poolkeeper.model.Address;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.PoolSkip;
import io.poolkeeper.model.Refusal;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PoolWrite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class PlanTextTest {
  private static final String ID =
      "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/loadBalancers/lb-1";
  private static final Address A = Address.of("10.0.0.4");
  private static final Address B = Address.of("10.0.0.5");
  private static final Address C = Address.of("10.0.0.6");
  private static final Address D = Address.of("10.0.0.7");

  @Test
  void readsLikeAPlan() {
    assertEquals(
        """
        lb-1: UPDATED
          %s
          digest 0123

          pool ns-web (ns/web): updated, 3 members
            + 10.0.0.4         node-a
            - 10.0.0.5         node-b
            = 10.0.0.6         node-c        held, WOULD_STRAND_EGRESS: its only way out
            ! 10.0.0.7         node-d        not added, REJECTED (PoolFull)

          pool ns-api (ns/api, ns/api2): skipped, AMBIGUOUS_POOL_OWNER

          writes, in this order:
            1. lb-1/ns-web  +10.0.0.4  -10.0.0.5

          warning ORPHANED_POOL: pool ns-old

        1 write, 1 held, 1 skipped, 1 refused.
        """
            .formatted(ID),
        PlanText.of(
            List.of(planned(Outcome.UPDATED)),
            Map.of(A, "node-a", B, "node-b", C, "node-c"),
            false));
  }

  @Test
  void explainedItSaysWhyEachRemovalMayBeMade() {
    String text = PlanText.of(List.of(planned(Outcome.UPDATED)), Map.of(B, "node-b"), true);
    assertEquals(
        "    - 10.0.0.5         node-b        allowed: NAT gateway nat-1 on subnet nodes",
        text.lines().filter(line -> line.startsWith("    -")).findFirst().orElse(""));
  }

  @Test
  void observeModeSaysWhatApplyModeWouldWrite() {
    String text = PlanText.of(List.of(planned(Outcome.OBSERVED)), Map.of(), false);
    assertEquals(1, text.split("apply mode would write, in this order:", -1).length - 1);
  }

  @Test
  void observeModeCountsNoWriteAsMade() {
    List<Planned> observed = List.of(planned(Outcome.OBSERVED));
    String text = PlanText.of(observed, Map.of(), false);
    assertEquals(
        "0 writes (apply mode would write 1), 1 held, 1 skipped, 1 refused.", last(text), text);
    assertEquals(1, count(text, "pool ns-web (ns/web): would be updated, 3 members"), text);
    List<Planned> both = List.of(planned(Outcome.UPDATED), planned(Outcome.OBSERVED));
    assertEquals(
        "1 write (apply mode would write 1), 2 held, 2 skipped, 2 refused.",
        last(PlanText.of(both, Map.of(), false)));
  }

  private static long count(String text, String line) {
    return text.lines().filter(l -> l.strip().equals(line)).count();
  }

  @Test
  void aStopIsNamedWithItsReason() {
    Planned stopped =
        new Planned(
            "lb-1", ID, Outcome.PAUSED, "paused by ops because of a move", Optional.empty());
    assertEquals(
        """
        lb-1: PAUSED
          %s
          paused by ops because of a move

        0 writes, 0 held, 1 skipped, 0 refused.
        """
            .formatted(ID),
        PlanText.of(List.of(stopped), Map.of(), false));
  }

  @Test
  void nothingToDoIsSaid() {
    Plan plan =
        new Plan("lb-1", ArmId.of(ID), "0", List.of(), List.of(), List.of(), Optional.empty());
    Planned quiet = new Planned("lb-1", ID, Outcome.UNCHANGED, "", judged(plan));
    String text = PlanText.of(List.of(quiet), Map.of(), false);
    assertEquals("Nothing to do: every owned pool is as the mapping wants it.", last(text));
    assertEquals(true, quiet.quiet());
  }

  private static String last(String text) {
    return text.lines().reduce((first, second) -> second).orElse("");
  }

  private static Planned planned(Outcome outcome) {
    Plan.PoolPlan web =
        new Plan.PoolPlan(
            "ns-web",
            List.of("ns/web"),
            Plan.Result.UPDATED,
            Optional.empty(),
            List.of(B, C, Address.of("10.0.0.9")),
            List.of(A, C, Address.of("10.0.0.9")),
            List.of(A),
            List.of(B),
            List.of(
                new Plan.Held(
                    C,
                    "node-c",
                    HoldReason.WOULD_STRAND_EGRESS,
                    Optional.empty(),
                    Map.of(),
                    "its only way out")),
            List.of(new Plan.Refused(D, "node-d", Refusal.REJECTED, "PoolFull")));
    Plan.PoolPlan api =
        new Plan.PoolPlan(
            "ns-api",
            List.of("ns/api", "ns/api2"),
            Plan.Result.SKIPPED,
            Optional.of(PoolSkip.AMBIGUOUS_POOL_OWNER),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of());
    PoolWrite write =
        new PoolWrite("ns-web", new TreeMap<>(Map.of(A, "node-a")), new TreeSet<>(List.of(B)));
    Plan plan =
        new Plan(
            "lb-1",
            ArmId.of(ID),
            "0123",
            List.of(web, api),
            List.of(Warning.of(Warning.Word.ORPHANED_POOL, "pool", "ns-old")),
            List.of(write),
            Optional.empty());
    return new Planned("lb-1", ID, outcome, "", judged(plan));
  }

  private static Optional<Judged> judged(Plan plan) {
    TreeMap<Address, String> why = new TreeMap<>(Map.of(B, "NAT gateway nat-1 on subnet nodes"));
    return Optional.of(new Judged(plan, new TreeMap<>(Map.of("ns-web", why)), Map.of(B, "node-b")));
  }
}
