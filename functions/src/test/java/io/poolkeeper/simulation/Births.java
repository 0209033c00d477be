package io.poolkeeper.simulation;

import io.poolkeeper.simulation.Balancer.SimPool;
import java.util.Random;

/** The world that a life begins in. */
final class Births {
  private Births() {}

  static void fill(Life life, Random random) {
    Truth truth = life.truth;
    Setting setting = life.setting();
    for (int i = 1; i <= setting.machines(); i++) {
      truth.machines.add(new Machine(i, random.nextInt(4) == 0 ? 1 : 0));
    }
    truth.natGateway[1] = random.nextInt(3) == 0;
    truth.natGateway[0] = random.nextInt(8) == 0;
    String[] clusters = {"prod", "test"};
    for (int i = 0; i < setting.clusters(); i++) {
      life.publishers.add(new Publisher(clusters[i], life.time, truth, life.storage));
      life.operators.put(clusters[i], new Operators(clusters[i], life.time, life.storage));
    }
    for (int i = 1; i <= setting.balancers(); i++) {
      Publisher owner = life.publishers.get(i % setting.clusters());
      Balancer balancer = new Balancer(Truth.id("lb-" + i));
      balancer.pool("ns-a" + i, random.nextInt(5) > 0);
      if (random.nextBoolean()) {
        balancer.pool("ns-b" + i, random.nextInt(3) > 0);
      }
      if (random.nextInt(4) == 0) {
        balancer.pool(owner.cluster, random.nextInt(3) > 0);
      }
      if (random.nextInt(2) == 0) {
        balancer.pool("foreign" + i, random.nextInt(2) == 0);
      }
      owner.balancers.add(balancer);
      add(truth, balancer, random);
    }
    if (random.nextInt(3) == 0) {
      add(truth, new Balancer(Truth.id("outbound")).pool("out", true), random);
    }
    life.publishers.removeIf(publisher -> publisher.balancers.isEmpty());
  }

  private static void add(Truth truth, Balancer balancer, Random random) {
    truth.balancers.put(balancer.id, balancer);
    for (SimPool pool : balancer.pools.values()) {
      for (Machine machine : truth.machines) {
        if (random.nextInt(2) == 0) {
          pool.members.put(machine.address, Balancer.entry(machine.node(), machine.address));
        }
      }
    }
    truth.changed(balancer, null);
  }
}
