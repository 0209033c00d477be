package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.testing.TestBed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ledgers that cannot be trusted, and what a load balancer or pool belongs to. */
final class LedgerAndOwnershipTest {

  private static TestBed wanting(String... nodes) {
    return TestBed.standard().wants("a", nodes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "noise", "{\"format\":99}"})
  void aDamagedLedgerIsReportedCountsAsEmptyAndTheRunGoesOn(String content) {
    TestBed bed = wanting("n1");
    bed.ledgers.putRaw(TestBed.LB, content.getBytes(StandardCharsets.UTF_8));
    ReconcileReport report = bed.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertTrue(report.fields().get("warnings").toString().contains("LEDGER_REPLACED"));
    assertEquals(Outcome.UPDATED, bed.ledger().outcome().orElseThrow());
  }

  @Test
  void aLedgerFromTheFutureCoversNothing() {
    TestBed bed = wanting("n1");
    bed.run();
    bed.wants("a", "n2");
    Instant future = bed.time.now().plus(Duration.ofDays(365));
    bed.ledgers.put(TestBed.LB, bed.ledger().toBuilder().coveredThrough(future).build());
    assertEquals(Outcome.UPDATED, bed.outcome());
  }

  @Test
  void anotherClustersLoadBalancerIsLeftAloneUntilItsMappingNoLongerNamesIt() {
    TestBed bed = wanting("n1");
    bed.run();
    Ledger before = bed.ledger();
    bed.documents.putMapping("other", bed.mapping("other", 1));
    bed.scope.ifPresent(scope -> {});
    Request theirs = Request.first("other", TestBed.LB, Cause.EVENT);
    assertEquals(Outcome.OWNED_ELSEWHERE, bed.run(theirs).outcome());
    assertEquals(before, bed.ledger(), "the owner's ledger is not touched");
    bed.documents.deleteMapping(TestBed.CLUSTER);
    assertEquals(Outcome.OWNED_ELSEWHERE, bed.run(theirs).outcome(), "missing is not empty");
    bed.documents.putMapping(
        TestBed.CLUSTER,
        bed.mapping(TestBed.CLUSTER, 9).replace("loadBalancers/lb-1", "loadBalancers/lb-9"));
    assertEquals(Outcome.OBSERVED, bed.run(theirs).outcome(), "taken over, without a scope");
    assertEquals(Optional.of("other"), bed.ledger().cluster());
  }

  @Test
  void aLoadBalancerThatNobodyMappedIsLeftAlone() {
    TestBed bed = wanting("n1");
    bed.documents.putMapping(
        TestBed.CLUSTER,
        bed.mapping(TestBed.CLUSTER, 9).replace("loadBalancers/lb-1", "loadBalancers/lb-9"));
    assertEquals(Outcome.NOT_MAPPED, bed.outcome());
    assertEquals(0, bed.arm.puts());
    assertTrue(bed.queue.sent().isEmpty());
  }

  @Test
  void whatNoMappingNamesGetsNoLedger() {
    TestBed bed = wanting("n1");
    ArmId stray = ArmId.of(TestBed.LB.key() + "-stray");
    Request request = Request.first(TestBed.CLUSTER, stray, Cause.EVENT);
    bed.tape.restart();
    assertEquals(Outcome.NOT_MAPPED, bed.run(request).outcome());
    assertEquals(
        List.of("ledger.read", "documents.mapping"), bed.tape.calls(), "no lock, so no blob");
    assertTrue(bed.queue.sent().isEmpty());
    bed.documents.deleteMapping(TestBed.CLUSTER);
    bed.tape.restart();
    assertEquals(Outcome.MAPPING_UNREADABLE, bed.run(request).outcome());
    assertEquals(List.of("ledger.read", "documents.mapping", "queue.send"), bed.tape.calls());
    bed.documents.putMapping(TestBed.CLUSTER, "{}");
    bed.tape.restart();
    assertEquals(Outcome.INVALID_MAPPING, bed.run(request).outcome());
    assertEquals(List.of("ledger.read", "documents.mapping"), bed.tape.calls());
  }

  @Test
  void aPoolThatIsNoLongerNamedIsReportedAsLongAsItIsThereAndNeverTouched() {
    TestBed bed = wanting("n1");
    bed.run();
    bed.wants(java.util.Map.of("b", List.of("n2")));
    for (int i = 0; i < 2; i++) {
      String warnings = bed.run().fields().get("warnings").toString();
      assertTrue(warnings.contains("{word=ORPHANED_POOL, pool=ns-a}"), warnings);
    }
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    bed.arm.removePool(TestBed.LB, "ns-a");
    assertEquals("[]", bed.run().fields().get("warnings").toString());
  }

  @Test
  void controlsForALoadBalancerThatNobodyKnowsAreAWarning() {
    TestBed bed = wanting("n1");
    bed.documents.putControls(
        TestBed.CLUSTER,
        "{\"schema\":\"poolkeeper.controls/v1\",\"cluster\":\"prod\","
            + "\"loadBalancers\":{\"lb-7\":{}}}");
    ReconcileReport report = bed.run();
    assertEquals(Outcome.UPDATED, report.outcome());
    assertTrue(report.fields().get("warnings").toString().contains("UNKNOWN_CONTROLS_ENTRY"));
  }
}
