package io.poolkeeper.ingest;

import io.poolkeeper.ingest.MappedLoadBalancers.Mapped;
import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.mapping.Slice;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Request;
import io.poolkeeper.plan.Admission;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.Planner;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.EventSources;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.QueueWatch;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.ReconcileSettings;
import io.poolkeeper.reconcile.Seen;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The correctness path: everything mapped is looked at without a lock, and asked for where a run
 * may have something to do. One list call a resource group, one mapping read a cluster.
 */
public final class Sweep {
  private final Ports ports;
  private final Documents documents;
  private final QueueWatch queues;
  private final ReconcileSettings settings;
  private final Optional<RiskWatch> risks;
  private final EventSources sources;

  /** Without a count of machines at risk. */
  public Sweep(Ports ports, Documents documents, QueueWatch queues, ReconcileSettings settings) {
    this(ports, documents, queues, settings, Optional.empty());
  }

  /**
   * @param risks counts machines at risk, at its own slow pace
   */
  public Sweep(
      Ports ports,
      Documents documents,
      QueueWatch queues,
      ReconcileSettings settings,
      Optional<RiskWatch> risks) {
    this(ports, documents, queues, settings, risks, EventSources.NONE);
  }

  /**
   * @param sources from which events came so far
   */
  public Sweep(
      Ports ports,
      Documents documents,
      QueueWatch queues,
      ReconcileSettings settings,
      Optional<RiskWatch> risks,
      EventSources sources) {
    this.risks = risks;
    this.sources = sources;
    this.ports = ports;
    this.documents = documents;
    this.queues = queues;
    this.settings = settings;
  }

  /** One sweep while it runs. */
  private final class Round {
    private final String id = ports.ids().next();
    private final Instant now = ports.time().now();
    private final DocumentCache cache = ports.documents();
    private final List<Request> asked = new ArrayList<>();
    private final Map<SweepDecision.Kind, Integer> decided =
        new EnumMap<>(SweepDecision.Kind.class);
    private final List<Map<String, Object>> problems = new ArrayList<>();
    private final Map<String, Loaded<Controls>> controls = new HashMap<>();
    private final ResourceGroups groups = new ResourceGroups(ports, id);
    private final Map<String, Anchor> anchors = new TreeMap<>();
    private final List<Map<String, Object>> warnings = new ArrayList<>();
    private SweepOverview overview = SweepOverview.NOTHING;
    private int loadBalancers;
    private int clusters;

    /** A load balancer to begin a cluster's inventory with. */
    private record Anchor(Mapping mapping, LoadBalancer loadBalancer) {}

    void look() {
      List<String> names = documents.clusters();
      clusters = names.size();
      MappedLoadBalancers mapped = new MappedLoadBalancers(cache, names);
      problems.addAll(mapped.problems());
      loadBalancers = mapped.all().size();
      Map<ArmId, Ledger> ledgers =
          MappedLoadBalancers.ledgers(ports.ledgers(), ports.parallel(), mapped.all());
      overview = SweepOverview.of(mapped, ledgers, settings, now);
      for (Mapped one : mapped.all()) {
        look(one, ledgers.get(one.id()), mapped.all());
      }
      risks.ifPresent(watch -> count(watch, names));
      problems.addAll(groups.problems());
    }

    /** While a gate is closed nothing of the subscription was found, and nothing is asked here. */
    private void count(RiskWatch watch, List<String> names) {
      watch.keep(names);
      anchors.forEach(
          (cluster, anchor) -> {
            if (watch.isDue(cluster, now)) {
              Controls read = controls(cluster).value().orElse(Controls.NONE);
              watch
                  .look(anchor.mapping(), anchor.loadBalancer(), read, id, now)
                  .ifPresent(warnings::add);
            }
          });
    }

    private Loaded<Controls> controls(String cluster) {
      return controls.computeIfAbsent(cluster, cache::controls);
    }

    private void look(Mapped one, Ledger ledger, List<Mapped> all) {
      Optional<String> owner = ledger.cluster().filter(name -> !name.equals(one.cluster()));
      if (owner.isPresent() && !released(owner.get(), one, all)) {
        problem(one, "OWNED_ELSEWHERE", "by cluster " + owner.get());
        return;
      }
      if (owner.isEmpty() && stale(one.mapping(), ledger)) {
        problem(one, "STALE_MAPPING", "revision " + one.mapping().revision());
        return;
      }
      ResourceGroups.Found found = groups.find(one.id());
      if (found.gated()) {
        decided.merge(SweepDecision.Kind.THROTTLED, 1, Integer::sum);
        return;
      }
      found
          .loadBalancer()
          .ifPresent(lb -> anchors.putIfAbsent(one.cluster(), new Anchor(one.mapping(), lb)));
      SweepDecision.Kind kind = SweepDecision.of(facts(one, ledger, found));
      decided.merge(kind, 1, Integer::sum);
      if (kind.asks()) {
        Cause cause = kind == SweepDecision.Kind.HOLDS ? Cause.HOLD : Cause.SWEEP;
        Request request = Request.first(one.cluster(), one.id(), cause);
        ports.queue().send(request, Duration.ZERO);
        asked.add(request);
      }
    }

    /** An owner whose mapping is there and does not name it any more. */
    private boolean released(String owner, Mapped one, List<Mapped> all) {
      boolean named =
          all.stream().anyMatch(m -> m.cluster().equals(owner) && m.id().equals(one.id()));
      return !named && cache.mapping(owner).kind() == Loaded.Kind.VALID;
    }

