package io.poolkeeper.reconcile;

import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.mapping.Slice;
import io.poolkeeper.mapping.Violation;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.model.Mapping;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Warning;
import io.poolkeeper.plan.Admission;
import io.poolkeeper.plan.PlanInput;
import io.poolkeeper.port.LoadBalancers;
import java.util.List;
import java.util.Optional;

/** Whether what was read may be planned; remembers what the ledger and the report need of it. */
final class Admitter {
  private static final int MAX_VIOLATIONS = 20;

  private final Ports ports;
  private final ReconcileSettings settings;
  private final RunFacts facts;

  Admitter(Ports ports, ReconcileSettings settings, RunFacts facts) {
    this.ports = ports;
    this.settings = settings;
    this.facts = facts;
  }

  /** In the order of the outcome table; empty: plan. */
  Optional<Verdict> admit(Reading reading) {
    Optional<Verdict> unreadable = unreadable(reading.mapping());
    return unreadable.isPresent()
        ? unreadable
        : admit(reading, reading.mapping().value().orElseThrow());
  }

  /**
   * Why nothing may be remembered of a load balancer that has no ledger yet; empty: the mapping
   * names it. Whoever can send a message could else fill the store with ledgers.
   */
  static Optional<Verdict> unmapped(Loaded<Mapping> mapping, ArmId id) {
    Optional<Verdict> unreadable = unreadable(mapping);
    if (unreadable.isPresent()) {
      return unreadable;
    }
    Mapping read = mapping.value().orElseThrow();
    return read.loadBalancer(id).isPresent()
        ? Optional.empty()
        : stop(Outcome.NOT_MAPPED, notNamed(read));
  }

  private static Optional<Verdict> unreadable(Loaded<Mapping> mapping) {
    return switch (mapping.kind()) {
      case MISSING, UNREADABLE -> stop(Outcome.MAPPING_UNREADABLE, problem(mapping));
      case INVALID -> stop(Outcome.INVALID_MAPPING, problem(mapping));
      case VALID -> Optional.empty();
    };
  }

  private static String notNamed(Mapping mapping) {
    return "the mapping of " + mapping.cluster() + " does not name it";
  }

  private Optional<Verdict> admit(Reading reading, Mapping mapping) {
    ArmId id = facts.request.loadBalancer();
    Optional<Mapping.LoadBalancerEntry> entry = mapping.loadBalancer(id);
    Ledger ledger = ofThisCluster(mapping, entry.isPresent());
    Optional<Outcome> refused =
        Admission.ofDocuments(
            mapping,
            entry,
            ledger,
            reading.controls().value(),
            Optional.of(settings.scope(mapping.cluster())),
            ports.time().now());
    boolean foreign = refused.filter(o -> o == Outcome.OWNED_ELSEWHERE).isPresent();
    boolean stale = refused.filter(o -> o == Outcome.STALE_MAPPING).isPresent();
    if (entry.isPresent() && !foreign && !stale) {
      facts.ledger = Optional.of(ledger);
      remember(reading, mapping, entry.get());
    }
    if (refused.isPresent()) {
      return stop(refused.get(), reason(refused.get(), reading, mapping, ledger));
    }
    return admitLoadBalancer(reading.loadBalancer(), mapping, entry.orElseThrow());
  }

  /**
   * Another cluster's load balancer is taken over only when that cluster's mapping can be read and
   * no longer names it: a missing mapping is not an empty one. Revisions of two clusters are never
   * compared.
   */
  private Ledger ofThisCluster(Mapping mapping, boolean named) {
    Ledger ledger = facts.ledger.orElseThrow();
    Optional<String> owner = ledger.cluster().filter(name -> !name.equals(mapping.cluster()));
    if (owner.isEmpty()) {
      return ledger;
    }
    Ledger withoutRevision = ledger.toBuilder().forgetMapping().build();
    facts.foreign = true;
    if (!named) {
      return withoutRevision;
    }
    boolean released =
        ports
            .documents()
            .mapping(owner.get())
            .value()
            .map(theirs -> theirs.loadBalancer(facts.request.loadBalancer()).isEmpty())
            .orElse(false);
    facts.foreign = !released;
    return released
        ? withoutRevision.toBuilder().cluster(mapping.cluster()).build()
        : withoutRevision;
  }

