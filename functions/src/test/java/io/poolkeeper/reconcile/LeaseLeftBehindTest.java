package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.PortException;
import io.poolkeeper.testing.TestBed;
import org.junit.jupiter.api.Test;

/** What was acquired is released, whatever went wrong beside it. */
final class LeaseLeftBehindTest {

  @Test
  void aGateThatCannotBeReadDoesNotLeaveTheLeaseBehind() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.gates.failNextRead(new PortException("read", "blob gates/s.json", "503 ServerBusy"));
    assertEquals(Outcome.FAILED, bed.outcome());
    assertFalse(bed.ledgers.isLeased(TestBed.LB), "the next run need not wait for its end");
    String reason = bed.reports.last().fields().get("reason").toString();
    assertTrue(reason.contains("gates/s.json"), reason);
    assertEquals(Outcome.UPDATED, bed.outcome());
  }

  @Test
  void aReleaseThatFailsTooIsNotedBesideTheFirstCause() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.ledgers.releaseIsLost(true);
    bed.gates.failNextRead(new PortException("read", "blob gates/s.json", "503 ServerBusy"));
    assertEquals(Outcome.FAILED, bed.outcome());
    assertTrue(bed.reports.last().fields().get("reason").toString().contains("gates/s.json"));
    assertTrue(bed.reports.last().fields().get("notes").toString().contains("not ours any more"));
  }
}