    private SweepDecision.Facts facts(Mapped one, Ledger ledger, ResourceGroups.Found found) {
      Loaded<Controls> read = controls(one.cluster());
      String slice = Slice.hash(one.mapping(), one.entry().name());
      Optional<Mode> mode =
          read.value()
              .map(
                  value ->
                      Admission.effectiveMode(
                          settings.mode(),
                          value,
                          Optional.of(settings.scope(one.cluster())),
                          one.entry()));
      String seen =
          Seen.of(
              Optional.of(slice),
              read.kind() == Loaded.Kind.MISSING ? Optional.of(Seen.ABSENT) : read.etag(),
              mode,
              found.etag());
      return new SweepDecision.Facts(
          ledger,
          seen,
          slice,
          () -> differs(one, ledger, read.value().orElse(Controls.NONE), found.loadBalancer()),
          now);
    }

    private boolean differs(
        Mapped one, Ledger ledger, Controls read, Optional<LoadBalancer> actual) {
      return actual
          .map(
              found ->
                  Planner.draft(
                          new PlanInput(
                              one.mapping(),
                              one.entry(),
                              read,
                              found,
                              ledger,
                              settings.planSettings(one.cluster()),
                              now))
                      .differs())
          .orElse(false);
    }

    private void problem(Mapped one, String outcome, String detail) {
      Map<String, Object> problem = new LinkedHashMap<>();
      problem.put("cluster", one.cluster());
      problem.put("loadBalancer", one.id().key());
      problem.put("outcome", outcome);
      problem.put("detail", detail);
      problems.add(problem);
    }
  }

  /**
   * Asks for what may have something to do, and reports.
   *
   * @throws PortException if storage cannot be asked at all; the next tick tries again
   */
  public void run() {
    Round round = new Round();
    Optional<RuntimeException> failure = Optional.empty();
    try {
      round.look();
    } catch (RuntimeException e) {
      failure = Optional.of(e);
      throw e;
    } finally {
      ports.reports().report("sweep finished", fields(round, failure));
    }
  }

  private static boolean stale(Mapping mapping, Ledger ledger) {
    return ledger
        .mapping()
        .filter(
            seen ->
                mapping.epoch() < seen.epoch()
                    || (mapping.epoch() == seen.epoch() && mapping.revision() < seen.revision()))
        .isPresent();
  }

  private Map<String, Object> fields(Round round, Optional<RuntimeException> failure) {
    Map<String, Object> fields = new LinkedHashMap<>();
    boolean bad = failure.isPresent() || !round.problems.isEmpty() || !round.warnings.isEmpty();
    fields.put("severity", bad ? "warning" : "info");
    fields.put("sweepId", round.id);
    fields.put("clusters", round.clusters);
    fields.put("loadBalancers", round.loadBalancers);
    fields.put("asked", Ingest.asked(round.asked));
    fields.put("askedCount", round.asked.size());
    Map<String, Object> decided = new TreeMap<>();
    round.decided.forEach((kind, count) -> decided.put(kind.name(), count));
    fields.put("decided", decided);
    fields.put("problems", round.problems);
    fields.put("problemCount", round.problems.size());
    fields.putAll(round.overview.fields());
    fields.put("machinesAtRisk", risks.map(RiskWatch::count).orElse(0));
    fields.put("atRisk", risks.map(RiskWatch::byCluster).orElse(List.of()));
    fields.put("warnings", round.warnings);
    sources(fields, round.now);
    fields.put("failure", failure.map(Throwable::getMessage).orElse(""));
    queue(fields, "work", queues::work, round.now);
    queue(fields, "poison", queues::poison, round.now);
    queue(fields, "event", queues::events, round.now);
    queue(fields, "eventPoison", queues::eventPoison, round.now);
    LoadBalancers.Calls calls = ports.loadBalancers().calls(round.id);
    fields.put("armCalls", calls.made());
    fields.put("armThrottled", calls.throttled());
    return fields;
  }

  /** A queue that cannot be asked must not end the sweep. */
  private static void queue(
      Map<String, Object> fields, String name, Supplier<QueueWatch.QueueState> watch, Instant now) {
    long messages = 0;
    long oldestSeconds = 0;
    String problem = "";
    try {
      QueueWatch.QueueState state = watch.get();
      messages = state.approximateCount();
      oldestSeconds =
          state.oldestVisible().map(oldest -> SweepOverview.seconds(oldest, now)).orElse(0L);
    } catch (PortException e) {
      problem = String.valueOf(e.getMessage());
    }
    fields.put(name + "Messages", messages);
    fields.put(name + "OldestSeconds", oldestSeconds);
    fields.put(name + "Problem", problem);
  }

  /** As a queue: it must not end the sweep. */
  private void sources(Map<String, Object> fields, Instant now) {
    Map<String, Instant> seen = Map.of();
    String problem = "";
    try {
      seen = sources.lastSeen();
    } catch (PortException e) {
      problem = String.valueOf(e.getMessage());
    }
    List<Map<String, Object>> shown = new ArrayList<>();
    seen.entrySet().stream()
        .sorted(Map.Entry.<String, Instant>comparingByValue())
        .forEach(
            one -> {
              Map<String, Object> source = new LinkedHashMap<>();
              source.put("source", one.getKey());
              source.put("ageSeconds", SweepOverview.seconds(one.getValue(), now));
              shown.add(source);
            });
    fields.put("eventSources", shown);
    fields.put("eventsSilentSeconds", shown.isEmpty() ? 0L : shown.get(0).get("ageSeconds"));
    fields.put("eventSourcesProblem", problem);
  }
}
