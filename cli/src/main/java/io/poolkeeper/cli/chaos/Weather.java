package io.poolkeeper.cli.chaos;

import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Fault;
import io.poolkeeper.devstack.arm.Options.WhileBusy;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What Azure does to a client on a bad day: throttling, 5xx, cut connections, slow operations. */
final class Weather implements Runnable {
  private static final String POOLS = "/backendAddressPools/";

  private final ArmSimulator arm;
  private final Random random;
  private final Playtime playtime;
  private final List<Fault> faults = new ArrayList<>();

  Weather(Scene scene, Random random) {
    this.arm = scene.azure().arm();
    this.random = random;
    this.playtime = scene.playtime();
  }

  @Override
  public void run() {
    slowness();
    while (playtime.goesOnAfter(300 + random.nextInt(2_500))) {
      Fault fault = fault();
      synchronized (faults) {
        faults.add(fault);
      }
      arm.fault(fault);
      if (random.nextInt(6) == 0) {
        slowness();
      }
    }
    fair();
  }

  /** Requests that a fault has hit. */
  int hits() {
    synchronized (faults) {
      return faults.stream().mapToInt(Fault::hits).sum();
    }
  }

  private void slowness() {
    long millis = 500 + random.nextInt(2_500);
    WhileBusy busy = WhileBusy.values()[random.nextInt(WhileBusy.values().length)];
    arm.configure(options -> options.operationMillis(millis).whileBusy(busy));
  }

  /** No more faults; writes still take a moment. */
  private void fair() {
    arm.clearFaults();
    arm.configure(options -> options.operationMillis(200).whileBusy(WhileBusy.SUPERSEDE));
  }

  private Fault fault() {
    Fault fault = random.nextBoolean() ? Fault.on("PUT", POOLS) : Fault.on("GET", target());
    fault.count(1 + random.nextInt(3));
    return switch (random.nextInt(10)) {
      case 0 -> throttled(fault).header("Retry-After", String.valueOf(1 + random.nextInt(8)));
      case 1 -> throttled(fault);
      case 2 -> fault.reply(500, "InternalServerError", "An error occurred.");
      case 3 -> fault.reply(503, "ServiceUnavailable", "The service is unavailable.");
      case 4 -> fault.reply(408, "RequestTimeout", "The request timed out.");
      case 5 -> fault.cut(Fault.Cut.BEFORE);
      case 6 -> fault.cut(Fault.Cut.AFTER);
      case 7 -> fault.latencyMillis(200 + random.nextInt(4_000));
      case 8 -> Fault.on("PUT", POOLS).operation(random.nextInt(3), "Failed");
      default -> Fault.on("PUT", POOLS).operation(random.nextInt(3), "Canceled");
    };
  }

  private String target() {
    String[] kinds = {"/loadBalancers/", "/virtualNetworks", "/networkInterfaces", "/operations/"};
    return kinds[random.nextInt(kinds.length)];
  }

  private static Fault throttled(Fault fault) {
    return fault.reply(
        429,
        "SubscriptionRequestsThrottled",
        "Number of requests for this subscription has been exceeded.");
  }
}
