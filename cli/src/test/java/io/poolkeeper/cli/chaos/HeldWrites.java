package io.poolkeeper.cli.chaos;

import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Fault;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A worker's next write to a load balancer, kept on its way until it is let through. */
final class HeldWrites {
  private final Map<String, CountDownLatch> arrived = new ConcurrentHashMap<>();
  private final Map<String, CountDownLatch> through = new ConcurrentHashMap<>();

  /** To be called once for each load balancer, before its write. */
  void hold(ArmSimulator arm, URI door, String loadBalancer) {
    CountDownLatch came = new CountDownLatch(1);
    CountDownLatch goes = new CountDownLatch(1);
    arrived.put(loadBalancer, came);
    through.put(loadBalancer, goes);
    arm.fault(
        Fault.on("PUT", "/backendAddressPools/")
            .door(door.toString())
            .loadBalancer(loadBalancer)
            .before(
                () -> {
                  came.countDown();
                  await(goes, 300);
                }));
  }

  boolean came(String loadBalancer, long seconds) {
    return await(arrived.get(loadBalancer), seconds);
  }

  void letThrough(String loadBalancer) {
    through.get(loadBalancer).countDown();
  }

  private static boolean await(CountDownLatch latch, long seconds) {
    try {
      return latch.await(seconds, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
