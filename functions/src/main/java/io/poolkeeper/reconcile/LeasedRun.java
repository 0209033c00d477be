package io.poolkeeper.reconcile;

import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.Draft;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.port.InventoryReader;
import io.poolkeeper.reconcile.RunFacts.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What happens between lock and ledger: read, plan, write, as often as the rounds allow. */
final class LeasedRun {
  private static final int MAX_ROUNDS = 3;

  private final Ports ports;
  private final ReconcileSettings settings;
  private final RunFacts facts;
  private final WriteGate gate;
  private final WriteLoop writes;
  private final Rejections rejections;
  private final Admitter admitter;
  private Optional<Verdict> throttled = Optional.empty();
  private boolean wentRoundForMapping;
  private int excused;

  LeasedRun(Ports ports, ReconcileSettings settings, RunFacts facts, HeldLease lease) {
    this.ports = ports;
    this.settings = settings;
    this.facts = facts;
    this.gate = new WriteGate(ports, settings, facts, lease);
    Cause cause = facts.request.cause();
    this.rejections =
        new Rejections(
            facts.ledger.orElseThrow().rejected(), cause == Cause.SWEEP || cause == Cause.OPERATOR);
    facts.rejected = facts.ledger.orElseThrow().rejected();
    this.admitter = new Admitter(ports, settings, facts);
    this.writes = new WriteLoop(ports, facts, gate, rejections, this::networkAgain);
  }

  Verdict run() {
    Reading reading = read();
    while (true) {
      Optional<Verdict> refused = admitter.admit(reading);
      if (refused.isPresent()) {
        return refused.get();
      }
      Draft draft = draft(reading);
      Inventory inventory = inventory(draft);
      if (throttled.isPresent()) {
        return throttled.get();
      }
      Planned planned = plan(draft, inventory);
      if (facts.mode.orElseThrow() == Mode.OBSERVE) {
        return Verdict.of(Outcome.OBSERVED);
      }
      WriteLoop.Result result = write(planned);
      switch (result.kind()) {
        case STOP -> {
          return result.verdict().orElseThrow();
        }
        case DONE -> {
          if (!mappingMovedOn(planned)) {
            return ending();
          }
          reading = read();
        }
        case AGAIN -> {
          Optional<Verdict> end = beforeNextRound(result);
          if (end.isPresent()) {
            return end.get();
          }
          reading = read();
          count(result, reading);
        }
      }
      if (facts.rounds > MAX_ROUNDS) {
        return Verdict.of(Outcome.CONFLICT, result.why());
      }
    }
  }

  private WriteLoop.Result write(Planned planned) {
    if (planned.plan().isConverged()) {
      return WriteLoop.Result.done();
    }
    long from = ports.time().nanos();
    WriteLoop.Result result = writes.run(planned);
    facts.rejected = rejections.standing(planned.plan(), writes.etags()::ifMatch);
    facts.loadBalancerEtag = Optional.of(writes.etags().ofLoadBalancer());
    spent(Stage.WRITE, from);
    return result;
  }

  private Reading read() {
    long from = ports.time().nanos();
    Reading reading = read(facts.request.cluster());
    Optional<String> owner =
        facts.ledger.orElseThrow().cluster().filter(name -> !name.equals(facts.request.cluster()));
    if (owner.isPresent() && !namedBy(reading)) {
      reading = read(owner.get());
      facts.notes.add(
          "the mapping of '"
              + facts.request.cluster()
              + "', which the request names, does not name the load balancer; that of '"
              + owner.get()
              + "' counts, as its ledger says");
    }
    spent(Stage.READ, from);
    return reading;
  }

  private Reading read(String cluster) {
    return Reading.now(ports, cluster, facts.request.loadBalancer(), facts.reconcileId);
  }

  /** Only a mapping that names the load balancer can have a claim on it beside the ledger's. */
  private boolean namedBy(Reading reading) {
    return reading
        .mapping()
        .value()
        .flatMap(mapping -> mapping.loadBalancer(facts.request.loadBalancer()))
        .isPresent();
  }

  private Draft draft(Reading reading) {
    Mapping mapping = facts.mapping.orElseThrow();
    LoadBalancer actual = reading.loadBalancer().loadBalancer().orElseThrow();
    long from = ports.time().nanos();
    Draft draft =
        Planner.draft(
            new PlanInput(
                mapping,
                mapping.loadBalancer(actual.id()).orElseThrow(),
                reading.controls().value().orElseThrow(),
                actual,
                HeldHere.forPlan(
                    facts.removals.forPlan(rejections.forPlan(facts.ledger.orElseThrow())),
                    actual,
                    facts.mode.orElseThrow()),
                settings.planSettings(mapping.cluster()),
                ports.time().now()));
    spent(Stage.PLAN, from);
    return draft;
  }

