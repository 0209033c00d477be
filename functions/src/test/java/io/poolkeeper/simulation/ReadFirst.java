package io.poolkeeper.simulation;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.port.Ledgers;
import java.util.List;
import java.util.Optional;

/** Lock, then read, the wrong way round: mapping and load balancer are read before the lease. */
final class ReadFirst implements Ledgers {
  private final Ledgers ledgers;
  private final SimArm arm;
  private final Process process;
  private final List<Publisher> publishers;

  ReadFirst(Ledgers ledgers, SimArm arm, Process process, List<Publisher> publishers) {
    this.ledgers = ledgers;
    this.arm = arm;
    this.process = process;
    this.publishers = publishers;
  }

  @Override
  public Read read(ArmId loadBalancer) {
    return ledgers.read(loadBalancer);
  }

  @Override
  public Acquired acquire(ArmId loadBalancer, String leaseId) {
    Run run = Actor.current().run;
    if (run.acquired == Run.NEVER) {
      String cluster =
          publishers.stream()
              .filter(p -> p.balancers.stream().anyMatch(b -> b.id.equals(loadBalancer)))
              .map(p -> p.cluster)
              .findFirst()
              .orElseThrow();
      run.mappingBefore = process.mappingAnew(cluster, Optional.empty());
      run.loadBalancerBefore = arm.get(loadBalancer, "before");
    }
    return ledgers.acquire(loadBalancer, leaseId);
  }
}
