package io.poolkeeper.plan;

import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Scope;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether a run may plan at all, and if not, with which outcome it ends. The one place that knows
 * the order of these checks: MAPPING_UNREADABLE, INVALID_MAPPING (both before there is a mapping),
 * then {@link #ofDocuments}, then {@link #ofLoadBalancer}. Pure.
 */
public final class Admission {
  private Admission() {}

  /**
   * STALE_MAPPING, NOT_MAPPED, CONTROLS_UNREADABLE, OWNED_ELSEWHERE, NOT_ALLOWED, PAUSED: what can
   * be said without the load balancer.
   *
   * @param entry the load balancer's entry in the mapping, if any
   * @param controls empty: they are there and cannot be read or are invalid
   * @param scope as in {@link PlanSettings#scope()}
   */
  public static Optional<Outcome> ofDocuments(
      Mapping mapping,
      Optional<Mapping.LoadBalancerEntry> entry,
      Ledger ledger,
      Optional<Controls> controls,
      Optional<Scope> scope,
      Instant now) {
    if (ledger.mapping().filter(seen -> isOlder(mapping, seen)).isPresent()) {
      return Optional.of(Outcome.STALE_MAPPING);
    }
    if (entry.isEmpty()) {
      return Optional.of(Outcome.NOT_MAPPED);
    }
    if (controls.isEmpty()) {
      return Optional.of(Outcome.CONTROLS_UNREADABLE);
    }
    if (ledger.cluster().filter(cluster -> !cluster.equals(mapping.cluster())).isPresent()) {
      return Optional.of(Outcome.OWNED_ELSEWHERE);
    }
    if (scope.filter(s -> isOutside(s, entry.get())).isPresent()) {
      return Optional.of(Outcome.NOT_ALLOWED);
    }
    boolean paused =
        controls
            .get()
            .loadBalancer(entry.get().name())
            .pause()
            .filter(pause -> pause.active(now))
            .isPresent();
    return paused ? Optional.of(Outcome.PAUSED) : Optional.empty();
  }

  /**
   * LB_NOT_FOUND, UNSUPPORTED_SKU, LB_BUSY.
   *
   * @param actual empty: it is not there
   */
  public static Optional<Outcome> ofLoadBalancer(
      Mapping mapping, Mapping.LoadBalancerEntry entry, Optional<LoadBalancer> actual) {
    if (actual.isEmpty()) {
      return Optional.of(Outcome.LB_NOT_FOUND);
    }
    if (!actual.get().isStandard()) {
      return Optional.of(Outcome.UNSUPPORTED_SKU);
    }
    return OwnedPools.busy(mapping, entry, actual.get())
        ? Optional.of(Outcome.LB_BUSY)
        : Optional.empty();
  }

  /**
   * The strictest of setting, controls document and its entry; observe where the scope names no
   * load balancers for the cluster.
   */
  public static Mode effectiveMode(
      Mode setting, Controls controls, Optional<Scope> scope, Mapping.LoadBalancerEntry entry) {
    boolean observeOnly = scope.filter(s -> s.loadBalancers().isEmpty()).isPresent();
    return observeOnly ? Mode.OBSERVE : controls.effectiveMode(setting, entry.name());
  }

  private static boolean isOlder(Mapping mapping, Ledger.MappingSeen seen) {
    return mapping.epoch() != seen.epoch()
        ? mapping.epoch() < seen.epoch()
        : mapping.revision() < seen.revision();
  }

  /** A list of load balancers that does not name this one; no list allows only observing. */
  private static boolean isOutside(Scope scope, Mapping.LoadBalancerEntry entry) {
    return scope.loadBalancers().isPresent() && !scope.allows(entry.id());
  }
}
