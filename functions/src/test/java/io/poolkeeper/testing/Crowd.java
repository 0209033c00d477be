package io.poolkeeper.testing;

import io.poolkeeper.model.ArmId;

/** A world in which {@link Interleaved} workers run. */
interface Crowd {
  ManualTime time();

  Tape tape();

  FakeLedgers ledgers();

  FakeClaims claims();

  FakeLoadBalancers arm();

  /** Whose claims the workers share. */
  ArmId network();

  /** One message for this load balancer, handled by a process of its own. */
  void run(String worker, ArmId loadBalancer, long dequeueCount);
}
