package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.HoldReason;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Strength;
import io.poolkeeper.testing.FakeLoadBalancers.LoggedWrite;
import io.poolkeeper.testing.TestBed;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The whole app over the fakes, in a state in which the next run would write. */
final class Beds {
  private static final Set<String> OURS = Set.of("ns-a", "ns-b", "ns-c", "six", "prod", "a");

  private Beds() {}

  /** Pool ns-a lacks what is wanted, and has what is not; the ledger has something to lose. */
  static TestBed diverged() {
    TestBed bed = TestBed.standard().wants("a", "n1", "n2");
    bed.pool("ns-a", "10.0.0.5").pool("foreign", "10.0.0.6");
    Instant now = bed.time.now().minusSeconds(3600);
    bed.ledgers.put(
        TestBed.LB,
        Ledger.EMPTY.toBuilder()
            .loadBalancer(TestBed.LB)
            .cluster(TestBed.CLUSTER)
            .finishedAt(now)
            .coveredThrough(now)
            .outcome(Outcome.UPDATED)
            .mapping(new Ledger.MappingSeen(0, 1, "\"e\"", "slice", List.of("ns-a")))
            .holds(
                List.of(
                    new Ledger.Hold(
                        "ns-b",
                        Address.of("10.0.0.4"),
                        Optional.empty(),
                        Map.of(Protocol.TCP, Strength.CERTAIN),
                        HoldReason.WOULD_STRAND_EGRESS,
                        now,
                        now,
                        Optional.empty())))
            .build());
    return bed;
  }

  /** What of the ledger a refused document must not change. */
  static String kept(TestBed bed) {
    Ledger ledger = bed.ledger();
    return ledger.coveredThrough() + " " + ledger.holds();
  }

  static void foreignPoolsAreUntouched(TestBed bed) {
    assertEquals(List.of("10.0.0.6"), bed.members("foreign"));
    for (LoggedWrite write : bed.arm.log()) {
      assertTrue(OURS.contains(write.pool().toLowerCase(java.util.Locale.ROOT)), write::pool);
    }
  }
}
