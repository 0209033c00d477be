package io.poolkeeper.reconcile;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.Warning;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.port.Ledgers.LeaseKind;
import io.poolkeeper.port.Ledgers.Proof;
import io.poolkeeper.port.PortException;
import io.poolkeeper.reconcile.RunFacts.Stage;
import io.poolkeeper.state.KeptMessage;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * One message, one run. The only place that knows the order of steps: covered or parked without a
 * lock, lock, read, plan, write, ledger, release, and what follows is sent before the message is
 * acknowledged.
 */
public final class Reconciler {
  private static final Duration COVERAGE_MARGIN = Duration.ofSeconds(5);

  private final Ports ports;
  private final ReconcileSettings settings;

  public Reconciler(Ports ports, ReconcileSettings settings) {
    this.ports = ports;
    this.settings = settings;
  }

  /**
   * @param wakeUps requests for holds, here and on other load balancers
   */
  private record Ending(Verdict verdict, Requeue.Next next, List<Requeue.Copy> wakeUps) {}

  /**
   * Returning means: acknowledge the message. What follows it has been sent by then, and its line
   * is reported.
   *
   * @throws RuntimeException if the follow-up (or the record of an unreadable message) could not be
   *     stored: the host has to deliver the message again
   */
  public ReconcileReport handle(Delivery delivery) {
    return delivery.request().isPresent()
        ? reconcile(delivery, delivery.request().get())
        : setAside(delivery);
  }

  private ReconcileReport setAside(Delivery delivery) {
    Instant now = ports.time().now();
    String record = ports.poison().record(KeptMessage.of(delivery.text()), delivery.reason(), now);
    ReconcileReport report =
        ReconcileReport.setAside(ports.ids().next(), delivery.reason(), record);
    ports.reports().report(ReconcileReport.EVENT, report.fields());
    return report;
  }

  private ReconcileReport reconcile(Delivery delivery, Request parsed) {
    Request request = CausedAt.fill(parsed, delivery.insertedAt());
    RunFacts facts =
        new RunFacts(ports.ids().next(), request, delivery.again(), ports.time().now());
    facts.queueAge =
        delivery.insertedAt().map(at -> RunFacts.age(at, facts.startedAt)).orElse(Duration.ZERO);
    long from = ports.time().nanos();
    Ending ending = ending(facts);
    Optional<RuntimeException> unsent = send(facts, ending);
    ReconcileReport report =
        ReconcileReport.of(
            facts,
            ending.verdict(),
            ending.next(),
            unsent.map(e -> Verdict.failed(e).reason()).orElse(""),
            settings.holdAlertAge(),
            ports.loadBalancers().calls(facts.reconcileId),
            Duration.ofNanos(ports.time().nanos() - from).toMillis());
    ports.reports().report(ReconcileReport.EVENT, report.fields());
    if (unsent.isPresent()) {
      throw unsent.get();
    }
    return report;
  }

