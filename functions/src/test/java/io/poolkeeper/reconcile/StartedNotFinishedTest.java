package io.poolkeeper.reconcile;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.testing.Tape;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A ledger shows that a run was killed, whatever the workers' clocks say. */
final class StartedNotFinishedTest {
  /** Found by the simulation: both times were equal then, which reads as finished. */
  @Test
  void aKilledRunShowsAlsoIfItsClockIsBehindThatOfTheRunBefore() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    assertFalse(bed.ledger().startedNotFinished());
    bed.time.stepWallClock(Duration.ofSeconds(-10));
    bed.wants("a", "n2");
    bed.tape.restart();
    bed.arm.beforePut(bed.arm.puts(), () -> bed.tape.killAfter(bed.tape.calls().size() - 1));
    assertThrows(Tape.Killed.class, bed::run);
    assertTrue(bed.ledger().startedNotFinished());
  }

  @Test
  void theRunAfterItHasFinished() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.run();
    bed.time.stepWallClock(Duration.ofSeconds(-10));
    bed.wants("a", "n2").run();
    assertFalse(bed.ledger().startedNotFinished());
  }
}
