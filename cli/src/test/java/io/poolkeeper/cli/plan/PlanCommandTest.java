package io.poolkeeper.cli.plan;

import static org.junit.jupiter.api.Assertions.assertAll;
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

class PlanCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Path EXAMPLES = Checkout.root().resolve("examples");
  private static final String NOW = "2026-12-01T12:00:00Z";

  @TempDir private Path folder;

  private Run plan(String... more) {
    return planOf(EXAMPLES.resolve("mapping.json"), more);
  }

  private Run planOf(Path mapping, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "plan",
                "--mapping",
                mapping.toString(),
                "--snapshot",
                EXAMPLES.resolve("snapshot.json").toString(),
                "--now",
                NOW));
    arguments.addAll(List.of(more));
    return Run.of(arguments.toArray(String[]::new));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void changesEndWithTwoAndTheSameInputGivesTheSameBytes() {
    Run first = plan("--load-balancer", "lb-1");
    assertEquals(2, first.exitCode(), first.err());
    assertEquals(first.out(), plan("--load-balancer", "LB-1").out());
  }

  @Test
  void jsonHoldsTheSameAsAValidDocument() throws IOException {
    JsonNode json = JSON.readTree(plan("--load-balancer", "lb-1", "--output", "json").out());
    assertTrue(json.get("error").isNull());
    JsonNode lb = json.path("loadBalancers").path(0);
    assertEquals("UPDATED", lb.path("outcome").asText());
    assertEquals("shop-api", lb.path("pools").path(0).path("name").asText());
    assertEquals(
        "WOULD_STRAND_EGRESS", lb.at("/pools/0/held/0/reason").asText(), json.toPrettyString());
    assertEquals(json.path("writeOrder").size(), json.path("poolWrites").asInt());
    assertTrue(lb.path("digest").asText().matches("[0-9a-f]{64}"));
  }

  @Test
  void explainedItSaysOfEveryRemovalWhyItMayGo() throws IOException {
    String[] json = {"--load-balancer", "lb-1", "--output", "json"};
    JsonNode plain = JSON.readTree(plan(json).out());
    assertTrue(plain.at("/loadBalancers/0/pools/0/allowed").isMissingNode());
    JsonNode web =
        JSON.readTree(plan("--load-balancer", "lb-1", "--output", "json", "--explain").out())
            .at("/loadBalancers/0/pools/2");
    assertEquals(web.path("removed").size(), web.path("allowed").size());
    JsonNode allowed = web.at("/allowed/0");
    assertEquals("10.0.0.6", allowed.path("address").asText());
    assertEquals("node-c", allowed.path("node").asText());
    String evidence = "still in pool lb-1/shop-api (IP member, rule http-shop-api, TCP)";
    assertEquals(evidence, allowed.path("evidence").asText());
    assertTrue(plan("--load-balancer", "lb-1", "--explain").out().contains("allowed: " + evidence));
  }

  @Test
  void observeModePlansTheSameAndWritesNothing() throws IOException {
    String[] observe = {"--load-balancer", "lb-1", "--output", "json", "--set", "MODE=observe"};
    JsonNode observed = JSON.readTree(plan(observe).out());
    JsonNode applied = JSON.readTree(plan("--load-balancer", "lb-1", "--output", "json").out());
    assertEquals("OBSERVED", observed.at("/loadBalancers/0/outcome").asText());
    assertEquals(0, observed.path("poolWrites").asInt());
    assertEquals(applied.at("/loadBalancers/0/pools/0"), observed.at("/loadBalancers/0/pools/0"));
  }

  @Test
  void aLoadBalancerPlannedTwiceFindsItsOwnWrites() throws IOException {
    JsonNode json =
        JSON.readTree(
            plan("--load-balancer", "lb-1", "--load-balancer", "lb-1", "--output", "json").out());
    assertEquals("UPDATED", json.at("/loadBalancers/0/outcome").asText());
    assertEquals("UNCHANGED", json.at("/loadBalancers/1/outcome").asText());
  }

  @Test
  void nothingToDoEndsWithZero() throws IOException {
    String mapping = Files.readString(EXAMPLES.resolve("mapping.json"));
    JsonNode json = JSON.readTree(mapping);
    ((ObjectNode) json).putObject("services");
    Run run = planOf(file("mapping.json", json.toString()), "--load-balancer", "lb-1");
    assertEquals(0, run.exitCode(), run.out());
    assertTrue(run.out().contains("Nothing to do"), run.out());
  }

  @Test
  void aPauseIsShownWithItsReason() throws IOException {
    Path controls =
        file(
            "controls.json",
            "{\"schema\":\"poolkeeper.controls/v1\",\"cluster\":\"shop\",\"loadBalancers\":"
                + "{\"lb-1\":{\"paused\":{\"by\":\"ops\",\"because\":\"a move\","
                + "\"until\":\"2026-12-01T13:00:00Z\"}}}}");
    Run run = plan("--load-balancer", "lb-1", "--controls", controls.toString());
    assertEquals(2, run.exitCode());
    assertTrue(run.out().contains("paused by ops because a move"), run.out());
  }

  @Test
  void controlsOfAnotherClusterAreRefused() throws IOException {
    Path controls =
        file("controls.json", "{\"schema\":\"poolkeeper.controls/v1\",\"cluster\":\"other\"}");
    error("CONTROLS_UNREADABLE", "$.cluster", "--controls", controls.toString());
  }

  @Test
  void anInvalidMappingNamesEveryPath() throws IOException {
    String mapping =
        Files.readString(EXAMPLES.resolve("mapping.json"))
            .replace("\"10.0.0.4\"", "\"10.0.0\"")
            .replaceFirst("\"loadBalancer\": \"lb-1\"", "\"loadBalancer\": \"lb-9\"");
    Run run = planOf(file("mapping.json", mapping), "--load-balancer", "lb-1", "--output", "json");
    JsonNode error = JSON.readTree(run.out()).path("error");
    assertEquals(1, run.exitCode());
    assertEquals("INVALID_MAPPING", error.path("code").asText());
    assertAll(
        () -> assertTrue(error.toString().contains("$.nodes['node-a'].addresses[0]"), run.out()),
        () ->
            assertTrue(error.toString().contains("$.services['shop/api'].loadBalancer"), run.out()),
        () -> assertEquals(2, error.path("paths").size(), run.out()));
  }

  @Test
  void anUnmappedNameIsAnError() throws IOException {
    error("NOT_MAPPED", "lb-7", "--load-balancer", "lb-7");
  }

  @Test
  void aFileThatIsNotThereIsAnError() throws IOException {
    error(
        "UNREADABLE_FILE", "nowhere.json", "--controls", folder.resolve("nowhere.json").toString());
  }

  @Test
  void anUnknownSettingIsAnErrorThatNamesTheNearest() throws IOException {
    error("INVALID_SETTINGS", "MODE", "--set", "MOOD=apply");
    error("INVALID_SETTINGS", "observe", "--set", "MODE=maybe");
  }

  private void error(String code, String named, String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(more));
    if (!arguments.contains("--load-balancer")) {
      arguments.addAll(List.of("--load-balancer", "lb-1"));
    }
    Run text = plan(arguments.toArray(String[]::new));
    arguments.addAll(List.of("--output", "json"));
    Run json = plan(arguments.toArray(String[]::new));
    JsonNode error = JSON.readTree(json.out()).path("error");
    assertAll(
        () -> assertEquals(1, text.exitCode()),
        () -> assertTrue(text.err().contains(code) && text.err().contains(named), text.err()),
        () -> assertEquals("", text.out()),
        () -> assertEquals(1, json.exitCode()),
        () -> assertEquals(code, error.path("code").asText()),
        () -> assertTrue(error.toString().contains(named), error.toString()));
  }

  @Test
  void aBrokenSnapshotIsAnErrorThatNamesThePlace() throws IOException {
    for (String text :
        List.of(
            "[]",
            "{",
            "{\"loadBalancers\":[{\"name\":1}]}",
            "",
            "{\"lbs\":[]}",
            "[".repeat(5_000))) {
      Path snapshot = file("snapshot.json", text);
      Run run =
          Run.of(
              "plan",
              "--mapping",
              EXAMPLES.resolve("mapping.json").toString(),
              "--snapshot",
              snapshot.toString(),
              "--load-balancer",
              "lb-1");
      assertEquals(1, run.exitCode(), text);
      assertTrue(run.err().contains("INVALID_SNAPSHOT"), text + ": " + run.err());
    }
  }

  @Test
  void wrongUsageEndsWithOne() {
    assertAll(
        () -> assertEquals(1, Run.of("plan").exitCode()),
        () -> assertEquals(1, Run.of().exitCode()),
        () -> assertEquals(1, Run.of("plan", "--output", "yaml").exitCode()),
        () -> assertEquals(0, Run.of("help").exitCode()));
  }
}