  /** What kept the follow-up from being sent, if anything: the line is written first. */
  private Optional<RuntimeException> send(RunFacts facts, Ending ending) {
    try {
      ending.next().copy().ifPresent(copy -> ports.queue().send(copy.request(), copy.delay()));
      for (Requeue.Copy copy : ending.wakeUps()) {
        ports.queue().send(copy.request(), copy.delay());
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
  }

  /** Whatever goes wrong outside of the lease becomes FAILED here, and nowhere else. */
  private Ending ending(RunFacts facts) {
    try {
      return beforeLock(facts);
    } catch (RuntimeException e) {
      return follow(facts, Verdict.failed(e));
    }
  }

  private Ending beforeLock(RunFacts facts) {
    if (ports.stopping().getAsBoolean()) {
      return follow(facts, Verdict.of(Outcome.HANDED_OVER, "told to stop"));
    }
    ArmId id = facts.request.loadBalancer();
    Ledgers.Read first = ports.ledgers().read(id);
    facts.left = first.ledger();
    if (covered(facts, first.ledger())) {
      return follow(facts, Verdict.of(Outcome.COVERED));
    }
    Optional<Verdict> ended =
        parked(facts, first.ledger().notBefore()).or(() -> unmapped(facts, first));
    return ended.isPresent() ? follow(facts, ended.get()) : lock(facts, first);
  }

  /**
   * A lock creates a missing ledger, so a mapping has to name the load balancer first. It decides
   * nothing else: under the lease the mapping is read again.
   */
  private Optional<Verdict> unmapped(RunFacts facts, Ledgers.Read first) {
    Request request = facts.request;
    return first.condition() == Ledgers.Condition.MISSING
        ? Admitter.unmapped(ports.documents().mapping(request.cluster()), request.loadBalancer())
        : Optional.empty();
  }

  /** Strict, in whole seconds: storage's clock shows no more. */
  private static boolean covered(RunFacts facts, Ledger ledger) {
    if (!facts.request.coverable() || facts.deliveredAgain) {
      return false;
    }
    Optional<Instant> causedAt = facts.request.causedAt();
    Optional<Instant> through = ledger.coveredThrough();
    return causedAt.isPresent()
        && through.isPresent()
        && seconds(causedAt.get()).plus(COVERAGE_MARGIN).isBefore(seconds(through.get()));
  }

  private static Instant seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }

  private Optional<Verdict> parked(RunFacts facts, Optional<Instant> notBefore) {
    if (notBefore.filter(ports.time().now()::isBefore).isEmpty()) {
      return Optional.empty();
    }
    facts.notBefore = notBefore;
    return Optional.of(Verdict.of(Outcome.PARKED, "not before " + notBefore.get()));
  }

  private Ending lock(RunFacts facts, Ledgers.Read first) {
    ArmId id = facts.request.loadBalancer();
    String leaseId = ports.ids().next();
    AtomicReference<Ledgers.Acquired> acquired = new AtomicReference<>();
    AtomicReference<Optional<Instant>> gate = new AtomicReference<>(Optional.empty());
    long from = ports.time().nanos();
    try {
      SideBySide.run(
          ports.parallel(),
          () -> acquired.set(ports.ledgers().acquire(id, leaseId)),
          () -> gate.set(ports.gates().notBefore(id.subscription())));
    } catch (RuntimeException e) {
      Optional.ofNullable(acquired.get())
          .flatMap(Ledgers.Acquired::lease)
          .ifPresent(lease -> release(facts, new HeldLease(lease)));
      throw e;
    }
    facts.spent(Stage.LEASE, Duration.ofNanos(ports.time().nanos() - from));
    Optional<Verdict> parked = parked(facts, gate.get());
    if (acquired.get().kind() == LeaseKind.BUSY) {
      Verdict busy = Verdict.of(Outcome.LOCK_BUSY, "another holder has the lease");
      return follow(facts, parked.orElse(busy));
    }
    HeldLease lease = new HeldLease(acquired.get().lease().orElseThrow());
    return parked.isPresent() ? unlock(facts, lease, parked.get()) : leased(facts, lease, first);
  }

  /** Throttled meanwhile: the ledger is left as it is. */
  private Ending unlock(RunFacts facts, HeldLease lease, Verdict verdict) {
    release(facts, lease);
    return follow(facts, verdict);
  }

  private Ending leased(RunFacts facts, HeldLease lease, Ledgers.Read first) {
    Verdict verdict;
    try {
      Ledgers.Read current = underLease(lease, first);
      remember(facts, current);
      Optional<Verdict> parked = parked(facts, current.ledger().notBefore());
      if (parked.isPresent()) {
        return unlock(facts, lease, parked.get());
      }
      verdict = new LeasedRun(ports, settings, facts, lease).run();
    } catch (RuntimeException e) {
      verdict = Verdict.failed(e);
    }
    return finish(facts, lease, verdict);
  }

  /** What was read before the lock is still good if the blob has not changed since. */
  private static Ledgers.Read underLease(HeldLease lease, Ledgers.Read first) {
    boolean unchanged = first.etag().filter(lease.etag()::equals).isPresent();
    return unchanged ? first : lease.read();
  }

  private static void remember(RunFacts facts, Ledgers.Read read) {
    facts.ledger = Optional.of(read.ledger());
    facts.left = read.ledger();
    facts.removals.read(read.ledger());
    if (read.condition() == Ledgers.Condition.UNREADABLE) {
      String problem = read.problem().orElse("unreadable");
      facts.warnings.add(Warning.of(Warning.Word.LEDGER_REPLACED, "problem", problem));
    } else {
      read.problem().ifPresent(facts.notes::add);
      read.ledger()
          .unlisted()
          .ifPresent(some -> facts.notes.add("the ledger has no room for all of its holds"));
    }
  }

  /** The ledger carries the final outcome, so what follows is decided first. */
  private Ending finish(RunFacts facts, HeldLease lease, Verdict verdict) {
    Ending ending = follow(facts, verdict);
    List<Requeue.Copy> wakeUps = new ArrayList<>();
    try {
      if (facts.ledger.isPresent() && !facts.foreign && !write(facts, lease, ending)) {
        String reason = "the lease was lost before the ledger could be written";
        ending =
            verdict.outcome() == Outcome.LOCK_LOST
                ? ending
                : follow(facts, Verdict.of(Outcome.LOCK_LOST, reason));
      } else if (looksAgain(facts)) {
        wakeUps.add(HoldWakeUps.secondLook(facts));
      }
    } catch (RuntimeException e) {
      facts.possiblyWrote = facts.possiblyWrote || verdict.outcome() == Outcome.LOCK_LOST;
      ending = follow(facts, Verdict.failed(e));
    }
    release(facts, lease);
    wakeUps.addAll(wakeOthers(facts));
    return new Ending(ending.verdict(), ending.next(), List.copyOf(wakeUps));
  }

  /** Once for each new hold; where only observed, nothing could follow. */
  private static boolean looksAgain(RunFacts facts) {
    return facts.holds.isPresent()
        && facts.mode.filter(Mode.APPLY::equals).isPresent()
        && HoldsAfter.anyNew(facts.ledger.orElseThrow(), facts.holds.get());
  }

  /** Only sooner than the sweep: what cannot be asked here is found by it. */
  private List<Requeue.Copy> wakeOthers(RunFacts facts) {
    try {
      return HoldWakeUps.ofAdditions(ports, facts);
    } catch (PortException e) {
      facts.notes.add("load balancers that hold what was added were not asked: " + e.getMessage());
      return List.of();
    }
  }

  private boolean write(RunFacts facts, HeldLease lease, Ending ending) {
    Outcome outcome = ending.next().outcome();
    Ledger ledger = LedgerUpdate.after(facts, outcome, lease.serverDate(), ports.time().now());
    facts.holds = facts.plan.map(plan -> ledger.holds());
    boolean written = lease.write(ledger);
    facts.left = written ? ledger : facts.left;
    return written;
  }

  /** Never fails the work: what cannot be released runs out by itself. */
  private static void release(RunFacts facts, HeldLease lease) {
    try {
      if (lease.release() == Proof.LOST) {
        facts.notes.add("the lease was not ours any more when it was released");
      }
    } catch (RuntimeException e) {
      facts.notes.add("the lease was not released: " + e.getMessage());
    }
  }

  private Ending follow(RunFacts facts, Verdict verdict) {
    if (verdict.outcome() == Outcome.LOCK_LOST) {
      facts.possiblyWrote = true;
    }
    Requeue.Facts known =
        new Requeue.Facts(
            facts.request, facts.copyIsCoverable(), facts.notBefore, facts.pausedUntil);
    Requeue.Next next =
        Requeue.after(verdict.outcome(), known, ports.time().now(), ports.random().nextDouble());
    String reason =
        next.outcome() == verdict.outcome()
            ? verdict.reason()
            : "last: " + verdict.outcome() + " " + verdict.reason();
    return new Ending(Verdict.of(next.outcome(), reason.strip()), next, List.of());
  }
}
