package io.poolkeeper.cli.audit;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolkeeper.app.LiveNetwork;
import io.poolkeeper.arm.Snapshot;
import io.poolkeeper.azure.arm.ArmAuditReader;
import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.Run;
import io.poolkeeper.cli.cases.PlanCase;
import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Fault;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.egress.EgressAudit;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Controls;
import io.poolkeeper.model.Inventory;
import io.poolkeeper.model.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every case's state, audited as Azure shows it: the real adapter against the simulator over HTTPS.
 * It has to find what the audit of the same state as a file finds, and the strengths that the
 * simulator's own judge finds.
 */
class AuditCasesIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String SUBSCRIPTION = "00000000-0000-0000-0000-000000000001";
  private static final Path EXAMPLE = Checkout.root().resolve("examples/snapshot.json");

  @TempDir private static Path folder;
  private static ArmSimulator arm;
  private static Path authority;

  @BeforeAll
  static void start() throws IOException {
    arm = ArmSimulator.start(new Options());
    authority = Files.writeString(folder.resolve("ca.pem"), arm.authorityPem());
  }

  @AfterAll
  static void stop() {
    arm.close();
  }

  private static void load(PlanCase given, Set<ArmId> groups) {
    arm.configure(
        options -> options.assumeDefaultOutbound(given.defaultOutbound().equals("assume")));
    arm.load(given.arm());
    groups.forEach(group -> arm.put(publicAddress(group)));
  }

  /** A group exists in Azure also where nothing is left in it. */
  private static JsonNode publicAddress(ArmId group) {
    var address = JSON.createObjectNode().put("name", "keeps-the-group");
    address.put("id", group + "/providers/Microsoft.Network/publicIPAddresses/keeps-the-group");
    address.putObject("properties").put("publicIPAddressVersion", "IPv4");
    return address;
  }

  private static Set<ArmId> groups(PlanCase given) {
    Set<ArmId> groups = new TreeSet<>();
    given
        .arm()
        .path("loadBalancers")
        .forEach(lb -> groups.add(ArmId.of(lb.path("id").asText()).resourceGroupId()));
    return groups;
  }

  private static Run live(String group, String output) {
    return Run.of(
        "audit",
        "--resource-group",
        group,
        "--subscription",
        SUBSCRIPTION,
        "--set",
        "LOCAL_ARM_ENDPOINT=" + arm.url(),
        "--set",
        "LOCAL_ARM_CA=" + authority,
        "--output",
        output);
  }

  private static JsonNode audit(PlanCase given, Inventory inventory) throws IOException {
    SortedSet<Protocol> protocols = new TreeSet<>();
    for (String protocol : given.protocols().split(",")) {
      protocols.add(Protocol.valueOf(protocol));
    }
    EgressAudit.Conditions conditions =
        new EgressAudit.Conditions(
            protocols,
            given.defaultOutbound().equals("assume"),
            Controls.NONE,
            Instant.parse("2026-12-01T12:00:00Z"));
    return JSON.readTree(AuditDocument.of(EgressAudit.of(inventory, conditions)));
  }

  /** What an audit says of each address, without the words of the evidence. */
  private static Map<String, String> found(JsonNode document) {
    Map<String, String> found = new TreeMap<>();
    for (JsonNode address : document.path("addresses")) {
      StringBuilder said = new StringBuilder(address.path("strength").toString());
      for (String list : List.of("singlePoints", "weakerWithout")) {
        address
            .path(list)
            .forEach(
                one ->
                    said.append(' ')
                        .append(list)
                        .append(' ')
                        .append(one.path("pool").asText())
                        .append(one.path("protocols"))
                        .append(one.path("inDoubt")));
      }
      found.put(network(address) + " " + address.path("address").asText(), said.toString());
    }
    for (JsonNode member : document.path("withoutMachine")) {
      found.put("without " + member.path("address").asText(), member.path("pools").toString());
    }
    return found;
  }

  private static String network(JsonNode address) {
    return ArmId.of(address.path("network").asText()).key();
  }

  @Test
  void theLiveAuditFindsWhatTheFileShowsAndWhatTheSimulatorJudges() throws IOException {
    LiveNetwork network =
        LiveNetwork.of(
                Map.of(
                    "LOCAL_ARM_ENDPOINT",
                    arm.url().toString(),
                    "LOCAL_ARM_CA",
                    authority.toString()))
            .settings()
            .orElseThrow();
    int[] judged = {0};
    for (PlanCase given : PlanCase.all()) {
      Set<ArmId> groups = groups(given);
      if (groups.isEmpty()) {
        continue;
      }
      load(given, groups);
      ArmAuditReader.Read read = network.read(groups);
      JsonNode document = audit(given, read.inventory());
      JsonNode offline = audit(given, Snapshot.inventory(given.arm()));
      assertAll(
          given.file().toString(),
          () -> assertEquals(Map.of(), read.unreadGroups()),
          () -> assertEquals(found(offline), found(document)),
          () -> assertEquals(0, arm.writes().size(), "an audit writes nothing"));
      for (JsonNode address : document.path("addresses")) {
        judged[0] += judge(given, address);
      }
    }
    assertTrue(judged[0] > 100, "strengths compared: " + judged[0]);
  }

  /** How many strengths were compared: those that are known, of machines with a NIC. */
  private static int judge(PlanCase given, JsonNode address) {
    int compared = 0;
    for (Map.Entry<String, JsonNode> strength : address.path("strength").properties()) {
      String level = strength.getValue().asText();
      if (!level.equals("UNKNOWN") && !address.path("machine").isNull()) {
        String text = address.path("address").asText();
        assertEquals(
            arm.strength(text, network(address), strength.getKey()).name(),
            level,
            given.name() + ": " + text + " " + strength.getKey());
        compared++;
      }
    }
    return compared;
  }

  @Test
  void theCommandPrintsTheSameFromAzureAsFromAFile() {
    arm.configure(options -> options.assumeDefaultOutbound(false));
    arm.load(EXAMPLE);
    Run file = Run.of("audit", "--snapshot", EXAMPLE.toString());
    assertEquals(2, file.exitCode(), file.err());
    assertEquals(file, live("shop", "text"));
    assertEquals(
        Run.of("audit", "--snapshot", EXAMPLE.toString(), "--output", "json"),
        live("shop", "json"));
  }

  @Test
  void whatAzureRefusesIsPrintedAsUnknownWithItsCause() {
    arm.configure(options -> options.assumeDefaultOutbound(false));
    arm.load(EXAMPLE);
    arm.fault(Fault.on("GET", "/natGateways").reply(403, "AuthorizationFailed", "no").count(-1));
    try {
      Run run = live("shop", "text");
      assertEquals(2, run.exitCode(), run.out() + run.err());
      assertTrue(run.out().contains("node-a, subnet nodes: TCP UNKNOWN"), run.out());
      assertTrue(run.out().contains("! perhaps the only way out: rule http-shop-api"), run.out());
      assertTrue(run.out().contains("403 AuthorizationFailed reading NAT gateways of"), run.out());
      assertTrue(
          run.out().endsWith("3 machines, 0 with a single point of egress, 1 more perhaps.\n"),
          run.out());
    } finally {
      arm.clearFaults();
    }
  }

  @Test
  void aResourceGroupThatCannotBeReadIsAnError() {
    arm.load(EXAMPLE);
    Run run = live("nobodys", "text");
    assertEquals(1, run.exitCode(), run.out());
    assertTrue(run.err().contains("UNREADABLE_GROUP: 404 ResourceGroupNotFound"), run.err());
    assertTrue(run.err().contains("nobodys"), run.err());
  }
}
