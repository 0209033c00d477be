package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Mode;
import io.poolkeeper.model.Protocol;
import io.poolkeeper.model.Scope;
import io.poolkeeper.port.Claims;
import io.poolkeeper.port.Gates;
import io.poolkeeper.port.Ledgers;
import io.poolkeeper.reconcile.Ports;
import io.poolkeeper.reconcile.ReconcileSettings;
import io.poolkeeper.simulation.Balancer.SimPool;
import io.poolkeeper.simulation.PortCalls.Call;
import io.poolkeeper.simulation.Violation.Checker;
import io.poolkeeper.testing.InOrder;
import io.poolkeeper.testing.Tape;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** One life from one seed: a world, workers in it, what goes wrong, and how it all ends. */
final class Life {
  private static final long SETTLES_WITHIN = Duration.ofMinutes(170).toMillis();

  /**
   * How a life went.
   *
   * @param decisions what went wrong and what was changed, by key
   */
  record Result(
      long seed,
      Optional<Violation> violation,
      int steps,
      int writes,
      Map<Fault.Kind, Integer> faults,
      Map<Script.Kind, Integer> script,
      Map<Egress.Excuse, Integer> excused,
      int repaired,
      List<String> decisions,
      List<String> trace,
      String setting) {}

  final Timeline time = new Timeline();
  final Truth truth;
  final Storage storage;
  final List<Publisher> publishers = new ArrayList<>();
  final Map<String, Operators> operators = new TreeMap<>();
  final List<Process> processes = new ArrayList<>();
  final ArmServer server;
  final Host host;
  final Events events;
  private final long seed;
  private final Choices choices;
  private final Trace trace;
  private final Setting setting;
  private final PortCalls calls;
  private final Checks checks;
  private final Set<Mechanism> off;
  private final ReconcileSettings settings;
  private final Map<Script.Kind, Integer> scripted = new TreeMap<>();
  private final Set<String> approved = new TreeSet<>();
  private boolean calm;
  private int ids;
  private long settlingSince;

  Life(long seed, Set<Mechanism> off, Optional<Set<String>> kept, boolean traced) {
    this.seed = seed;
    this.off = off;
    this.choices = new Choices(seed, kept);
    this.trace = new Trace(time, traced);
    this.setting = Setting.of(choices.of("setting"));
    this.truth = new Truth(time, setting.etags(), setting.assumeDefault());
    this.storage = new Storage(time, setting.storageSkew(), seed % 8 == 0);
    this.calls = new PortCalls(time, choices, trace, setting.faultRate());
    calls.meanwhile(random -> new Script(this, random).meanwhile());
    Births.fill(this, choices.of("births"));
    this.checks = new Checks(time, truth, storage, trace, publishers, operators);
    this.server = new ArmServer(time, truth, checks, choices, off, this::armEvent);
    this.settings = settings();
    for (int i = 1; i <= setting.workers(); i++) {
      long skew = choices.of("skew " + i).nextInt(20_001) - 10_000;
      processes.add(
          new Process(
              "w" + i,
              time,
              trace,
              Duration.ofMillis(skew),
              () -> new SimDocuments(calls, storage, checks)));
    }
    this.host =
        new Host(
            time,
            calls,
            choices,
            trace,
            storage,
            checks,
            off,
            settings,
            processes,
            this::ports,
            setting.storageSkew() + setting.queueSkew(),
            setting.visibility());
    this.events = new Events(time, choices, host, setting.eventsLost());
  }

  Setting setting() {
    return setting;
  }

  boolean calm() {
    return calm;
  }

  private ReconcileSettings settings() {
    Map<String, Scope> scopes = new TreeMap<>();
    Scope scope = new Scope(Optional.of(List.of(Truth.RESOURCE_GROUP)), Optional.empty());
    publishers.forEach(p -> scopes.put(p.cluster, scope));
    return new ReconcileSettings(
        Mode.APPLY,
        scopes,
        setting.assumeDefault(),
        new java.util.TreeSet<>(List.of(Protocol.TCP)),
        Optional.empty(),
        1000,
        Duration.ofHours(1),
        Duration.ofMinutes(15));
  }

