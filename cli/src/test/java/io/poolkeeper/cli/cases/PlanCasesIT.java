package io.poolkeeper.cli.cases;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.infra.RightsUsed;
import io.poolkeeper.devstack.arm.Stranding;
import io.poolkeeper.model.ArmId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every case through the app's own graph and its real adapters: leases and documents in Azurite,
 * ARM over HTTPS. After every PUT the simulator judges by itself whether a machine is weaker than
 * before the run.
 */
class PlanCasesIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> SETTLED = Set.of("UPDATED", "UNCHANGED");

  /** Requests of all cases so far: method and type. */
  private static final Set<String> ASKED = new TreeSet<>();

  @TempDir private static Path folder;
  private static RealAdapters real;

  static List<PlanCase> cases() {
    return PlanCase.all();
  }

  @BeforeAll
  static void start() throws IOException {
    real = new RealAdapters(folder);
  }

  /** What all cases together asked of ARM, the app's own role has to allow. */
  @AfterAll
  static void stop() {
    real.close();
    RightsUsed.areInTheRole(ASKED);
  }

  @Test
  void anOperationThatTakesItsTimeIsPolled() throws IOException {
    PlanCase given = PlanCase.own("pool-that-restores-certainty");
    prepare(given);
    real.arm().configure(options -> options.operationPolls(1));
    String name = given.reconcile().get(0);
    real.forgetLedgers();
    assertEquals(
        "UPDATED", real.reconcile(given, scope(given), id(given, name)).path("outcome").asText());
    ASKED.addAll(real.arm().requestCounts().keySet());
    assertTrue(ASKED.contains("GET microsoft.network/locations/operations"), ASKED::toString);
    real.arm().configure(options -> options.operationPolls(0));
  }

  /** Everything that the case names is in scope. */
  private static String scope(PlanCase given) {
    ObjectNode scope = JSON.createObjectNode();
    groups(given).forEach(scope.withObject("/" + given.cluster()).withArray("loadBalancers")::add);
    return scope.toString();
  }

  private static Set<String> groups(PlanCase given) {
    Set<String> groups = new TreeSet<>(Set.of(group(given)));
    for (JsonNode entry : given.json().at("/given/mapping/loadBalancers")) {
      ArmId.parse(entry.path("id").asText())
          .ifPresent(id -> groups.add(id.resourceGroupId().key()));
    }
    return groups;
  }

  private static String group(PlanCase given) {
    return ArmId.of(given.arm().at("/loadBalancers/0/id").asText()).resourceGroupId().key();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void theRealAdaptersLeaveWhatTheCaseWants(PlanCase given) throws IOException {
    prepare(given);
    Set<String> held = new TreeSet<>();
    Set<String> skipped = new TreeSet<>();
    Set<String> weaker = new TreeSet<>();
    String error = "";
    StringBuilder said = new StringBuilder();
    for (String name : given.reconcile()) {
      real.forgetLedgers();
      real.arm().markBaseline();
      JsonNode report = real.reconcile(given, scope(given), id(given, name));
      said.append(report.toPrettyString()).append('\n');
      weaker.addAll(weaker(given));
      String outcome = report.path("outcome").asText();
      if (outcome.equals("INVALID_MAPPING")) {
        error = outcome;
      } else if (!SETTLED.contains(outcome)) {
        skipped.add(Ending.skipped(name, "", outcome));
      }
      collect(report, name, held, skipped);
    }
    ASKED.addAll(real.arm().requestCounts().keySet());
    Ending found =
        new Ending(
            Ending.ipPools(real.arm().dump(), given.arm()), held, skipped, error, poolWrites());
    assertAll(
        given.file().toString(),
        () -> assertEquals(Ending.wanted(given), found, said::toString),
        () -> assertEquals(Set.of(), weaker, "machines weaker after a removal"));
  }

  private static void prepare(PlanCase given) {
    Set<String> known = new HashSet<>();
    given
        .json()
        .at("/given/mapping/nodes")
        .forEach(node -> node.path("addresses").forEach(a -> known.add(a.asText())));
    real.arm()
        .configure(
            options ->
                options
                    .assumeDefaultOutbound(given.defaultOutbound().equals("assume"))
                    .protocols(List.of(given.protocols().split(",")))
                    .knownAddresses(known)
                    .ownedPools(owned(given)));
    real.arm().load(given.arm());
    // A group exists in Azure also where nothing is left in it.
    groups(given).forEach(PlanCasesIT::keepGroup);
    real.arm().clearLogs();
    real.mapping(given.cluster(), given.mapping());
  }

  private static void keepGroup(String group) {
    ObjectNode address = JSON.createObjectNode().put("name", "keeps-the-group");
    address.put("id", group + "/providers/Microsoft.Network/publicIPAddresses/keeps-the-group");
    address.putObject("properties").put("publicIPAddressVersion", "IPv4");
    real.arm().put(address);
  }

  /** Ids of all pools that the mapping may name. */
  private static Set<String> owned(PlanCase given) {
    Set<String> ids = new HashSet<>();
    JsonNode mapping = given.json().at("/given/mapping");
    for (Map.Entry<String, JsonNode> service : mapping.path("services").properties()) {
      JsonNode value = service.getValue();
      boolean local = value.path("externalTrafficPolicy").asText().equals("Local");
      String name = local ? service.getKey().replace('/', '-') : given.cluster();
      Set<String> names = new HashSet<>(Set.of(name, name + "-ipv6"));
      value.path("pools").forEach(pool -> names.add(pool.asText()));
      String id = id(given, value.path("loadBalancer").asText()).key();
      names.forEach(
          pool -> ids.add((id + "/backendAddressPools/" + pool).toLowerCase(Locale.ROOT)));
    }
    return ids;
  }

  private static ArmId id(PlanCase given, String name) {
    for (Map.Entry<String, JsonNode> entry :
        given.json().at("/given/mapping/loadBalancers").properties()) {
      if (entry.getKey().equalsIgnoreCase(name)) {
        var id = ArmId.parse(entry.getValue().path("id").asText());
        if (id.isPresent()) {
          return id.get();
        }
      }
    }
    return ArmId.of(group(given) + "/providers/Microsoft.Network/loadBalancers/" + name);
  }

  /** A judged protocol of a machine, made weaker by taking the address out of a pool. */
  private static Set<String> weaker(PlanCase given) {
    Set<String> found = new TreeSet<>();
    for (Stranding stranding : real.arm().weakerThanBaseline()) {
      if (stranding.machine()
          && stranding.cause().equals("REMOVAL")
          && given.protocols().contains(stranding.protocol())) {
        found.add(stranding.toString());
      }
    }
    return found;
  }

  private static int poolWrites() {
    return (int) real.arm().writes().stream().filter(write -> !write.poolName().isEmpty()).count();
  }

  private static void collect(JsonNode report, String name, Set<String> held, Set<String> skipped) {
    for (JsonNode pool : report.path("pools")) {
      String poolName = pool.path("pool").asText();
      if (pool.has("skip")) {
        skipped.add(Ending.skipped(name, poolName, pool.path("skip").asText()));
      }
      for (JsonNode hold : pool.path("held")) {
        held.add(
            Ending.held(
                name, poolName, hold.path("address").asText(), hold.path("reason").asText()));
      }
    }
  }
}
