package io.poolkeeper.cli.cases;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.cli.Checkout;
import io.poolkeeper.devstack.arm.Fault;
import io.poolkeeper.model.ArmId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each part of the network, unreadable in each way, over HTTPS: removals that it matters to are
 * held with the cause, the others are made. One machine leans on another load balancer's pool, one
 * on a NAT gateway, one on a route to an appliance.
 */
class UnreadablePartsIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String CASE = "cli/src/test/resources/cases/unreadable-parts.json";
  private static final String ON_A_POOL = "10.0.0.4";
  private static final String ON_A_GATEWAY = "10.0.1.6";
  private static final String ON_A_ROUTE = "10.0.2.7";
  private static final Set<String> ALL = Set.of(ON_A_POOL, ON_A_GATEWAY, ON_A_ROUTE);

  @TempDir private static Path folder;
  private static RealAdapters real;
  private static PlanCase given;

  @BeforeAll
  static void start() throws IOException {
    real = new RealAdapters(folder);
    Path file = Checkout.root().resolve(CASE);
    given = new PlanCase(file, JSON.readTree(file.toFile()));
  }

  @AfterAll
  static void stop() {
    real.close();
  }

  private enum Way {
    FORBIDDEN("403 AuthorizationFailed"),
    ABSENT("404 ResourceNotFound"),
    BROKEN("500 InternalServerError"),
    /** An answer of 200 that is no list. */
    ODD("no usable answer"),
    /** The second page does not come. */
    HALF("403 AuthorizationFailed");

    private final String cause;

    Way(String cause) {
      this.cause = cause;
    }

    Fault of(String path) {
      Fault fault = Fault.on("GET", path).count(-1);
      switch (this) {
        case FORBIDDEN:
          return fault.reply(403, "AuthorizationFailed", "no right");
        case ABSENT:
          return fault.reply(404, "ResourceNotFound", "not there");
        case BROKEN:
          return fault.reply(500, "InternalServerError", "broken");
        case ODD:
          return fault.reply(200, JSON.createObjectNode());
        default:
          return fault.nth(2).reply(403, "AuthorizationFailed", "no right");
      }
    }
  }

  static Stream<Arguments> parts() {
    return Stream.of(
            List.of("/natGateways", Set.of(ON_A_GATEWAY)),
            List.of("/routeTables", Set.of(ON_A_ROUTE)),
            List.of("/networkInterfaces", Set.of(ON_A_POOL)),
            List.of("/publicIPAddresses", Set.of(ON_A_POOL)),
            List.of("/loadBalancers$", Set.of(ON_A_POOL)),
            List.of("/virtualNetworks/", ALL))
        .flatMap(
            part ->
                Stream.of(Way.values())
                    .filter(way -> !part.get(1).equals(ALL) || isOfOneResource(way))
                    .map(way -> Arguments.of(part.get(0), way, part.get(1))));
  }

  /** A virtual network has no pages, and what is odd about it is said in other words. */
  private static boolean isOfOneResource(Way way) {
    return way != Way.ODD && way != Way.HALF;
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("parts")
  void onlyWhatItMattersToIsHeld(String path, Way way, Set<String> affected) throws IOException {
    real.arm().clearFaults();
    real.arm().configure(options -> options.pageSize(way == Way.HALF ? 1 : 0));
    real.arm().load(given.arm());
    real.mapping(given.cluster(), given.mapping());
    real.forgetLedgers();
    real.arm().clearLogs();
    real.arm().markBaseline();
    real.arm().fault(way.of(path));
    JsonNode report = reconcile();
    real.arm().clearFaults();

    Set<String> held = new TreeSet<>();
    for (JsonNode hold : report.at("/pools/0/held")) {
      held.add(hold.path("address").asText());
      assertEquals("EGRESS_UNKNOWN", hold.path("reason").asText(), hold::toString);
      assertTrue(hold.path("evidence").asText().contains(way.cause), hold::toString);
    }
    assertAll(
        () -> assertEquals(affected, held),
        () -> assertEquals(ALL.size() - affected.size(), report.path("removed").asInt()),
        () -> assertEquals(List.of(), real.arm().weakerThanBaseline()));
  }

  private static JsonNode reconcile() throws IOException {
    ArmId balancer = ArmId.of(given.arm().at("/loadBalancers/0/id").asText());
    String scope =
        "{\"%s\":{\"loadBalancers\":[\"%s\"]}}"
            .formatted(given.cluster(), balancer.resourceGroupId().key());
    return real.reconcile(given, scope, balancer);
  }
}
