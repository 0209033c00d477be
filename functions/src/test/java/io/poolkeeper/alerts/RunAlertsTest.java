package io.poolkeeper.alerts;

import static io.poolkeeper.testing.FakeLoadBalancers.failedRead;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.poolkeeper.ingest.Poison;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.reconcile.Delivery;
import io.poolkeeper.reconcile.Reconciler;
import io.poolkeeper.testing.TestBed;
import io.poolkeeper.trigger.GraphInjector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

/** Alerts over the lines of runs and of poison. */
final class RunAlertsTest {
  private static final List<String> ALL =
      List.of("poison", "gave-up", "contested", "forbidden", "throttled", "settings-refused");

  private final TestBed bed = TestBed.standard().wants("a", "n1");
  private final AlertLog log = new AlertLog();

  private List<Object> loadBalancers(String alert) {
    return log.take(bed).distinct(alert, bed.time.now(), "LoadBalancer");
  }

  private void onlyThese(String... alerts) {
    log.take(bed);
    List<String> fired =
        ALL.stream().filter(name -> !log.found(name, bed.time.now()).isEmpty()).toList();
    assertEquals(List.of(alerts), fired);
  }

  @Test
  void aDayInPeaceFiresNothing() {
    bed.run();
    bed.wants("a", "n2");
    bed.run();
    assertEquals(List.of("10.0.0.2"), bed.members("ns-a"));
    onlyThese();
  }

  @Test
  void theLastAttemptFiresAndFailuresBeforeItDoNot() {
    for (int i = 0; i < 11; i++) {
      bed.arm.failNextRead(failedRead(ReadKind.FAILED, Optional.empty()));
    }
    bed.run();
    bed.drain(9);
    onlyThese();
    bed.drain(1);
    onlyThese("gave-up");
    assertEquals(List.of(TestBed.LB.key()), loadBalancers("gave-up"));
    bed.later(Duration.ofMinutes(20));
    onlyThese();
  }

  @Test
  void aRefusalByAzureFires() {
    bed.arm.failNextRead(failedRead(ReadKind.FORBIDDEN, Optional.empty()));
    assertEquals(Outcome.FORBIDDEN, bed.outcome());
    onlyThese("forbidden");
    assertEquals(List.of(TestBed.LB.key()), loadBalancers("forbidden"));
  }

  @Test
  void aPoolThatAnotherEmptiesAgainAndAgainFiresAtTheFourthTime() {
    bed.natGateway = false;
    bed.wants("a").pool("ns-a", "10.0.0.1");
    bed.run();
    for (int i = 0; i < 3; i++) {
      bed.pool("ns-a");
      bed.run();
    }
    onlyThese();
    bed.pool("ns-a");
    bed.run();
    onlyThese("contested");
    assertEquals(List.of(TestBed.LB.key()), loadBalancers("contested"));
  }

  @Test
  void throttlingFiresWhenNothingElseCameForLongAndNotBefore() {
    throttledFor(25);
    onlyThese();
    throttledFor(10);
    onlyThese("throttled");
    assertEquals(List.of(TestBed.LB.key()), loadBalancers("throttled"));
    bed.run();
    onlyThese();
  }

  @Test
  void oneRunThatGetsThroughInBetweenKeepsThrottlingQuiet() {
    throttledFor(25);
    bed.run();
    throttledFor(25);
    onlyThese();
  }

  private void throttledFor(int minutes) {
    for (int minute = 0; minute <= minutes; minute += 5) {
      bed.arm.failNextRead(failedRead(ReadKind.THROTTLED, Optional.of(Duration.ofSeconds(10))));
      assertEquals(Outcome.THROTTLED, bed.outcome());
      log.take(bed);
      bed.later(Duration.ofMinutes(5));
    }
    bed.queue.takeAll();
  }

  @Test
  void aPoisonedMessageFires() {
    new Poison(bed.poison, bed.queue, bed.time, bed.reports)
        .accept("the message", Optional.of(bed.request()), "");
    onlyThese("poison");
  }

  @Test
  void aMessageThatNobodyCanReadFires() {
    new Reconciler(bed.ports(), bed.settings())
        .handle(new Delivery("x", Optional.empty(), "not JSON", Optional.empty(), 1));
    onlyThese("poison");
    assertFalse(log.distinct("poison", bed.time.now(), "Record").contains(""));
  }

  @Test
  void settingsThatCannotBeUsedFire() {
    Logger process = Logger.getLogger("io.poolkeeper");
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord line) {
            log.add(bed.time.now(), line.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    process.addHandler(handler);
    try {
      new GraphInjector();
    } finally {
      process.removeHandler(handler);
    }
    onlyThese("settings-refused");
  }
}