  private Planned plan(Draft draft, Inventory inventory) {
    long from = ports.time().nanos();
    Plan plan = GuardedPlanner.finish(draft, inventory);
    spent(Stage.PLAN, from);
    facts.planned(plan);
    facts.removals.judged(plan, ports.time().now());
    PlanInput input = draft.input();
    facts.rejected = rejections.standing(plan, pool -> etag(input.actual(), pool));
    return new Planned(input, plan, inventory);
  }

  private static String etag(LoadBalancer actual, String pool) {
    return actual.pool(pool).map(Pool::etag).orElse("");
  }

  private Inventory inventory(Draft draft) {
    if (!draft.readsInventory()) {
      return Inventories.EMPTY;
    }
    gate.beat();
    long from = ports.time().nanos();
    PlanInput input = draft.input();
    InventoryReader.Steps steps =
        ports
            .inventories()
            .steps(
                input.mapping(),
                input.actual(),
                settings.scope(input.mapping().cluster()),
                facts.reconcileId);
    Inventory inventory = Inventories.read(draft, steps);
    spent(Stage.READ, from);
    steps
        .throttled()
        .map(told -> Throttling.raise(ports, facts, told.retryAfter(), told.detail()))
        .ifPresent(verdict -> throttled = Optional.of(verdict));
    return inventory;
  }

  /** As far as the plan depended on it, read once more; a plan that needed none needs none now. */
  private Inventory networkAgain(Planned planned) {
    return planned.inventory() == Inventories.EMPTY
        ? planned.inventory()
        : inventory(Planner.draft(planned.input()));
  }

  /** Asked once per run, and only where something was written. */
  private boolean mappingMovedOn(Planned planned) {
    if (facts.writes == 0 || wentRoundForMapping) {
      return false;
    }
    Loaded<Mapping> now = ports.documents().mapping(planned.input().mapping().cluster());
    boolean moved = !now.etag().equals(facts.mappingSeen.map(Ledger.MappingSeen::etag));
    wentRoundForMapping = moved;
    return moved;
  }

  private Optional<Verdict> beforeNextRound(WriteLoop.Result result) {
    facts.notes.add(result.why());
    Optional<Verdict> handOver = throttled.or(gate::handOver);
    if (handOver.isPresent()) {
      return handOver;
    }
    if (result.counts()) {
      Duration jittered = Backoff.round(facts.rounds, ports.random().nextDouble());
      ports.time().pause(result.retryAfter().map(Backoff::withinRound).orElse(jittered));
    }
    return gate.beat() ? Optional.empty() : Optional.of(gate.abandoned());
  }

  /** A 412 that only our own writes can have caused uses up no round, once per write. */
  private void count(WriteLoop.Result result, Reading reading) {
    boolean ours =
        result
            .unlessLike()
            .flatMap(
                confirmed ->
                    reading
                        .loadBalancer()
                        .loadBalancer()
                        .map(fresh -> PoolWrites.sameMembers(fresh, confirmed)))
            .orElse(false);
    if (ours && excused < facts.writes) {
      excused++;
    } else if (result.counts()) {
      facts.rounds++;
    }
  }

  private Verdict ending() {
    List<RunFacts.Failure> failures = new ArrayList<>(facts.failures.values());
    if (failures.isEmpty() && facts.delayed) {
      return Verdict.of(Outcome.PARTIAL, "a removal waits for a claim");
    }
    if (failures.isEmpty()) {
      return Verdict.of(facts.writes > 0 ? Outcome.UPDATED : Outcome.UNCHANGED);
    }
    String reason = failures.get(0).detail();
    if (facts.writes > 0) {
      return Verdict.of(Outcome.PARTIAL, reason);
    }
    boolean sameForAll = failures.stream().allMatch(f -> f.outcome() == failures.get(0).outcome());
    return Verdict.of(sameForAll ? failures.get(0).outcome() : Outcome.FAILED, reason);
  }

  private void spent(Stage stage, long fromNanos) {
    facts.spent(stage, Duration.ofNanos(ports.time().nanos() - fromNanos));
  }
}
