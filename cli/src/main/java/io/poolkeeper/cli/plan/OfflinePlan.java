package io.poolkeeper.cli.plan;

import io.poolkeeper.app.OfflineSettings;
import io.poolkeeper.cli.input.InputFailure;
import io.poolkeeper.egress.GuardedPlanner;
import io.poolkeeper.egress.Judged;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.plan.PlanSettings;
import io.poolkeeper.plan.Planner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * What runs of the app would come to, one after the other, with an empty ledger: the app's own
 * planner and guard over a snapshot instead of ARM. The checks come in the app's order.
 */
final class OfflinePlan {
  private final Mapping mapping;
  private final Controls controls;
  private final OfflineSettings settings;
  private final SnapshotState state;
  private final Instant now;

  OfflinePlan(
      Mapping mapping,
      Controls controls,
      OfflineSettings settings,
      SnapshotState state,
      Instant now) {
    this.mapping = mapping;
    this.controls = controls;
    this.settings = settings;
    this.state = state;
    this.now = now;
  }

  /**
   * @param entries in the order of the runs
   */
  List<Planned> run(List<Mapping.LoadBalancerEntry> entries) {
    List<Planned> all = new ArrayList<>();
    for (Mapping.LoadBalancerEntry entry : entries) {
      Planned planned = run(entry);
      if (planned.writes()) {
        state.apply(planned.plan().orElseThrow(), mapping.virtualNetwork());
      }
      all.add(planned);
    }
    return all;
  }

  /**
   * @param names keys of the mapping, without case
   * @throws InputFailure naming every one that the mapping does not know
   */
  static List<Mapping.LoadBalancerEntry> entries(Mapping mapping, List<String> names)
      throws InputFailure {
    List<Mapping.LoadBalancerEntry> entries = new ArrayList<>();
    LinkedHashSet<String> unknown = new LinkedHashSet<>();
    for (String name : names) {
      mapping.loadBalancer(name).ifPresentOrElse(entries::add, () -> unknown.add(name));
    }
    if (!unknown.isEmpty()) {
      throw new InputFailure(
          InputFailure.Code.NOT_MAPPED,
          "not a load balancer of the mapping: %s; it knows %s"
              .formatted(
                  String.join(", ", unknown), String.join(", ", mapping.loadBalancers().keySet())));
    }
    return entries;
  }

  private Planned run(Mapping.LoadBalancerEntry entry) {
    PlanSettings plan = settings.planSettings(mapping.cluster());
    Controls.Entry control = controls.loadBalancer(entry.name());
    Optional<Controls.Pause> pause = control.pause().filter(p -> p.active(now));
    boolean outside =
        plan.scope()
            .filter(s -> s.loadBalancers().isPresent() && !s.allows(entry.id()))
            .isPresent();
    if (outside) {
      return stopped(entry, Outcome.NOT_ALLOWED, "SCOPE does not list it");
    }
    if (pause.isPresent()) {
      return stopped(entry, Outcome.PAUSED, words(pause.get()));
    }
    Inventory inventory = state.inventory();
    Optional<LoadBalancer> actual = inventory.loadBalancers().get(entry.id());
    if (actual.isEmpty()) {
      return stopped(entry, Outcome.LB_NOT_FOUND, "the snapshot does not have it");
    }
    return run(entry, actual.get(), inventory, plan);
  }

  private static String words(Controls.Pause pause) {
    return "paused by %s because %s%s"
        .formatted(
            pause.by(), pause.because(), pause.until().map(until -> ", until " + until).orElse(""));
  }

  private Planned run(
      Mapping.LoadBalancerEntry entry,
      LoadBalancer actual,
      Inventory inventory,
      PlanSettings planSettings) {
    if (!actual.isStandard()) {
      return stopped(
          entry,
          Outcome.UNSUPPORTED_SKU,
          "sku %s, tier %s; only Standard, Regional is written"
              .formatted(actual.sku(), actual.tier()));
    }
    PlanInput input =
        new PlanInput(mapping, entry, controls, actual, Ledger.EMPTY, planSettings, now);
    Judged judged = GuardedPlanner.judge(Planner.draft(input), inventory);
    Plan plan = judged.plan();
    Optional<String> busy = busy(actual, plan);
    if (busy.isPresent()) {
      return stopped(entry, Outcome.LB_BUSY, busy.get());
    }
    Outcome outcome = plan.writes().isEmpty() ? Outcome.UNCHANGED : Outcome.UPDATED;
    Outcome seen = mode(entry, planSettings) == Mode.OBSERVE ? Outcome.OBSERVED : outcome;
    return new Planned(entry.name(), entry.id().text(), seen, "", Optional.of(judged));
  }

  private Mode mode(Mapping.LoadBalancerEntry entry, PlanSettings plan) {
    boolean observeOnly = plan.scope().filter(s -> s.loadBalancers().isEmpty()).isPresent();
    return observeOnly ? Mode.OBSERVE : controls.effectiveMode(settings.mode(), entry.name());
  }

  /** An Azure operation runs on the load balancer or on an owned pool: a write would cancel it. */
  private static Optional<String> busy(LoadBalancer actual, Plan plan) {
    if (LoadBalancer.isBusy(actual.provisioningState())) {
      return Optional.of("it is " + actual.provisioningState());
    }
    return actual.pools().stream()
        .filter(pool -> plan.pool(pool.name()).isPresent())
        .filter(pool -> LoadBalancer.isBusy(pool.provisioningState()))
        .map(pool -> "its pool %s is %s".formatted(pool.name(), pool.provisioningState()))
        .findFirst();
  }

  private static Planned stopped(Mapping.LoadBalancerEntry entry, Outcome outcome, String detail) {
    return new Planned(entry.name(), entry.id().text(), outcome, detail, Optional.empty());
  }
}
