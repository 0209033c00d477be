package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Ledger;
import io.poolkeeper.model.Outcome;
import io.poolkeeper.model.Pool;
import io.poolkeeper.plan.PoolWrite;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.simulation.Balancer.SimPool;
import io.poolkeeper.simulation.Publisher.Version;
import io.poolkeeper.simulation.Violation.Checker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Everything that is seen where it lands, handed to the checkers; nothing of the product judges.
 */
final class Checks {
  private final Timeline time;
  private final Truth truth;
  private final Storage storage;
  private final Trace trace;
  private final Map<ArmId, Publisher> owners = new HashMap<>();
  private final Map<String, Operators> operators;
  private final Egress egress;
  private final HoldMemory holds;
  private final Equality equality;
  private Optional<Violation> violation = Optional.empty();
  private int writes;

  Checks(
      Timeline time,
      Truth truth,
      Storage storage,
      Trace trace,
      List<Publisher> publishers,
      Map<String, Operators> operators) {
    this.time = time;
    this.truth = truth;
    this.storage = storage;
    this.trace = trace;
    this.operators = operators;
    this.equality = new Equality(time, truth, owners, this);
    this.egress = new Egress(time, truth, this);
    this.holds = new HoldMemory(time, truth, egress, this);
    for (Publisher publisher : publishers) {
      publisher.balancers.forEach(balancer -> owners.put(balancer.id, publisher));
      publisher.changing = this::changing;
    }
    truth.before(this::changing);
  }

  Optional<Violation> violation() {
    return violation;
  }

  Egress egress() {
    return egress;
  }

  Equality equality() {
    return equality;
  }

  int writes() {
    return writes;
  }

  void found(Checker checker, String what) {
    if (violation.isEmpty()) {
      violation = Optional.of(new Violation(checker, what));
      trace.add("VIOLATION " + checker + ": " + what);
      time.end();
    }
  }

  /** Something that checkers look at is about to change. */
  private void changing() {
    equality.note();
    holds.note();
  }

  /** Others take the way out of these machines, or part of it. */
  void othersTake(Set<String> addresses) {
    egress.othersTake(addresses);
  }

  /** Others give a way out to all members of a pool. */
  void othersGive(SimPool pool) {
    egress.othersGive(pool);
  }

  /** Others put these into a pool. */
  void othersAdd(SimPool pool, Set<String> addresses) {
    egress.othersAdd(pool, addresses);
  }

  void acquired(Run run, long goodUntil) {
    if (run.acquired == Run.NEVER) {
      run.acquired = time.now();
      storage
          .read(run.loadBalancer)
          .mapping()
          .ifPresent(
              seen -> {
                run.seenEpoch = seen.epoch();
                run.seenRevision = seen.revision();
              });
    }
    run.leaseGoodUntil = goodUntil;
  }

  void renewed(Run run, long goodUntil) {
    run.leaseGoodUntil = goodUntil;
  }

  /** A finished run's ledger also says what is held, and whether all is as wanted. */
  void remembered(Run run, Ledger ledger) {
    if (ledger.startedNotFinished() || ledger.outcome().isEmpty()) {
      return;
    }
    equality.note();
    holds.remembered(run, ledger);
    if (ledger.outcome().get().covers()) {
      equality.claimed(run, ledger);
    }
  }

  void controlsRead(Run run, String cluster, Documents.Kind kind) {
    if (run != null) {
      run.controlsRead = time.now();
      run.controlsReadSincePut = true;
      run.controlsClosed =
          kind == Documents.Kind.UNREADABLE
              || operators.get(cluster).forbid(run.loadBalancer.name());
    }
  }

  void sending(Run run, Pool pool) {
    if (!run.controlsReadSincePut) {
      found(Checker.PAUSED, run.label + " writes " + pool.name() + " without asking the controls");
    }
    if (run.controlsClosed) {
      found(Checker.PAUSED, run.label + " writes " + pool.name() + " although that is forbidden");
    }
    run.controlsReadSincePut = false;
  }

  void refused(WriteKind kind, PoolWrite write) {
    boolean recorded =
        kind == WriteKind.LIMIT_REACHED
            || kind == WriteKind.MEMBER_REJECTED
            || kind == WriteKind.REFUSED;
    if (recorded) {
      equality.refused(write);
    }
  }

