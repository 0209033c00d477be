package io.poolkeeper.cli.cases;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.devstack.arm.Fault;
import io.poolkeeper.model.ArmId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the whole app reads over HTTPS before its first write, whatever the number of machines that
 * leave: counted by the ARM simulator, the load balancer's own read apart.
 */
class CallCountsIT {
  private static final ArmId BALANCER = ArmId.of(LargeCase.LB);
  private static final String SCOPE =
      "{\"prod\":{\"loadBalancers\":[\"%s\"]}}".formatted(BALANCER.resourceGroupId().key());
  private static final String BALANCERS = "microsoft.network/loadbalancers";
  private static final String SCALE_SET_NICS =
      "microsoft.compute/virtualmachinescalesets/networkinterfaces";

  @TempDir private static Path folder;
  private static RealAdapters real;

  @BeforeAll
  static void start() throws IOException {
    real = new RealAdapters(folder);
  }

  @AfterAll
  static void stop() {
    real.close();
  }

  /**
   * @param before reads of the inventory before the first write, by kind
   */
  private record Run(JsonNode report, Map<String, Integer> before, int puts) {
    int reads() {
      return before.values().stream().mapToInt(Integer::intValue).sum();
    }
  }

  private static Run run(PlanCase given) throws IOException {
    real.arm().clearFaults();
    real.arm().load(given.arm());
    real.mapping(given.cluster(), given.mapping());
    real.forgetLedgers();
    real.arm().clearLogs();
    AtomicReference<Map<String, Integer>> atFirstPut = new AtomicReference<>();
    real.arm()
        .fault(
            Fault.on("PUT", "backendAddressPools")
                .before(() -> atFirstPut.set(real.arm().requestCounts())));
    JsonNode report = real.reconcile(given, SCOPE, BALANCER);
    Map<String, Integer> all = real.arm().requestCounts();
    Map<String, Integer> counted = atFirstPut.get() == null ? all : atFirstPut.get();
    Map<String, Integer> reads = new TreeMap<>();
    counted.forEach(
        (call, times) -> {
          if (call.startsWith("GET ")) {
            reads.put(call.substring("GET ".length()), times);
          }
        });
    assertTrue(reads.merge(BALANCERS, -1, Integer::sum) >= 0, "the load balancer itself");
    reads.values().removeIf(times -> times == 0);
    int puts = all.getOrDefault("PUT " + BALANCERS + "/backendaddresspools", 0);
    return new Run(report, reads, puts);
  }

  @ParameterizedTest(name = "{0} machines")
  @ValueSource(ints = {10, 100, 1_000, 5_000})
  void behindANatGatewayAtMostFourReadsPrecedeTheFirstWrite(int leaving) throws IOException {
    Run run = run(LargeCase.of(leaving, true, true, List.of("nodes/pool0", "nodes/pool1")));
    System.out.println("behind a NAT gateway, " + leaving + " machines leave: " + run.before());
    assertAll(
        () -> assertEquals(leaving, run.report().path("removed").asInt(), run.report().toString()),
        () -> assertTrue(run.puts() > 0, "something was written"),
        () -> assertTrue(run.reads() <= 4, run.before().toString()));
  }

  /** Three that always are, one list of load balancers, and one for each scale set. */
  @ParameterizedTest(name = "{0} machines")
  @ValueSource(ints = {10, 100, 1_000, 5_000})
  void withoutAnotherWayOutItIsFourAndOneListForEachScaleSetOrGroup(int leaving)
      throws IOException {
    Run one = run(LargeCase.of(leaving, false, false, List.of("nodes/pool0")));
    Run three =
        run(LargeCase.of(leaving, false, true, List.of("nodes/pool0", "nodes/pool1", "more/x")));
    System.out.println(
        "no other way out, " + leaving + " machines leave: " + one.before() + " " + three.before());
    assertAll(
        () -> assertEquals(leaving, one.report().path("held").asInt(), one.report().toString()),
        () -> assertEquals(leaving, three.report().path("held").asInt()),
        () -> assertEquals(0, one.puts() + three.puts()),
        () -> assertEquals(1, one.before().get(SCALE_SET_NICS)),
        () -> assertTrue(one.reads() <= 4 + 1, one.before().toString()),
        () -> assertEquals(3, three.before().get(SCALE_SET_NICS)),
        () -> assertEquals(1, three.before().get("microsoft.network/publicipaddresses")),
        () -> assertTrue(three.reads() <= 4 + 3 + 1, three.before().toString()));
  }
}
