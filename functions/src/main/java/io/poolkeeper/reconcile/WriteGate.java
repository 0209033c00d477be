package io.poolkeeper.reconcile;

import io.poolkeeper.mapping.Loaded;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.port.Deadline;
import io.poolkeeper.port.LoadBalancers;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Asked before every write, and between two polls of a running one. */
final class WriteGate implements LoadBalancers.Heartbeat {
  static final Duration RECONCILE_DEADLINE = Duration.ofMinutes(4);
  private static final Duration ROOM = Duration.ofSeconds(15);

  private final Ports ports;
  private final ReconcileSettings settings;
  private final RunFacts facts;
  private final HeldLease lease;
  private final Deadline deadline;
  private Optional<Planned> started = Optional.empty();
  private Outcome abandoned = Outcome.HANDED_OVER;

  WriteGate(Ports ports, ReconcileSettings settings, RunFacts facts, HeldLease lease) {
    this.ports = ports;
    this.settings = settings;
    this.facts = facts;
    this.lease = lease;
    this.deadline = Deadline.startingNow(ports.time(), RECONCILE_DEADLINE);
  }

  /** Why no write may be made; empty: go ahead, at once. */
  Optional<Verdict> closed(Planned planned) {
    return handOver().or(() -> closedToRepair(planned));
  }

  /**
   * The same for putting back what a write of this run has cut off: that is still part of the
   * write, and the reconcile deadline does not come in between.
   */
  Optional<Verdict> closedToRepair(Planned planned) {
    Optional<Verdict> closed = toldToStop().or(() -> controls(planned));
    if (closed.isPresent()) {
      return closed;
    }
    return lease.keep() && start(planned) && lease.leavesRoom()
        ? Optional.empty()
        : Optional.of(lockLost());
  }

  Optional<Verdict> toldToStop() {
    return ports.stopping().getAsBoolean()
        ? Optional.of(Verdict.of(Outcome.HANDED_OVER, "told to stop"))
        : Optional.empty();
  }

  /** Whether the run has to end now, before it does anything more. */
  Optional<Verdict> handOver() {
    Optional<Verdict> stop = toldToStop();
    if (stop.isPresent()) {
      return stop;
    }
    if (!deadline.leaves(ROOM)) {
      return Optional.of(Verdict.of(Outcome.HANDED_OVER, "the reconcile deadline is reached"));
    }
    return Optional.empty();
  }

  /** A pause may have come in since the plan was made; an unchanged document costs a 304. */
  private Optional<Verdict> controls(Planned planned) {
    Loaded<Controls> read = ports.documents().controls(planned.input().mapping().cluster());
    if (read.value().isEmpty()) {
      return Optional.of(Verdict.of(Outcome.CONTROLS_UNREADABLE, Admitter.problem(read)));
    }
    Controls controls = read.value().get();
    facts.controlsEtag = read.etag().or(() -> Optional.of(Seen.ABSENT));
    String name = planned.input().entry().name();
    Optional<Controls.Pause> pause =
        controls.loadBalancer(name).pause().filter(p -> p.active(ports.time().now()));
    if (pause.isPresent()) {
      facts.pausedUntil = pause.get().until();
      return Optional.of(Verdict.of(Outcome.PAUSED, Admitter.said(pause.get())));
    }
    Mode mode = Admitter.mode(settings, controls, planned.input());
    return mode == Mode.APPLY
        ? Optional.empty()
        : Optional.of(Verdict.of(Outcome.OBSERVED, "the controls now say " + mode.text()));
  }

  /**
   * Before the first write of the run: a killed run is found by it, and so are the removals that it
   * was about to make. Once more only where a later plan makes others.
   */
  private boolean start(Planned planned) {
    if (started.filter(known -> known == planned).isPresent()) {
      return true;
    }
    Ledger before = facts.ledger.orElseThrow();
    Instant now = LedgerUpdate.startedAt(ports.time().now(), before.finishedAt());
    facts.removals.about(planned.plan(), planned.leaving(), now);
    boolean known = started.isPresent() && facts.removals.isKnownTo(before);
    started = Optional.of(planned);
    return known || store(before, now);
  }

  private boolean store(Ledger before, Instant now) {
    Ledger ledger =
        before.toBuilder()
            .loadBalancer(facts.request.loadBalancer())
            .cluster(facts.mapping.orElseThrow().cluster())
            .startedAt(now)
            .removing(facts.removals.all())
            .build();
    boolean stored = lease.write(ledger);
    if (stored) {
      facts.ledger = Optional.of(ledger);
      facts.left = ledger;
    }
    return stored;
  }

  /** One more restore of held members is about to be made. */
  Optional<Verdict> countRestore() {
    Ledger before = facts.ledger.orElseThrow();
    Ledger counted =
        before.toBuilder()
            .restores(LedgerUpdate.withRestore(before.restores(), ports.time().now()))
            .build();
    if (!lease.write(counted) || !lease.leavesRoom()) {
      return Optional.of(lockLost());
    }
    facts.ledger = Optional.of(counted);
    return Optional.empty();
  }

  @Override
  public boolean beat() {
    if (deadline.over()) {
      return false;
    }
    if (!lease.keep()) {
      abandoned = Outcome.LOCK_LOST;
      return false;
    }
    return true;
  }

  /** While something is put back: only the lease counts. */
  LoadBalancers.Heartbeat ofRepair() {
    return () -> {
      if (!lease.keep()) {
        abandoned = Outcome.LOCK_LOST;
        return false;
      }
      return true;
    };
  }

  /** Why the last heartbeat said stop. */
  Verdict abandoned() {
    return abandoned == Outcome.LOCK_LOST
        ? lockLost()
        : Verdict.of(Outcome.HANDED_OVER, "the operation outlasted the reconcile deadline");
  }

  private static Verdict lockLost() {
    return Verdict.of(Outcome.LOCK_LOST, "the lease could not be proven before a write");
  }
}
