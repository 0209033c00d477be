package io.poolkeeper.flow;

import static io.poolkeeper.testing.FakeLoadBalancers.answer;
import static io.poolkeeper.testing.FakeLoadBalancers.failedRead;
import static io.poolkeeper.testing.FakeLoadBalancers.throttled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** 429 and what else is not worth asking at once. */
final class ThrottlingTest {
  private static final Duration TWO_MINUTES = Duration.ofMinutes(2);

  private static TestBed throttledFor(Duration wait) {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNext("ns-a", throttled(Optional.of(wait)));
    assertEquals(Outcome.THROTTLED, bed.outcome());
    bed.tape.restart();
    return bed;
  }

  @Test
  @DisplayName("F06 after a 429 no ARM call happens before its time, and no attempt is used up")
  void noArmCallBeforeItsTime() {
    TestBed bed = throttledFor(TWO_MINUTES);
    Instant until = bed.time.now().plus(TWO_MINUTES);
    assertEquals(Optional.of(until), bed.ledger().notBefore());
    assertEquals(Optional.of(until), bed.gates.notBefore(TestBed.SUBSCRIPTION));
    FakeWorkQueue.Sent parked = bed.onlyCopy();
    assertEquals(0, parked.request().attempt(), "no attempt is used up");
    assertTrue(parked.delay().compareTo(TWO_MINUTES) >= 0, "" + parked.delay());
    assertTrue(parked.delay().compareTo(Duration.ofSeconds(130)) < 0, "" + parked.delay());
    for (int second = 0; second < 120; second += 20) {
      assertEquals(Outcome.PARKED, bed.outcome());
      bed.later(Duration.ofSeconds(20));
    }
    assertEquals(0, bed.tape.armCalls());
    assertEquals(Outcome.UPDATED, bed.outcome());
  }

  @Test
  @DisplayName("F07 after a 429 without Retry-After waits grow, vary and have an upper limit")
  void waitsGrowVaryAndHaveALimit() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    Duration before = Duration.ZERO;
    Set<Duration> jitter = new HashSet<>();
    for (int i = 0; i < 9; i++) {
      bed.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.empty()));
      Instant now = bed.time.now();
      assertEquals(Outcome.THROTTLED, bed.outcome());
      Duration wait = Duration.between(now, bed.ledger().notBefore().orElseThrow());
      assertTrue(wait.compareTo(before) > 0 || wait.equals(Duration.ofMinutes(5)), "" + wait);
      jitter.add(bed.queue.takeAll().get(0).delay().minus(wait));
      before = wait;
      bed.later(wait);
    }
    assertEquals(Duration.ofMinutes(5), before);
    assertTrue(jitter.size() > 5, jitter.toString());
  }

  @Test
  @DisplayName("F39 while a Retry-After runs, ticks make no call, ask for nothing, use no retry")
  void ticksInBetweenDoNothing() {
    TestBed bed = throttledFor(TWO_MINUTES);
    FakeWorkQueue.Sent parked = bed.queue.takeAll().get(0);
    for (int tick = 0; tick < 3; tick++) {
      bed.later(Duration.ofSeconds(30));
      bed.sweep();
      assertEquals(List.of(), bed.queue.sent(), "the sweep asks for nothing");
    }
    assertEquals(Outcome.PARKED, bed.deliver(parked.request(), parked.insertedAt(), 1).outcome());
    assertEquals(0, bed.tape.armCalls());
    assertEquals(0, bed.onlyCopy().request().attempt());
    assertEquals("info", bed.said("severity"));
  }

  @Test
  @DisplayName("F41 the retry budget is finite; when it is used up, one failure is reported")
  void theBudgetIsFinite() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    for (int i = 0; i < 12; i++) {
      bed.arm.failNextRead(failedRead(ReadKind.FAILED, Optional.empty()));
    }
    bed.run();
    assertEquals(10, bed.drain(50), "ten copies");
    assertEquals(Optional.of(Outcome.GAVE_UP), bed.ledger().outcome());
    long gaveUp =
        bed.reports.lines().stream()
            .filter(line -> line.fields().get("outcome").equals("GAVE_UP"))
            .count();
    assertEquals(1, gaveUp);
    assertEquals("error", bed.said("severity"));
    assertTrue(bed.said("reason").startsWith("last: FAILED"), bed.said("reason"));
    assertEquals(Outcome.FAILED, bed.outcome(), "a new request starts anew");
  }

  @Test
  @DisplayName("F42 what the client library retried already is not retried by us at once")
  void noSecondLayerOfRetries() {
    TestBed bed = TestBed.standard().wants("a", "n1");
    bed.arm.failNextRead(failedRead(ReadKind.FAILED, Optional.empty()));
    assertEquals(Outcome.FAILED, bed.outcome());
    assertEquals(1, bed.tape.armCalls());
    assertTrue(bed.queue.takeAll().get(0).delay().compareTo(Duration.ZERO) > 0);
    bed.arm.failNext("ns-a", answer(WriteKind.UNKNOWN, "ServerBusy"));
    assertEquals(Outcome.FAILED, bed.outcome());
    assertEquals(1, bed.arm.puts());
    assertTrue(bed.onlyCopy().delay().compareTo(Duration.ZERO) > 0);
  }
}