  /** A PUT has taken effect. */
  void landed(
      Run run,
      Balancer balancer,
      SimPool pool,
      Set<String> before,
      Map<String, Integer> strengths) {
    Set<String> removed = new TreeSet<>(before);
    removed.removeAll(pool.members.keySet());
    Set<String> added = new TreeSet<>(pool.members.keySet());
    added.removeAll(before);
    writes++;
    if (trace.on()) {
      trace.add(
          run.label
              + " LANDED "
              + balancer.id.name()
              + "/"
              + pool.name
              + " +"
              + added
              + " -"
              + removed);
    }
    if (truth.assumeDefault && !pool.gives()) {
      // additions are warned of, not claimed: what leaned on default access gets a second look
      egress.othersTake(added);
    }
    equality.landed(run, !removed.isEmpty() || !added.isEmpty());
    mapping(run, balancer, pool, added, removed);
    egress.landed(run, balancer, pool, removed, strengths, a -> isUnlisted(run, a));
    holds.landed(run, balancer, pool, removed);
  }

  private void mapping(
      Run run, Balancer balancer, SimPool pool, Set<String> added, Set<String> removed) {
    Publisher owner = owners.get(balancer.id);
    if (owner == null || !(pool.name.startsWith("ns-") || pool.name.equals(owner.cluster))) {
      found(Checker.FOREIGN_POOL, run.label + " wrote " + balancer.id.name() + "/" + pool.name);
      return;
    }
    equality.gone(balancer, pool, removed);
    for (Version version : owner.visibleBetween(run.acquired, time.now())) {
      Set<String> wanted = version.of(balancer.id).get(pool.name);
      if (wanted == null || version.isBefore(run.seenEpoch, run.seenRevision)) {
        continue;
      }
      boolean takes = removed.stream().anyMatch(wanted::contains);
      boolean gives =
          added.stream().anyMatch(a -> !wanted.contains(a) && !equality.was(balancer, pool, a));
      if ((!takes && !gives) || time.now() > run.leaseGoodUntil) {
        return;
      }
    }
    found(
        Checker.REFUSED_MAPPING,
        run.label
            + " wrote "
            + pool.name
            + " +"
            + added
            + " -"
            + removed
            + ", which no mapping asks for that was there and not to be refused");
  }

  private boolean isUnlisted(Run run, String address) {
    return owners.get(run.loadBalancer).visibleBetween(run.acquired, time.now()).stream()
        .anyMatch(version -> !version.listed().contains(address));
  }

  void sent(ArmId loadBalancer, Optional<java.time.Instant> chain) {
    equality.sent(loadBalancer, chain);
  }

  /** A message is gone from the queue. */
  void acknowledged(Run run, Outcome outcome, Actor actor) {
    boolean followed =
        switch (outcome.followUp()) {
          case DELAYED_REQUEST, BUSY_COPY, PARKED_COPY -> true;
          case NOTHING, AT_PAUSE_END, SWEEP_ASKS_AGAIN -> false;
        };
    if (followed) {
      followUp(run, outcome, actor);
    }
  }

  private void followUp(Run run, Outcome outcome, Actor actor) {
    time.in(
        90_000,
        () -> {
          if (!actor.isDone() && !actor.isDead()) {
            followUp(run, outcome, actor);
          } else if (!equality.sentSince(run)) {
            found(
                Checker.LOST_REQUEST,
                run.label + " ended " + outcome + ", its message is gone and no other was sent");
          }
        });
  }

  void reported(Run run, Outcome outcome, String reason, long causedAt, boolean last) {
    run.ended = true;
    run.covering = outcome.covers();
    trace.add(run.label + " ENDED " + outcome + " " + reason);
    java.util.regex.Matcher thrown = THROWN.matcher(reason);
    if (thrown.find() && !thrown.group(1).equals("PortException")) {
      found(Checker.BUG, run.label + " " + outcome + " " + reason);
    }
    if (outcome == Outcome.COVERED) {
      equality.covered(run, causedAt, last);
    }
    egress.ended(run, outcome);
  }

  private static final java.util.regex.Pattern THROWN =
      java.util.regex.Pattern.compile("\\b(\\w+(?:Exception|Error)): ");
}
