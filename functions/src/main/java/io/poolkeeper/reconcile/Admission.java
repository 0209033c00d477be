package io.poolkeeper.reconcile;

import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.reconcile.CurrentDocuments.Current;
import io.poolkeeper.reconcile.CurrentDocuments.State;
import java.time.Instant;
import java.util.Optional;

/**
 * What has to hold before a load balancer is planned, checked in the order of the outcome table.
 */
final class Admission {
  private Admission() {}

  /** An older document than the ledger's, of the same cluster. */
  static boolean isStale(Mapping mapping, Ledger ledger) {
    boolean sameCluster = ledger.cluster().map(mapping.cluster()::equals).orElse(true);
    return sameCluster && ledger.mapping().isPresent() && older(mapping, ledger.mapping().get());
  }

  private static boolean older(Mapping mapping, Ledger.MappingSeen seen) {
    return mapping.epoch() != seen.epoch()
        ? mapping.epoch() < seen.epoch()
        : mapping.revision() < seen.revision();
  }

  /** The mapping alone; empty: valid, current and present. */
  static Optional<Verdict> mapping(Current<Mapping> mapping, Ledger ledger) {
    return switch (mapping.state()) {
      case MISSING, UNREADABLE -> stop(Outcome.MAPPING_UNREADABLE, mapping.reason());
      case INVALID -> stop(Outcome.INVALID_MAPPING, mapping.reason());
      case VALID -> {
        Mapping value = mapping.value().orElseThrow();
        yield isStale(value, ledger) ? stop(Outcome.STALE_MAPPING, stale(value, ledger)) : none();
      }
    };
  }

  private static String stale(Mapping mapping, Ledger ledger) {
    Ledger.MappingSeen seen = ledger.mapping().orElseThrow();
    return String.format(
        "found epoch %d revision %d, already seen epoch %d revision %d; publish a higher revision,"
            + " or raise the epoch to bring a restored document in",
        mapping.epoch(), mapping.revision(), seen.epoch(), seen.revision());
  }

  static Optional<Verdict> controls(Current<Controls> controls) {
    return controls.state() == State.VALID || controls.state() == State.MISSING
        ? none()
        : stop(Outcome.CONTROLS_UNREADABLE, controls.reason());
  }

  /** There is no controls document unless somebody wrote one. */
  static Controls orNone(Current<Controls> controls) {
    return controls.value().orElse(Controls.NONE);
  }

  /** A scope that names load balancers, and not this one; without a list it is only observed. */
  static Optional<Verdict> scope(Scope scope, Mapping.LoadBalancerEntry entry) {
    boolean outside = scope.loadBalancers().isPresent() && !scope.allows(entry.id());
    return outside
        ? stop(Outcome.NOT_ALLOWED, "POOLKEEPER_SCOPE lists neither it nor its resource group")
        : none();
  }

  static Optional<Verdict> pause(Controls.Entry controls, Instant now) {
    return controls
        .pause()
        .filter(pause -> pause.active(now))
        .map(pause -> Verdict.of(Outcome.PAUSED, "by " + pause.by() + ": " + pause.because()));
  }

  /** THROTTLED is left to the caller, who has a gate to raise. */
  static Optional<Verdict> loadBalancer(LoadBalancers.Read read) {
    return switch (read.kind()) {
      case NOT_FOUND -> stop(Outcome.LB_NOT_FOUND, said(read));
      case FORBIDDEN -> stop(Outcome.FORBIDDEN, said(read));
      case FAILED -> stop(Outcome.FAILED, said(read));
      case THROTTLED -> stop(Outcome.THROTTLED, said(read));
      case FOUND -> {
        LoadBalancer found = read.loadBalancer().orElseThrow();
        if (!found.isStandard()) {
          String sku = found.sku() + " " + found.tier();
          yield stop(Outcome.UNSUPPORTED_SKU, "found " + sku.strip() + ", expected Standard");
        }
        yield LoadBalancer.isBusy(found.provisioningState())
            ? stop(Outcome.LB_BUSY, "the load balancer is " + found.provisioningState())
            : none();
      }
    };
  }

  static Mode mode(ReconcileSettings settings, Controls controls, Mapping mapping, String name) {
    return controls.effectiveMode(settings.mode(mapping.cluster()), name);
  }

  private static String said(LoadBalancers.Read read) {
    return read.code().isEmpty() ? read.detail() : read.code() + ": " + read.detail();
  }

  private static Optional<Verdict> stop(Outcome outcome, String reason) {
    return Optional.of(Verdict.of(outcome, reason));
  }

  private static Optional<Verdict> none() {
    return Optional.empty();
  }
}
