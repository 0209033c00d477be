package io.poolkeeper.cli.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.Checkout;
import io.poolkeeper.cli.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path EXAMPLE = Checkout.root().resolve("examples/snapshot.json");
  private static final String NETWORK =
      "/subscriptions/00000000-0000-0000-0000-000000000001/resourceGroups/shop/providers/"
          + "Microsoft.Network/virtualNetworks/vnet-1";

  @TempDir private Path folder;

  private static Run audit(Path snapshot, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of("audit", "--snapshot", snapshot.toString(), "--now", "2026-12-01T12:00:00Z"));
    arguments.addAll(List.of(more));
    return Run.of(arguments.toArray(String[]::new));
  }

  private static JsonNode json(Run run) throws IOException {
    return JSON.readTree(run.out());
  }

  private Path controls(String until) throws IOException {
    return Files.writeString(
        folder.resolve("controls.json"),
        """
        {"schema":"poolkeeper.controls/v1","cluster":"any","egress":[{"subnet":"%s/subnets/nodes",
         "family":"IPv4","because":"BGP default route from the hub"%s}]}
        """
            .formatted(NETWORK, until));
  }

  @Test
  void jsonSaysOfEachAddressWhatItHasAndWhatItCannotLeave() throws IOException {
    Run run = audit(EXAMPLE, "--output", "json");
    assertEquals(2, run.exitCode());
    JsonNode json = json(run);
    assertTrue(json.get("error").isNull());
    JsonNode first = json.at("/addresses/0");
    assertEquals("10.0.0.4", first.path("address").asText());
    assertEquals("IPv4", first.path("family").asText());
    assertEquals("{\"TCP\":\"POSSIBLE\"}", first.path("strength").toString());
    JsonNode single = first.at("/singlePoints/0");
    assertEquals("lb-1/shop-api", single.path("pool").asText());
    assertEquals("IP", single.path("membership").asText());
    assertEquals("{\"TCP\":\"http-shop-api\"}", single.path("rules").toString());
    assertEquals(
        "only way out: rule http-shop-api on pool lb-1/shop-api; lost when the machine leaves that"
            + " pool; remedies: NAT gateway, separate outbound pool",
        single.path("evidence").asText());
    assertEquals(3, json.path("machines").asInt());
    assertEquals(1, json.path("machinesAtRisk").asInt());
    assertEquals(0, json.path("machinesPerhapsAtRisk").asInt());
  }

  @Test
  void declaredEgressIsPrintedWithItsReasonAndEndsTheRisk() throws IOException {
    Run run = audit(EXAMPLE, "--controls", controls("").toString());
    assertEquals(0, run.exitCode(), run.out() + run.err());
    assertTrue(
        run.out()
            .contains(
                "declared egress on subnet nodes (IPv4): because BGP default route from the hub:"
                    + " TCP CERTAIN"),
        run.out());
  }

  @Test
  void declaredEgressThatIsOverIsSaidAndNotUsed() throws IOException {
    Path controls = controls(",\"until\":\"2026-12-01T11:00:00Z\"");
    Run run = audit(EXAMPLE, "--controls", controls.toString());
    assertEquals(2, run.exitCode(), run.out() + run.err());
    assertTrue(
        run.out()
            .contains(
                "declared egress on subnet nodes (IPv4) ended at 2026-12-01T11:00:00Z and does not"
                    + " count: TCP NONE"),
        run.out());
  }

  @Test
  void aKindThatTheSnapshotLacksIsUnknown() throws IOException {
    ObjectNode snapshot = (ObjectNode) JSON.readTree(EXAMPLE.toFile());
    snapshot.remove("natGateways");
    Path without = folder.resolve("without.json");
    JSON.writeValue(without.toFile(), snapshot);
    Run run = audit(without);
    assertEquals(2, run.exitCode());
    assertTrue(run.out().contains("TCP UNKNOWN"), run.out());
    assertTrue(run.out().contains("the snapshot has no natGateways"), run.out());
    assertTrue(run.out().endsWith("0 with a single point of egress, 1 more perhaps.\n"), run.out());
  }

  @Test
  void anEmptyNetworkHasNoSinglePoint() throws IOException {
    Path empty =
        Files.writeString(
            folder.resolve("empty.json"),
            "{\"loadBalancers\":[],\"virtualNetworks\":[],\"networkInterfaces\":[],"
                + "\"virtualMachineScaleSetNetworkInterfaces\":[]}");
    Run run = audit(empty);
    assertEquals(0, run.exitCode(), run.out() + run.err());
    assertEquals("0 machines, 0 with a single point of egress.\n", run.out());
  }

  @Test
  void severalProtocolsAreToldApart() {
    Run run = audit(EXAMPLE, "--set", "EGRESS_PROTOCOLS=TCP,UDP");
    assertTrue(run.out().contains("node-a, subnet nodes: TCP POSSIBLE, UDP NONE"), run.out());
    assertTrue(run.out().contains("separate outbound pool (TCP)"), run.out());
  }

  @Test
  void whatIsWrongIsAnErrorInTextAndJson() throws IOException {
    Run missing = audit(folder.resolve("nowhere.json"));
    assertEquals(1, missing.exitCode());
    assertTrue(missing.err().contains("UNREADABLE_FILE"), missing.err());
    Run wrong = audit(EXAMPLE, "--set", "DEFAULT_OUTBOUND=perhaps", "--output", "json");
    assertEquals(1, wrong.exitCode());
    assertEquals("INVALID_SETTINGS", json(wrong).at("/error/code").asText());
    assertTrue(json(wrong).at("/error/paths/0").asText().startsWith("DEFAULT_OUTBOUND"));
  }

  @Test
  void aSourceIsNeededAndOneIsEnough() {
    assertEquals(1, Run.of("audit").exitCode());
    Run both = audit(EXAMPLE, "--resource-group", "shop");
    assertEquals(1, both.exitCode());
    assertTrue(both.err().contains("mutually exclusive"), both.err());
  }

  @Test
  void aGroupNeedsItsSubscription() {
    Run run = Run.of("audit", "--resource-group", "shop", "--subscription", "");
    assertEquals(1, run.exitCode());
    assertTrue(
        run.err().contains("UNREADABLE_GROUP: expected a name with --subscription"), run.err());
  }

  @Test
  void aLocalArmNeedsItsAuthority() {
    Run run =
        Run.of(
            "audit",
            "--resource-group",
            "shop",
            "--subscription",
            "s",
            "--set",
            "LOCAL_ARM_ENDPOINT=https://127.0.0.1:1");
    assertEquals(1, run.exitCode());
    assertTrue(run.err().contains("LOCAL_ARM_CA"), run.err());
    assertTrue(run.err().contains("since LOCAL_ARM_ENDPOINT is set"), run.err());
  }
}
