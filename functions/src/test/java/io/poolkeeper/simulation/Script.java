package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.simulation.Balancer.SimPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** What goes on around the workers while they work: one thing after the other, by seed. */
final class Script {
  /** The things that can happen. */
  enum Kind {
    WISH(8),
    RESTORE(1),
    RESTORE_RAISED(1),
    INVALID_MAPPING(1),
    MISSING_MAPPING(1),
    UNREADABLE_MAPPING(1),
    PAUSE(2),
    UNREADABLE_CONTROLS(1),
    INVALID_CONTROLS(1),
    FOREIGN_POOL(3),
    OUR_POOL(3),
    CONTEST(2),
    RULE_REPLACED(3),
    NAT_GATEWAY(2),
    PUBLIC_ADDRESS(1),
    MACHINE_GOES(1),
    MACHINE_REPLACED(1),
    THROTTLED(1),
    STORAGE_DOWN(1),
    OPERATION(1),
    KILL(2),
    STOP(2),
    TERMINATE(1),
    ASK(3);

    private final int weight;

    Kind(int weight) {
      this.weight = weight;
    }
  }

  private final Life life;
  private final Timeline time;
  private final Truth truth;
  private final Random random;

  /**
   * @param random of this one thing alone
   */
  Script(Life life, Random random) {
    this.life = life;
    this.time = life.time;
    this.truth = life.truth;
    this.random = random;
  }

  static Kind pick(Random random) {
    int all = 0;
    for (Kind kind : Kind.values()) {
      all += kind.weight;
    }
    int at = random.nextInt(all);
    for (Kind kind : Kind.values()) {
      at -= kind.weight;
      if (at < 0) {
        return kind;
      }
    }
    throw new IllegalStateException("weights");
  }

  /** What can make a difference to a write that is just being made. */
  void meanwhile() {
    Kind[] kinds = {
      Kind.WISH,
      Kind.OUR_POOL,
      Kind.FOREIGN_POOL,
      Kind.RULE_REPLACED,
      Kind.NAT_GATEWAY,
      Kind.ASK,
      Kind.PAUSE,
      Kind.OUR_POOL
    };
    happen(kinds[random.nextInt(kinds.length)]);
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  /** Mostly short, sometimes as long as anything here lasts. */
  private long aWhile() {
    return random.nextInt(3) == 0
        ? 60_000 + random.nextInt(700_000)
        : 1_000 + random.nextInt(60_000);
  }

  void happen(Kind kind) {
    Publisher publisher = one(life.publishers);
    Operators operators = life.operators.get(publisher.cluster);
    switch (kind) {
      case WISH -> {
        publisher.wish(random);
        life.events.mapping(publisher);
      }
      case RESTORE, RESTORE_RAISED -> {
        publisher.restore(random, kind == Kind.RESTORE_RAISED);
        life.events.mapping(publisher);
        time.in(aWhile(), () -> mend(publisher));
      }
      case INVALID_MAPPING -> broken(publisher, () -> publisher.invalid(random));
      case MISSING_MAPPING -> broken(publisher, publisher::missing);
      case UNREADABLE_MAPPING -> broken(publisher, publisher::unreadable);
      case PAUSE -> pause(publisher, operators);
      case UNREADABLE_CONTROLS -> closed(publisher, operators, operators::unreadable);
      case INVALID_CONTROLS -> closed(publisher, operators, operators::invalid);
      case FOREIGN_POOL -> members(balancer(true), false);
      case OUR_POOL -> members(one(publisher.balancers), true);
      case CONTEST -> contest(publisher, 1 + random.nextInt(5));
      case RULE_REPLACED -> rule();
      case NAT_GATEWAY -> natGateway();
      case PUBLIC_ADDRESS -> publicAddress();
      case MACHINE_GOES -> machineGoes();
      case MACHINE_REPLACED -> machineReplaced(one(truth.machines));
      case THROTTLED -> life.server.throttleFor(aWhile() / 4);
      case STORAGE_DOWN -> life.storage.downFor(aWhile() / 4);
      case OPERATION -> operation();
      case KILL -> one(life.processes).crash();
      case STOP -> one(life.processes).stop(Fault.stop(random));
      case TERMINATE -> one(life.processes).terminate();
      case ASK -> life.host.ask(publisher.cluster, one(publisher.balancers).id);
    }
  }

  private Balancer balancer(boolean foreignToo) {
    List<Balancer> all = new ArrayList<>(truth.balancers.values());
    return one(foreignToo ? all : all.subList(0, all.size() - 1));
  }

  private void mend(Publisher publisher) {
    publisher.mend(random);
    life.events.mapping(publisher);
  }

  private void broken(Publisher publisher, Runnable breaks) {
    breaks.run();
    life.events.mapping(publisher);
    time.in(aWhile(), () -> mend(publisher));
  }

  private void pause(Publisher publisher, Operators operators) {
    String name = one(publisher.balancers).id.name();
    long millis = aWhile();
    boolean until = random.nextBoolean();
    operators.pause(name, until ? Optional.of(millis) : Optional.empty());
    life.events.controls(publisher);
    time.in(
        millis,
        () -> {
          operators.goOn(name);
          life.events.controls(publisher);
        });
  }

  private void closed(Publisher publisher, Operators operators, Runnable closes) {
    closes.run();
    life.events.controls(publisher);
    time.in(
        aWhile(),
        () -> {
          operators.readable();
          life.events.controls(publisher);
        });
  }

  /** Somebody who knows nothing of us writes a pool, ours or not. */
  private void members(Balancer balancer, boolean ours) {
    List<SimPool> pools =
        balancer.pools.values().stream().filter(p -> life.isOurs(balancer, p) == ours).toList();
    if (pools.isEmpty()) {
      return;
    }
    SimPool pool = one(pools);
    Set<String> members = new TreeSet<>(pool.members.keySet());
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes; i++) {
      String address = one(truth.machines).address;
      if (!members.remove(address)) {
        members.add(address);
      }
    }
    life.foreignWrite(balancer, pool, members);
  }

