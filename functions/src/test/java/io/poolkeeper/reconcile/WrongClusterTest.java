package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.testing.TestBed;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A request names a load balancer and nothing else that matters. */
final class WrongClusterTest {
  private static final Request NOWHERE = Request.first("nowhere", TestBed.LB, Cause.OPERATOR);

  private static TestBed settled() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    return bed;
  }

  @Test
  void theLedgersClusterCountsWhereTheRequestNamesOneWithoutAMapping() {
    TestBed bed = settled().pool("ns-a");
    assertEquals(Outcome.UPDATED, bed.run(NOWHERE).outcome());
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    assertEquals(Optional.of(TestBed.CLUSTER), bed.ledger().cluster());
    assertEquals(Optional.of(Outcome.UPDATED), bed.ledger().outcome());
    String notes = bed.reports.last().fields().get("notes").toString();
    assertTrue(notes.contains("'nowhere'") && notes.contains("'prod'"), notes);
  }

  @Test
  void theLedgersClusterCountsWhereTheRequestNamesOneThatIsInvalidOrDoesNotNameTheLoadBalancer() {
    TestBed bed = settled();
    bed.documents.putMapping("nowhere", "{}");
    assertEquals(Outcome.UNCHANGED, bed.run(NOWHERE).outcome());
    bed.documents.putMapping(
        "nowhere", bed.mapping("nowhere", 1).replace("loadBalancers/lb-1", "loadBalancers/lb-9"));
    assertEquals(Outcome.UNCHANGED, bed.run(NOWHERE).outcome());
  }

  @Test
  void aMissingMappingOfTheLedgersClusterIsSaidOfThatCluster() {
    TestBed bed = settled();
    bed.documents.deleteMapping(TestBed.CLUSTER);
    ReconcileReport report = bed.run(NOWHERE);
    assertEquals(Outcome.MAPPING_UNREADABLE, report.outcome());
    assertTrue(report.reason().contains("mappings/prod/mapping.json"), report.reason());
    assertEquals(Optional.of(Outcome.MAPPING_UNREADABLE), bed.ledger().outcome());
  }
}
