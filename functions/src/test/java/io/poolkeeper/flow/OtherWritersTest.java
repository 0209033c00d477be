package io.poolkeeper.flow;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.reconcile.ReconcileReport;
import io.poolkeeper.testing.FakeLoadBalancers.Etags;
import io.poolkeeper.testing.TestBed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Somebody else writes too, or Azure is busy with it. */
final class OtherWritersTest {

  @ParameterizedTest
  @EnumSource(
      value = Etags.class,
      names = {"SHARED", "OWN"})
  @DisplayName("F04 a 412 leads to fresh reads and a new plan; what is wanted of others survives")
  void a412LeadsToANewPlan(Etags etags) {
    TestBed bed = TestBed.with(etags).wants("a", "n1", "n2");
    bed.arm.beforePut(
        0,
        () -> {
          bed.pool("ns-a", "10.0.0.2", "10.0.0.5");
          bed.wants("a", "n1", "n2", "n3");
        });
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2", "10.0.0.3"), bed.members("ns-a"));
    assertEquals(2, bed.arm.puts(), "the new mapping went into the second PUT");
    String kept = bed.arm.bodies().get(0).toString();
    assertTrue(kept.contains("foreign-10-0-0-2"), "the other writer's own entry: " + kept);
  }

  @Test
  @DisplayName("F05 an accepted write that was canceled is tried again and counts once")
  void aSupersededWriteCountsOnce() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNext("ns-a", answer(WriteKind.SUPERSEDED, "Canceled"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(1, bed.arm.log().size());
    assertEquals("1", bed.said("writes"));
    assertEquals("1", bed.said("added"));
  }

  @Test
  @DisplayName(
      "F25 a mapping that changed in between: two reads, two writes, the second from stored")
  void theSecondRoundStartsFromWhatTheFirstStored() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.beforePut(0, () -> bed.wants("a", "n1", "n2"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.1", "10.0.0.2"), bed.members("ns-a"));
    assertEquals(2, bed.arm.puts());
    assertEquals(2, bed.tape.count(call -> call.equals("arm.get")));
    assertEquals(List.of("10.0.0.2"), bed.arm.log().get(1).added(), "the first is stored already");
    assertEquals(2, bed.ledger().mapping().orElseThrow().revision());
  }

  @Test
  @DisplayName("F36 after a 409 the next try reads first; one success and no failure is counted")
  void after409TheNextTryReadsFirst() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNext("ns-a", answer(WriteKind.BUSY, "AnotherOperationInProgress"));
    assertEquals(Outcome.UPDATED, bed.outcome());
    List<String> arm =
        bed.tape.calls().stream().filter(c -> c.matches("arm\\.(get|put).*")).toList();
    assertEquals(List.of("arm.get", "arm.put ns-a", "arm.get", "arm.put ns-a"), arm);
    assertEquals(1, bed.ledger().history().size());
    assertEquals("0", bed.said("failed"));
  }

  @ParameterizedTest
  @EnumSource(
      value = Etags.class,
      names = {"SHARED", "OWN"})
  @DisplayName("F37 a foreign write between read and PUT surfaces as 412, it is not overwritten")
  void aForeignWriteIsNotOverwritten(Etags etags) {
    TestBed bed = TestBed.with(etags).wants("a", "n1");
    List<String> atSecondTry = new ArrayList<>();
    bed.arm.beforePut(0, () -> bed.pool("ns-a", "10.0.0.5"));
    bed.arm.beforePut(1, () -> atSecondTry.addAll(bed.members("ns-a")));
    assertEquals(Outcome.UPDATED, bed.outcome());
    assertEquals(List.of("10.0.0.5"), atSecondTry, "the first PUT changed nothing");
    assertTrue(bed.said("notes").contains("PreconditionFailed"), bed.said("notes"));
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"), "wanted state in the end");
  }

  @ParameterizedTest
  @EnumSource(Etags.class)
  @DisplayName("F38 a deleted pool stays deleted; where If-Match is ignored, POOL_RECREATED")
  void aDeletedPoolIsNotBroughtBack(Etags etags) {
    TestBed bed = TestBed.with(etags).wants("a", "n1").wants("c", "n2");
    bed.arm.beforePut(0, () -> bed.arm.removePool(TestBed.LB, "ns-a"));
    ReconcileReport report = bed.run();
    assertEquals(List.of("10.0.0.2"), bed.members("ns-c"));
    if (etags == Etags.IGNORED) {
      assertEquals(Outcome.PARTIAL, report.outcome());
      assertTrue(bed.said("warnings").contains("POOL_RECREATED"), bed.said("warnings"));
      assertEquals("error", bed.said("severity"));
      assertEquals(2, bed.arm.puts(), "the pool is left, the next one is written");
    } else {
      assertEquals(Outcome.UPDATED, report.outcome());
      assertTrue(bed.arm.read(TestBed.LB).pool("ns-a").isEmpty());
      assertTrue(bed.said("pools").contains("POOL_NOT_FOUND"), bed.said("pools"));
    }
  }
}