  private Ports ports(Process process) {
    var clock = process.clock();
    SimArm arm = new SimArm(calls, server, truth, time, clock, checks, off);
    SimClaims claims = new SimClaims(calls, storage, time, clock);
    Ledgers ledgers = new SimLedgers(calls, storage, time, clock, checks, off);
    Claims claimed = off.contains(Mechanism.EGRESS_CLAIMS) ? claims.pretended() : claims;
    String label = Actor.current().label;
    return new Ports(
        off.contains(Mechanism.LOCK_THEN_READ)
            ? new ReadFirst(ledgers, arm, process, publishers)
            : ledgers,
        claimed,
        process.cache(),
        arm,
        arm,
        gates(),
        host.sender(),
        (message, reason, at) -> calls.make(Call.storage("poison.record", () -> "poison-" + ++ids)),
        (event, fields) -> {},
        clock,
        () -> label + "-" + ++ids,
        choices.of("random of " + label),
        new InOrder(new Tape()),
        process::stopping);
  }

  private Gates gates() {
    return new Gates() {
      @Override
      public Optional<Instant> notBefore(String subscription) {
        return calls.make(
            Call.storage(
                "gate.read",
                () -> {
                  storage.reach("gate.read");
                  return Optional.ofNullable(storage.gates.get(subscription));
                }));
      }

      @Override
      public void raise(String subscription, Instant notBefore) {
        calls.make(
            Call.storage(
                "gate.raise",
                () -> {
                  storage.reach("gate.raise");
                  return storage.gates.merge(
                      subscription, notBefore, (a, b) -> a.isAfter(b) ? a : b);
                }));
      }
    };
  }

  Result live() {
    Actor main = new Actor("main", null, null, time, null);
    time.main(main);
    for (Publisher publisher : publishers) {
      publisher.wish(choices.of("first wish of " + publisher.cluster));
      events.mapping(publisher);
      operators.get(publisher.cluster).goOn();
    }
    script();
    time.in(1_000, this::sweep);
    time.in(setting.length(), this::settle);
    time.await(main);
    unwind(main);
    if (time.broken() != null) {
      checks.found(Checker.BUG, "in the simulation: " + said(time.broken()));
    }
    return new Result(
        seed,
        checks.violation(),
        time.steps(),
        checks.writes(),
        calls.counts(),
        scripted,
        checks.egress().excused(),
        checks.egress().repaired(),
        choices.taken(),
        trace.lines(),
        setting.toString());
  }

  /** Ends the threads of all who still wait for something. */
  private void unwind(Actor main) {
    for (Process process : processes) {
      process.actors().forEach(Actor::kill);
    }
    for (Actor actor : List.copyOf(host.actors())) {
      actor.kill();
      if (!actor.isDone()) {
        actor.handOver();
        main.await();
      }
    }
  }

  private void script() {
    for (int i = 0; i < setting.things(); i++) {
      Random random = choices.of("thing " + i);
      long at = random.nextInt((int) setting.length());
      Script.Kind kind = Script.pick(random);
      time.in(
          at,
          () -> {
            if (choices.take("thing at " + at + " " + kind)) {
              scripted.merge(kind, 1, Integer::sum);
              trace.add("HAPPENS " + kind);
              new Script(this, random).happen(kind);
            }
          });
    }
  }

  private void sweep() {
    host.sweep(0);
    boolean hurry = calm && time.now() < settlingSince + 600_000;
    time.in(hurry ? 60_000 : calm ? 300_000 : setting.sweepEvery(), this::sweep);
  }

