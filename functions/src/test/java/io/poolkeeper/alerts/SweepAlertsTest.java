package io.poolkeeper.alerts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.poolkeeper.ingest.RiskWatch;
import io.poolkeeper.ingest.Sweep;
import io.poolkeeper.model.Mode;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.QueueWatch;
import io.poolkeeper.reconcile.ReconcileSettings;
import io.poolkeeper.testing.FakeWorkQueue;
import io.poolkeeper.testing.TestBed;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Alerts over the line of the sweep. */
final class SweepAlertsTest {
  private static final List<String> ALL =
      List.of(
          "sweep-missing",
          "hold-too-old",
          "diverged",
          "observe-forgotten",
          "pause-forgotten",
          "mapping-refused",
          "mapping-too-old",
          "queue-stalled",
          "events-poisoned",
          "events-silent",
          "machine-at-risk");

  private final TestBed bed = TestBed.standard().wants("a", "n1");
  private final AlertLog log = new AlertLog();
  private final Map<String, Instant> sources = new TreeMap<>();
  private final Map<String, QueueWatch.QueueState> queues = new TreeMap<>();
  private Optional<Duration> mappingMaxAge = Optional.empty();
  private boolean storageFails;

  private void sweep() {
    EventSources remembered =
        new EventSources() {
          @Override
          public void seen(String source, Instant at) {
            sources.put(source, at);
          }

          @Override
          public Map<String, Instant> lastSeen() {
            return Map.copyOf(sources);
          }
        };
    ReconcileSettings of = bed.settings();
    ReconcileSettings settings =
        new ReconcileSettings(
            of.mode(),
            of.scopes(),
            of.assumeDefaultOutbound(),
            of.protocols(),
            mappingMaxAge,
            of.maxPoolSize(),
            of.holdAlertAge(),
            of.divergedAlertAge());
    RiskWatch risks = new RiskWatch(bed.ports(), settings);
    Sweep sweep =
        new Sweep(bed.ports(), bed.documents, watch(), settings, Optional.of(risks), remembered);
    if (storageFails) {
      assertThrows(PortException.class, sweep::run);
    } else {
      sweep.run();
    }
    log.take(bed);
  }

  private QueueWatch watch() {
    return new QueueWatch() {
      @Override
      public QueueState work() {
        return state("work");
      }

      @Override
      public QueueState poison() {
        return state("poison");
      }

      @Override
      public QueueState events() {
        return state("events");
      }

      @Override
      public QueueState eventPoison() {
        return state("eventPoison");
      }
    };
  }

  private QueueWatch.QueueState state(String queue) {
    return queues.getOrDefault(queue, new QueueWatch.QueueState(queue, 0, Optional.empty()));
  }

  /** A sweep each minute, and what it asks for is done. */
  private void minutes(int count) {
    for (int minute = 0; minute < count; minute++) {
      bed.later(Duration.ofMinutes(1));
      sweep();
      for (FakeWorkQueue.Sent sent : bed.queue.takeAll()) {
        bed.deliver(sent.request(), sent.insertedAt(), 1);
      }
      log.take(bed);
    }
  }

  private void onlyThese(String... alerts) {
    List<String> fired =
        ALL.stream().filter(name -> !log.found(name, bed.time.now()).isEmpty()).toList();
    assertEquals(List.of(alerts), fired);
  }

  private void names(String alert, String column, Object... values) {
    assertEquals(List.of(values), log.distinct(alert, bed.time.now(), column));
  }

  @Test
  void anHourInPeaceFiresNothing() {
    minutes(70);
    bed.wants("a", "n2", "n3");
    minutes(10);
    assertEquals(List.of("10.0.0.2", "10.0.0.3"), bed.members("ns-a"));
    onlyThese();
  }

  @Test
  void aSweepThatStaysAwayFires() {
    minutes(2);
    bed.later(Duration.ofMinutes(14));
    onlyThese();
    bed.later(Duration.ofMinutes(2));
    onlyThese("sweep-missing");
    minutes(1);
    onlyThese();
  }

  @Test
  void sweepsThatFailAreNoSweeps() {
    minutes(1);
    storageFails = true;
    bed.ledgers.unreachable(true);
    for (int minute = 0; minute < 16; minute++) {
      bed.later(Duration.ofMinutes(1));
      sweep();
    }
    onlyThese("sweep-missing");
  }

  @Test
  void aHoldFiresOnceItIsOlderThanTheLimit() {
    bed.natGateway = false;
    bed.wants("a").pool("ns-a", "10.0.0.1");
    bed.run();
    minutes(60);
    onlyThese("machine-at-risk");
    minutes(2);
    onlyThese("hold-too-old", "machine-at-risk");
    names("hold-too-old", "LoadBalancer", TestBed.LB.key());
    names("hold-too-old", "Reasons", "[\"WOULD_STRAND_EGRESS\"]");
    names("machine-at-risk", "Machines", 1L);
    names("machine-at-risk", "Cluster", TestBed.CLUSTER);
    bed.natGateway = true;
    minutes(2);
    onlyThese();
  }