  /** A controller that does not give in takes out what we hold. */
  private void contest(Publisher publisher, int times) {
    Balancer balancer = one(publisher.balancers);
    life.storage
        .read(balancer.id)
        .holds()
        .forEach(
            hold -> {
              SimPool pool = balancer.pools.get(hold.pool());
              Set<String> left = new TreeSet<>(pool.members.keySet());
              if (left.remove(hold.address().text())) {
                life.foreignWrite(balancer, pool, left);
              }
            });
    if (times > 1 && !life.calm()) {
      time.in(10_000 + random.nextInt(60_000), () -> contest(publisher, times - 1));
    }
  }

  private void rule() {
    Balancer balancer = balancer(true);
    SimPool pool = one(List.copyOf(balancer.pools.values()));
    if (!pool.rule) {
      return;
    }
    life.rule(balancer, pool, false);
    time.in(aWhile(), () -> life.rule(balancer, pool, true));
  }

  private void natGateway() {
    int subnet = random.nextInt(2);
    life.natGateway(subnet, !truth.natGateway[subnet]);
  }

  private void publicAddress() {
    Machine machine = one(truth.machines);
    life.network(
        () -> machine.publicAddress = !machine.publicAddress,
        machine.publicAddress ? Set.of(machine.address) : Set.of(),
        "publicIPAddresses/pip");
  }

  private void machineGoes() {
    Machine machine = one(truth.machines);
    String nic = "networkInterfaces/nic-" + machine.number;
    life.network(() -> machine.there = false, Set.of(), nic);
    time.in(
        aWhile(),
        () ->
            life.network(
                () -> {
                  machine.there = true;
                  machine.since = time.now();
                  machine.generation++;
                },
                Set.of(),
                nic));
  }

  private void machineReplaced(Machine machine) {
    life.network(() -> machine.generation++, Set.of(), "networkInterfaces/nic-" + machine.number);
  }

  private void operation() {
    Balancer balancer = balancer(true);
    truth.changing();
    balancer.busyUntil = Math.max(balancer.busyUntil, time.now() + aWhile() / 2);
    truth.changed(balancer, null);
    ArmId id = balancer.id;
    time.in(balancer.busyUntil - time.now(), () -> life.armEvent(id));
  }
}
