package io.poolkeeper.reconcile;

import io.poolkeeper.model.Address;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.reconcile.RunFacts.Stage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The one summary of a run.
 *
 * @param fields of the line, in their fixed order; what is absent is 0, empty text or an empty list
 */
public record ReconcileReport(
    String reconcileId, Outcome outcome, String reason, Map<String, Object> fields) {

  /** Constant message of the line. */
  public static final String EVENT = "reconcile finished";

  static ReconcileReport setAside(String reconcileId, String reason, String record) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", "error");
    fields.put("reconcileId", reconcileId);
    fields.put("outcome", Outcome.SET_ASIDE.name());
    fields.put("reason", reason);
    fields.put("record", record);
    return new ReconcileReport(reconcileId, Outcome.SET_ASIDE, reason, fields);
  }

  static ReconcileReport of(
      RunFacts facts,
      Verdict verdict,
      Requeue.Next next,
      String unsent,
      Duration holdAlertAge,
      LoadBalancers.Calls calls,
      long totalMillis) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("severity", severity(verdict.outcome(), facts));
    fields.put("reconcileId", facts.reconcileId);
    fields.put("loadBalancer", facts.request.loadBalancer().key());
    fields.put("cluster", facts.request.cluster());
    request(fields, facts);
    Optional<Ledger.MappingSeen> seen = facts.mappingSeen;
    fields.put("epoch", seen.map(Ledger.MappingSeen::epoch).orElse(0L));
    fields.put("revision", seen.map(Ledger.MappingSeen::revision).orElse(0L));
    fields.put("mode", facts.mode.map(Mode::text).orElse(""));
    fields.put("outcome", verdict.outcome().name());
    fields.put("reason", verdict.reason());
    fields.put("inARow", inARow(verdict.outcome(), facts));
    changes(fields, facts);
    holds(fields, facts, holdAlertAge);
    ages(fields, facts, verdict.outcome());
    fields.put("armCalls", calls.made());
    fields.put("armThrottled", calls.throttled());
    fields.put("warnings", warnings(facts));
    fields.put("notes", List.copyOf(facts.notes));
    fields.put("correlationIds", List.copyOf(facts.correlationIds));
    followUp(fields, next, unsent);
    fields.put("leaseWaitMs", facts.spentMillis(Stage.LEASE));
    fields.put("readMs", facts.spentMillis(Stage.READ));
    fields.put("planMs", facts.spentMillis(Stage.PLAN));
    fields.put("writeMs", facts.spentMillis(Stage.WRITE));
    fields.put("totalMs", totalMillis);
    return new ReconcileReport(facts.reconcileId, verdict.outcome(), verdict.reason(), fields);
  }

  private static void request(Map<String, Object> fields, RunFacts facts) {
    fields.put("cause", facts.request.cause().name());
    fields.put("causedAt", facts.request.causedAt().map(Instant::toString).orElse(""));
    fields.put("attempt", facts.request.attempt());
    fields.put("deliveredAgain", facts.deliveredAgain);
    fields.put("poisoned", facts.request.poisoned());
    fields.put("causeOperationId", facts.traceId());
    fields.put("queueAgeMs", facts.queueAge.toMillis());
    fields.put("eventLagMs", facts.eventLag().toMillis());
  }

  private static void changes(Map<String, Object> fields, RunFacts facts) {
    fields.put("digest", facts.plan.map(Plan::digest).orElse(""));
    fields.put("added", facts.added());
    fields.put("removed", facts.removed());
    fields.put("held", facts.held());
    fields.put("skipped", skipped(facts));
    fields.put("refused", refused(facts));
    fields.put("failed", facts.failures.size());
    fields.put("writes", facts.writes);
    fields.put("rounds", facts.rounds);
    fields.put("plannedWrites", facts.plan.map(plan -> plan.writes().size()).orElse(0));
    fields.put("pools", pools(facts));
  }

  /** Of the ledger as the run leaves it. */
  private static void holds(Map<String, Object> fields, RunFacts facts, Duration alertAge) {
    List<Ledger.Hold> holds =
        facts.holds.orElseGet(() -> facts.ledger.map(Ledger::holds).orElse(List.of()));
    Instant now = facts.startedAt;
    fields.put("heldOldestSeconds", HoldsAfter.oldest(holds, now).toSeconds());
    fields.put("heldOverAge", HoldsAfter.olderThan(alertAge, holds, now));
    fields.put("restored", facts.restored);
    fields.put("removing", facts.left.removing().size());
  }

  /** Of the ledger as the run leaves it. */
  private static void ages(Map<String, Object> fields, RunFacts facts, Outcome outcome) {
    Ledger left = facts.left;
    fields.put("divergedSince", left.divergedSince().map(Instant::toString).orElse(""));
    fields.put("divergedSeconds", seconds(left.divergedSince(), facts));
    fields.put("modeSeconds", seconds(left.modeSince().map(Ledger.ModeSince::at), facts));
    fields.put("pausedSeconds", seconds(left.pausedSince(), facts));
    boolean closed = outcome == Outcome.THROTTLED || outcome == Outcome.PARKED;
    fields.put(
        "throttledMs",
        facts
            .notBefore
            .filter(until -> closed)
            .map(until -> RunFacts.age(facts.startedAt, until).toMillis())
            .orElse(0L));
  }

  private static long seconds(Optional<Instant> since, RunFacts facts) {
    return since.map(at -> RunFacts.age(at, facts.startedAt).toSeconds()).orElse(0L);
  }

  private static void followUp(Map<String, Object> fields, Requeue.Next next, String unsent) {
    boolean sent = next.copy().isPresent() && unsent.isEmpty();
    fields.put("followUp", sent ? next.copy().get().request().cause().name() : "");
    fields.put("followUpAfterMs", next.copy().map(copy -> copy.delay().toMillis()).orElse(0L));
    fields.put("notSent", unsent);
  }

  /** Runs in a row that ended like this one, with this one: the same failure raises a number. */
  private static int inARow(Outcome outcome, RunFacts facts) {
    List<Ledger.HistoryEntry> history = facts.ledger.map(Ledger::history).orElse(List.of());
    int count = 1;
    for (int i = history.size() - 1; i >= 0 && history.get(i).outcome() == outcome; i--) {
      count++;
    }
    return count;
  }

  private static int skipped(RunFacts facts) {
    return (int)
        facts.plan.stream()
            .flatMap(plan -> plan.pools().stream())
            .filter(pool -> pool.skip().isPresent())
            .count();
  }

  private static int refused(RunFacts facts) {
    return facts.plan.stream()
        .flatMap(plan -> plan.pools().stream())
        .mapToInt(pool -> facts.refused(pool).size())
        .sum();
  }

  /** Only pools of which there is something to say. */
  private static List<Object> pools(RunFacts facts) {
    List<Object> pools = new ArrayList<>();
    for (Plan.PoolPlan pool : facts.plan.map(Plan::pools).orElse(List.of())) {
      Map<String, Object> shown = pool(pool, facts);
      if (shown.size() > 1) {
        pools.add(shown);
      }
    }
    return pools;
  }

  private static Map<String, Object> pool(Plan.PoolPlan pool, RunFacts facts) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("pool", pool.pool());
    pool.skip().ifPresent(skip -> shown.put("skip", skip.name()));
    RunFacts.Changed changed = facts.changed.get(pool.pool());
    if (changed != null) {
      putList(shown, "added", texts(changed.added()));
      putList(shown, "removed", texts(changed.removed()));
    }
    if (facts.mode.filter(Mode.OBSERVE::equals).isPresent()) {
      putList(shown, "wouldAdd", texts(pool.added()));
      putList(shown, "wouldRemove", texts(pool.removed()));
    }
    putList(shown, "held", facts.held(pool).stream().map(ReconcileReport::held).toList());
    putList(shown, "refused", facts.refused(pool).stream().map(ReconcileReport::refused).toList());
    RunFacts.Failure failure = facts.failures.get(pool.pool());
    if (failure != null) {
      shown.put("failed", failure.code());
      shown.put("detail", failure.detail());
      shown.put("services", pool.services());
    }
    return shown;
  }

  private static void putList(Map<String, Object> shown, String name, List<?> values) {
    if (!values.isEmpty()) {
      shown.put(name, values);
    }
  }

  private static List<String> texts(Iterable<Address> addresses) {
    List<String> texts = new ArrayList<>();
    addresses.forEach(address -> texts.add(address.text()));
    texts.sort(null);
    return texts;
  }

  private static Map<String, Object> held(Plan.Held held) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("address", held.address().text());
    shown.put("node", held.node());
    shown.put("reason", held.reason().name());
    shown.put("evidence", held.evidence());
    return shown;
  }

  private static Map<String, Object> refused(Plan.Refused refused) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("address", refused.address().text());
    shown.put("node", refused.node());
    shown.put("reason", refused.reason().name());
    shown.put("code", refused.code());
    return shown;
  }

  private static List<Object> warnings(RunFacts facts) {
    List<Warning> all = new ArrayList<>(facts.warnings);
    facts.plan.ifPresent(plan -> all.addAll(plan.warnings()));
    List<Object> shown = new ArrayList<>();
    for (Warning warning : all) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("word", warning.word().name());
      one.putAll(warning.details());
      shown.add(one);
    }
    return shown;
  }

  private static boolean contested(RunFacts facts) {
    return facts.plan.stream()
        .flatMap(plan -> plan.warnings().stream())
        .anyMatch(warning -> warning.word() == Warning.Word.CONTESTED);
  }

  private static String severity(Outcome outcome, RunFacts facts) {
    boolean recreated =
        facts.warnings.stream().anyMatch(w -> w.word() == Warning.Word.POOL_RECREATED);
    return switch (outcome) {
      case GAVE_UP, SET_ASIDE -> "error";
      case PARTIAL,
          CONFLICT,
          LOCK_LOST,
          FAILED,
          MAPPING_UNREADABLE,
          CONTROLS_UNREADABLE,
          INVALID_MAPPING,
          STALE_MAPPING,
          FORBIDDEN,
          LB_NOT_FOUND,
          UNSUPPORTED_SKU,
          NOT_ALLOWED,
          OWNED_ELSEWHERE ->
          recreated ? "error" : "warning";
      case UNCHANGED,
          UPDATED,
          OBSERVED,
          PAUSED,
          COVERED,
          PARKED,
          LOCK_BUSY,
          LB_BUSY,
          HANDED_OVER,
          THROTTLED,
          NOT_MAPPED ->
          recreated ? "error" : contested(facts) ? "warning" : "info";
    };
  }
}