  private void remember(Reading reading, Mapping mapping, Mapping.LoadBalancerEntry entry) {
    facts.mapping = Optional.of(mapping);
    facts.mappingSeen =
        Optional.of(
            new Ledger.MappingSeen(
                mapping.epoch(),
                mapping.revision(),
                reading.mapping().etag().orElse(""),
                Slice.hash(mapping, entry.name()),
                Orphans.namedAndThere(reading.loadBalancer(), mapping, entry, facts.ledger)));
    facts.warnings.addAll(Orphans.warnings(reading.loadBalancer(), mapping, entry, facts.ledger));
    reading
        .controls()
        .value()
        .ifPresent(controls -> facts.warnings.addAll(unknownNames(controls, mapping)));
    facts.mode =
        reading
            .controls()
            .value()
            .map(
                controls ->
                    Admission.effectiveMode(
                        settings.mode(),
                        controls,
                        Optional.of(settings.scope(mapping.cluster())),
                        entry));
    facts.controlsEtag = reading.controls().etag().or(() -> Optional.of(Seen.ABSENT));
    facts.loadBalancerEtag =
        switch (reading.loadBalancer().kind()) {
          case FOUND -> reading.loadBalancer().loadBalancer().map(LoadBalancer::etag);
          case NOT_FOUND, FORBIDDEN -> Optional.of(Seen.ABSENT);
          case THROTTLED, FAILED -> Optional.empty();
        };
  }

  private static List<Warning> unknownNames(Controls controls, Mapping mapping) {
    return controls.loadBalancers().keySet().stream()
        .filter(name -> mapping.loadBalancer(name).isEmpty())
        .sorted()
        .map(name -> Warning.of(Warning.Word.UNKNOWN_CONTROLS_ENTRY, "loadBalancer", name))
        .toList();
  }

  private Optional<Verdict> admitLoadBalancer(
      LoadBalancers.Read read, Mapping mapping, Mapping.LoadBalancerEntry entry) {
    return switch (read.kind()) {
      case NOT_FOUND -> stop(Outcome.LB_NOT_FOUND, said(read));
      case FORBIDDEN -> stop(Outcome.FORBIDDEN, said(read));
      case FAILED -> stop(Outcome.FAILED, said(read));
      case THROTTLED -> Optional.of(Throttling.raise(ports, facts, read.retryAfter(), said(read)));
      case FOUND -> {
        LoadBalancer found = read.loadBalancer().orElseThrow();
        yield Admission.ofLoadBalancer(mapping, entry, read.loadBalancer())
            .map(outcome -> Verdict.of(outcome, found(outcome, found)));
      }
    };
  }

  private static String found(Outcome outcome, LoadBalancer found) {
    return outcome == Outcome.UNSUPPORTED_SKU
        ? "found " + (found.sku() + " " + found.tier()).strip() + ", expected Standard, not Global"
        : "an Azure operation is running; the load balancer is " + found.provisioningState();
  }

  private String reason(Outcome outcome, Reading reading, Mapping mapping, Ledger ledger) {
    return switch (outcome) {
      case STALE_MAPPING -> stale(mapping, ledger.mapping().orElseThrow());
      case NOT_MAPPED -> notNamed(mapping);
      case CONTROLS_UNREADABLE -> problem(reading.controls());
      case OWNED_ELSEWHERE -> "by cluster " + ledger.cluster().orElse("");
      case NOT_ALLOWED -> "POOLKEEPER_SCOPE lists neither it nor its resource group";
      case PAUSED -> paused(reading, mapping);
      default -> "";
    };
  }

  private static String stale(Mapping mapping, Ledger.MappingSeen seen) {
    return String.format(
        "found epoch %d revision %d, already seen epoch %d revision %d; publish a higher revision,"
            + " or raise the epoch to bring a restored document in",
        mapping.epoch(), mapping.revision(), seen.epoch(), seen.revision());
  }

  /** The end of the pause is remembered for the copy. */
  private String paused(Reading reading, Mapping mapping) {
    String name = mapping.loadBalancer(facts.request.loadBalancer()).orElseThrow().name();
    Controls.Pause pause =
        reading.controls().value().orElseThrow().loadBalancer(name).pause().orElseThrow();
    facts.pausedUntil = pause.until();
    return said(pause);
  }

  static String said(Controls.Pause pause) {
    return "by " + pause.by() + ": " + pause.because();
  }

  static Mode mode(ReconcileSettings settings, Controls controls, PlanInput input) {
    return Admission.effectiveMode(
        settings.mode(),
        controls,
        Optional.of(settings.scope(input.mapping().cluster())),
        input.entry());
  }

  /** What is wrong with a document, each violation with its JSON path. */
  static String problem(Loaded<?> document) {
    List<Violation> violations = document.violations();
    if (violations.isEmpty()) {
      return document.detail().isEmpty() ? "there is no such blob" : document.detail();
    }
    StringBuilder text = new StringBuilder();
    for (Violation violation : violations.subList(0, Math.min(MAX_VIOLATIONS, violations.size()))) {
      text.append(text.isEmpty() ? "" : "; ");
      text.append(violation.path()).append(": ").append(violation.message());
    }
    int more = violations.size() - MAX_VIOLATIONS;
    return more > 0 ? text + "; and " + more + " more" : text.toString();
  }

  private static String said(LoadBalancers.Read read) {
    return read.code().isEmpty() ? read.detail() : read.code() + ": " + read.detail();
  }

  private static Optional<Verdict> stop(Outcome outcome, String reason) {
    return Optional.of(Verdict.of(outcome, reason));
  }
}