  @Test
  void whatStaysDifferentInApplyModeFiresOnceItIsOlderThanTheLimit() {
    bed.arm.refusesEveryWrite(true);
    bed.run();
    minutes(12);
    onlyThese();
    minutes(5);
    onlyThese("diverged");
    names("diverged", "LoadBalancer", TestBed.LB.key());
    bed.arm.refusesEveryWrite(false);
    minutes(16);
    bed.drain(20);
    minutes(2);
    assertEquals(List.of("10.0.0.1"), bed.members("ns-a"));
    onlyThese();
  }

  @Test
  void aWeekOfObservingFiresAndItsDifferencesDoNot() {
    bed.mode = Mode.OBSERVE;
    bed.run();
    bed.later(Duration.ofDays(7).minusMinutes(5));
    minutes(1);
    onlyThese();
    minutes(6);
    onlyThese("observe-forgotten");
    names("observe-forgotten", "LoadBalancer", TestBed.LB.key());
    bed.mode = Mode.APPLY;
    minutes(3);
    onlyThese();
  }

  @Test
  void aWeekOfPauseFires() {
    bed.run();
    bed.controls("{\"paused\":{\"by\":\"a\",\"because\":\"b\"}}");
    bed.run();
    bed.later(Duration.ofDays(7).minusMinutes(5));
    minutes(1);
    onlyThese();
    minutes(6);
    onlyThese("pause-forgotten");
    names("pause-forgotten", "Cluster", TestBed.CLUSTER);
    bed.controls("{}");
    minutes(3);
    onlyThese();
  }

  @Test
  void aMappingThatCannotBeUsedFiresWithItsReason() {
    minutes(2);
    bed.documents.putMapping(TestBed.CLUSTER, "{\"schema\":\"poolkeeper.mapping/v1\",\"x\":1}");
    minutes(1);
    onlyThese("mapping-refused");
    names("mapping-refused", "Outcome", "INVALID_MAPPING");
    names("mapping-refused", "Cluster", TestBed.CLUSTER);
    bed.publish(9);
    bed.run();
    minutes(1);
    onlyThese();
    bed.publish(3);
    minutes(1);
    names("mapping-refused", "Outcome", "STALE_MAPPING");
  }

  @Test
  void aMappingWithoutATimeFiresWhereAnAgeIsDemanded() {
    minutes(1);
    mappingMaxAge = Optional.of(Duration.ofHours(1));
    bed.documents.putMapping("later", bed.mapping("later", 1));
    minutes(1);
    onlyThese("mapping-too-old");
    names("mapping-too-old", "Cluster", "later", TestBed.CLUSTER);
  }

  @Test
  void aMessageThatNobodyTakesFiresInWhateverQueueItLies() {
    Map<String, String> names =
        Map.of(
            "work", "pool-reconcile",
            "poison", "pool-reconcile-poison",
            "events", "resource-events");
    for (String queue : names.keySet()) {
      queues.put(queue, new QueueWatch.QueueState(queue, 1, Optional.of(bed.time.now())));
      minutes(15);
      onlyThese();
      minutes(1);
      onlyThese("queue-stalled");
      names("queue-stalled", "Queue", names.get(queue));
      queues.clear();
      minutes(1);
      onlyThese();
    }
  }

  @Test
  void oneQueueThatLastsDoesNotHideTheNext() {
    queues.put("work", new QueueWatch.QueueState("w", 3, Optional.of(bed.time.now())));
    queues.put("events", new QueueWatch.QueueState("e", 1, Optional.of(bed.time.now())));
    minutes(16);
    names("queue-stalled", "Queue", "pool-reconcile", "resource-events");
  }

  @Test
  void deliveriesThatFailedFireUntilTheyAreGone() {
    queues.put("eventPoison", new QueueWatch.QueueState("p", 2, Optional.of(bed.time.now())));
    minutes(1);
    onlyThese("events-poisoned");
    names("events-poisoned", "Messages", 2L);
    queues.clear();
    minutes(1);
    onlyThese();
  }

  @Test
  void eachSourceThatIsSilentFiresByItself() {
    sources.put("storage/data", bed.time.now());
    sources.put("rg-a", bed.time.now());
    bed.later(Duration.ofDays(6));
    sources.put("rg-b", bed.time.now());
    bed.later(Duration.ofDays(1).minusMinutes(5));
    minutes(1);
    onlyThese();
    minutes(6);
    onlyThese("events-silent");
    assertEquals(
        List.of("rg-a", "storage/data"),
        log.distinct("events-silent", bed.time.now(), "Source").stream().sorted().toList());
  }
}