  /** Faults stop, and what others broke they mend. */
  private void settle() {
    trace.add("SETTLES");
    calm = true;
    settlingSince = time.now();
    calls.calm();
    server.calm();
    events.calm();
    storage.goOn();
    processes.forEach(Process::goOn);
    truth.changing();
    truth.balancers.values().forEach(b -> b.busyUntil = Math.min(b.busyUntil, time.now()));
    truth.balancers.values().forEach(b -> truth.changed(b, null));
    for (Publisher publisher : publishers) {
      publisher.mend(choices.of("last wish of " + publisher.cluster));
      events.mapping(publisher);
      operators.get(publisher.cluster).goOn();
      events.controls(publisher);
    }
    time.in(1_000, this::sweep);
    time.in(60_000, this::isSettled);
  }

  private void isSettled() {
    publishers.forEach(this::approve);
    List<String> wrong = new Ending(truth, storage, publishers).wrong();
    if (!host.isQuiet()) {
      wrong.add("still asked for: " + host.waiting());
    }
    if (wrong.isEmpty()) {
      time.end();
    } else if (time.now() > settlingSince + SETTLES_WITHIN) {
      checks.found(Checker.LIVENESS, String.join("; ", wrong));
    } else {
      time.in(20_000, this::isSettled);
    }
  }

  /** The brake waits for somebody to say that so many are really to go. */
  private void approve(Publisher publisher) {
    for (Balancer balancer : publisher.balancers) {
      storage
          .read(balancer.id)
          .brake()
          .filter(brake -> approved.add(brake.digest()))
          .ifPresent(
              brake -> {
                operators.get(publisher.cluster).approve(balancer.id.name(), brake.digest());
                events.controls(publisher);
              });
    }
  }

  boolean isOurs(Balancer balancer, SimPool pool) {
    return publishers.stream()
        .anyMatch(
            p ->
                p.balancers.contains(balancer)
                    && (pool.name.startsWith("ns-") || pool.name.equals(p.cluster)));
  }

  void foreignWrite(Balancer balancer, SimPool pool, Set<String> members) {
    if (calm) {
      return;
    }
    Set<String> lost = new TreeSet<>(pool.members.keySet());
    lost.removeAll(members);
    checks.othersTake(lost);
    checks.equality().gone(balancer, pool, lost);
    Set<String> joining = new TreeSet<>(members);
    joining.removeAll(pool.members.keySet());
    checks.othersAdd(pool, joining);
    if (trace.on()) {
      trace.add("OTHERS write " + balancer.id.name() + "/" + pool.name + " " + members);
    }
    truth.members(balancer, pool, members);
    armEvent(ArmId.of(balancer.poolId(pool.name)));
  }

  void rule(Balancer balancer, SimPool pool, boolean there) {
    if (!there && pool.gives()) {
      checks.othersTake(pool.members.keySet());
    }
    if (there) {
      checks.othersGive(pool);
    }
    trace.add(
        "RULE of " + balancer.id.name() + "/" + pool.name + (there ? " is back" : " is gone"));
    truth.changing();
    pool.rule = there;
    truth.changed(balancer, null);
    armEvent(balancer.id);
  }

  void natGateway(int subnet, boolean there) {
    Set<String> lost = new TreeSet<>();
    if (!there) {
      truth.machines.stream().filter(m -> m.subnet == subnet).forEach(m -> lost.add(m.address));
    }
    trace.add("NAT GATEWAY of subnet " + subnet + (there ? " is there" : " is gone"));
    network(() -> truth.natGateway[subnet] = there, lost, "natGateways/nat-" + subnet);
  }

  /** Something around the load balancers changes. */
  void network(Runnable change, Set<String> lost, String resource) {
    checks.othersTake(lost);
    truth.changing();
    change.run();
    truth.networkChanged();
    armEvent(ArmId.of(Truth.PROVIDER + resource));
  }

  void armEvent(ArmId id) {
    events.arm(id);
  }

  static String said(RuntimeException e) {
    StackTraceElement[] at = e.getStackTrace();
    StringBuilder text = new StringBuilder(e.toString());
    for (int i = 0; i < Math.min(8, at.length); i++) {
      text.append(" at ").append(at[i]);
    }
    return text.toString();
  }
}
