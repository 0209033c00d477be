package io.poolkeeper.cli.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.Main;
import io.poolkeeper.cli.Run;
import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.EtagMode;
import io.poolkeeper.devstack.arm.Fault;
import io.poolkeeper.devstack.arm.Options;
import io.poolkeeper.devstack.arm.Options.WhileBusy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The whole command against the simulator in each of its modes: the report has to tell the mode,
 * and a simulator that reads the report has to take it over. What needs a machine is never passed.
 */
class ConformanceIT {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SUBSCRIPTION = "12345678-1234-1234-1234-123456789abc";
  private static final String OTHER_GROUP =
      "/subscriptions/" + SUBSCRIPTION + "/resourceGroups/" + Cleanup.PREFIX + "of-somebody";

  @TempDir private Path folder;

  private ArmSimulator start(Options options) throws IOException {
    ArmSimulator arm = ArmSimulator.start(options);
    Files.writeString(folder.resolve("ca.pem"), arm.authorityPem());
    // A subscription with a group that is named like ours and is not: it has to stay.
    ObjectNode address = JSON.createObjectNode().put("name", "pip");
    arm.put(address.put("id", OTHER_GROUP + "/providers/Microsoft.Network/publicIPAddresses/pip"));
    return arm;
  }

  private List<String> arguments(ArmSimulator arm, String... more) {
    List<String> all =
        new ArrayList<>(
            List.of("conformance", "--subscription", SUBSCRIPTION, "--location", "westeurope"));
    all.addAll(List.of("--set", "LOCAL_ARM_ENDPOINT=" + arm.url(), "--poll", "PT0.02S"));
    all.addAll(List.of("--set", "LOCAL_ARM_CA=" + folder.resolve("ca.pem")));
    all.addAll(List.of(more));
    return all;
  }

  private Run run(ArmSimulator arm, String... more) {
    return Run.of(arguments(arm, more).toArray(String[]::new));
  }

  private Path report() {
    return folder.resolve("report.json");
  }

  /** Answer by name of the check; its status where there is none. */
  private Map<String, String> answers(ArmSimulator arm) throws IOException {
    Run run = run(arm, "--report", report().toString());
    assertTrue(run.exitCode() == 0 || run.exitCode() == 2, run.err());
    assertGone(arm);
    JsonNode report = JSON.readTree(report().toFile());
    Map<String, String> answers = new TreeMap<>();
    for (JsonNode check : report.path("checks")) {
      String answer = check.path("answer").asText();
      assertFalse(check.path("evidence").asText().isBlank(), check::toString);
      answers.put(
          check.path("name").asText(), answer.isEmpty() ? check.path("status").asText() : answer);
    }
    assertEquals(Checks.ALL.size(), answers.size());
    return answers;
  }

  private static List<String> groups(ArmSimulator arm) {
    return Stream.of(arm.dump().toString().split("\""))
        .filter(text -> text.contains("/resourceGroups/" + Cleanup.PREFIX))
        .map(text -> text.replaceFirst("(/resourceGroups/[^/]+).*", "$1"))
        .distinct()
        .toList();
  }

  private static void assertGone(ArmSimulator arm) {
    assertEquals(List.of(OTHER_GROUP), groups(arm));
  }

  @ParameterizedTest
  @EnumSource(EtagMode.class)
  void theReportTellsTheEtagModeAndTheSimulatorTakesItOver(EtagMode mode) throws IOException {
    Map<String, String> answers;
    try (ArmSimulator arm = start(new Options().etagMode(mode))) {
      answers = answers(arm);
    }
    assertEquals(mode == EtagMode.IGNORED ? "IGNORED" : "HONOURED", answers.get("pool-if-match"));
    assertEquals(mode == EtagMode.OWN ? "OWN" : "SHARED", answers.get("etag-relation"));
    try (ArmSimulator arm = start(new Options().conformanceReport(report()))) {
      assertEquals(answers, answers(arm));
    }
  }

  @ParameterizedTest
  @EnumSource(WhileBusy.class)
  void theReportTellsWhatOverlappingWritesMeet(WhileBusy mode) throws IOException {
    Map<String, String> answers;
    try (ArmSimulator arm = start(new Options().whileBusy(mode).operationPolls(2))) {
      answers = answers(arm);
    }
    String expected =
        switch (mode) {
          case SUPERSEDE -> "SUPERSEDED";
          case CONFLICT -> "CONFLICT_409";
          case RETRYABLE -> "RETRYABLE_429";
        };
    assertEquals(expected, answers.get("updating-overlap"));
    try (ArmSimulator arm = start(new Options().operationPolls(2).conformanceReport(report()))) {
      assertEquals(answers, answers(arm));
    }
  }

  @Test
  void theReportTellsTheOtherModes() throws IOException {
    Options other =
        new Options()
            .operationPolls(1)
            .etagMovesAtEnd(true)
            .omittedListKeeps(true)
            .maxPoolSize(5000);
    Map<String, String> answers;
    try (ArmSimulator arm = start(other)) {
      answers = answers(arm);
    }
    assertEquals("MOVES", answers.get("etag-after-operation"));
    assertEquals("KEPT", answers.get("omitted-list"));
    assertEquals("KEPT", answers.get("redeployed-template"));
    assertEquals("MORE_THAN_1000", answers.get("pool-size"));
    try (ArmSimulator arm = start(new Options().operationPolls(1).conformanceReport(report()))) {
      assertEquals(answers, answers(arm));
    }
  }

  @Test
  void whatTheSimulatorCannotAnswerIsNotRunAndSaysWhatItNeeds() throws IOException {
    try (ArmSimulator arm = start(new Options())) {
      Map<String, String> answers = answers(arm);
      for (String machine : List.of("snat-of-ip-member", "admin-state-and-snat", "rules-per-nic")) {
        assertEquals("NOT_RUN", answers.get(machine));
      }
      assertEquals("NOT_RUN", answers.get("least-role"), "the caller is an owner");
      assertEquals("EMPTIED", answers.get("omitted-list"));
      assertEquals("UP_TO_1000", answers.get("pool-size"));
      assertEquals("STATUS_201", answers.get("pool-create"));
      Run run = run(arm);
      assertTrue(run.out().contains("NOT_RUN: needs a virtual machine"), run.out());
      assertTrue(run.out().contains("0 failed, 9 not run."), run.out());
      assertEquals(2, run.exitCode(), "writes that end at once cannot supersede each other");
    }
  }

  @Test
  void recordingsHaveTheFormOfThoseThatExistAndNameNobody() throws IOException {
    try (ArmSimulator arm = start(new Options().operationPolls(1))) {
      Path recordings = folder.resolve("recordings");
      run(arm, "--recordings", recordings.toString(), "--report", report().toString());
      List<Path> files;
      try (Stream<Path> all = Files.list(recordings)) {
        files = all.sorted().toList();
      }
      assertTrue(files.size() > 60, () -> "" + files.size());
      for (Path file : Stream.concat(files.stream(), Stream.of(report())).toList()) {
        assertNamesNobody(arm, file);
      }
      JsonNode call = JSON.readTree(files.get(0).toFile());
      assertTrue(call.at("/request/url").asText().startsWith("https://management.azure.com/"));
      assertTrue(call.at("/response/status").isInt() && call.at("/response").has("headers"));
      assertTrue(call.at("/request").has("body") && call.at("/request").has("headers"));
      assertTrue(files.stream().anyMatch(f -> f.toString().contains("pool-if-match-")));
      assertTrue(files.stream().anyMatch(f -> f.toString().endsWith("put-412.json")));
    }
  }

  private static void assertNamesNobody(ArmSimulator arm, Path file) throws IOException {
    String text = Files.readString(file);
    assertFalse(text.contains(SUBSCRIPTION), file::toString);
    assertFalse(text.contains("localhost") || text.contains("" + arm.url().getPort()), text);
    assertFalse(Pattern.compile("(?i)bearer|authorization\"").matcher(text).find(), text);
    Pattern.compile("(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
        .matcher(text)
        .results()
        .forEach(guid -> assertEquals(Scrubber.NOBODY, guid.group(), file.toString()));
    Pattern.compile("[?&][chst]=([^&\"]*)")
        .matcher(text)
        .results()
        .forEach(secret -> assertEquals(1, secret.group(1).length(), secret.group()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"virtualNetworks/vnet$", "loadBalancers/lb$", "resourceGroups/[^/]+$"})
  void whatCannotBeBuiltIsTakenDownAndNothingIsSaidToBeAnswered(String path) throws IOException {
    try (ArmSimulator arm = start(new Options())) {
      arm.fault(Fault.on("PUT", path).reply(403, "AuthorizationFailed", "no").count(-1));
      Run run = run(arm, "--report", report().toString());
      assertEquals(2, run.exitCode());
      assertTrue(run.out().contains("The laboratory did not stand: "), run.out());
      assertTrue(run.out().contains("403 AuthorizationFailed"), run.out());
      JSON.readTree(report().toFile())
          .path("checks")
          .forEach(check -> assertEquals("NOT_RUN", check.path("status").asText()));
      assertGone(arm);
    }
  }

  @Test
  void aCheckThatFailsDoesNotKeepTheOthersFromBeingAsked() throws IOException {
    try (ArmSimulator arm = start(new Options())) {
      arm.fault(Fault.on("PUT", "systemTopics/topic").reply(500, "Oops", "no").count(-1));
      Map<String, String> answers = answers(arm);
      assertEquals("FAILED", answers.get("topic-identity"));
      assertEquals("NOT_SHOWN", answers.get("network-gateway"));
    }
  }

  @Test
  void aGroupThatCannotBeDeletedIsNamed() throws IOException {
    try (ArmSimulator arm = start(new Options())) {
      arm.fault(Fault.on("DELETE", "resourceGroups/[^/]+$").reply(409, "ScopeLocked", "locked"));
      Run run = run(arm);
      assertEquals(2, run.exitCode());
      assertTrue(run.out().contains("STILL THERE, delete it yourself: 409 ScopeLocked"), run.out());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {429, 503, 408})
  void aDeletionThatIsPutOffIsAskedForAgain(int status) throws IOException {
    try (ArmSimulator arm = start(new Options())) {
      arm.fault(Fault.on("PUT", "virtualNetworks/vnet$").reply(403, "AuthorizationFailed", "no"));
      arm.fault(Fault.on("DELETE", "resourceGroups/[^/]+$").reply(status, "Later", "no").count(3));
      Run run = run(arm);
      assertFalse(run.out().contains("STILL THERE"), run.out());
      assertGone(arm);
    }
  }

  @Test
  void aCallerWithAStarForTheNetworkShowsNothingOfTheLeastRole() throws IOException {
    try (ArmSimulator arm = start(new Options())) {
      ObjectNode network = JSON.createObjectNode();
      network
          .putArray("value")
          .addObject()
          .putArray("actions")
          .add("Microsoft.Network/*")
          .add("Microsoft.Resources/*");
      arm.fault(
          Fault.on("GET", "providers/Microsoft.Authorization/permissions")
              .reply(200, network)
              .count(-1));
      assertEquals("NOT_RUN", answers(arm).get("least-role"));
    }
  }

  @Test
  void whatWasKeptIsDeletedByCleanupAndNothingElse() throws IOException {
    try (ArmSimulator arm = start(new Options())) {
      Run kept = run(arm, "--keep");
      assertTrue(kept.out().contains("Kept: /subscriptions/"), kept.out());
      assertEquals(2, groups(arm).size());
      Run cleaned = run(arm, "--cleanup");
      assertEquals(0, cleaned.exitCode(), cleaned.err());
      assertTrue(cleaned.out().endsWith("1 found.\n"), cleaned.out());
      assertGone(arm);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PUT resourceGroups/[^/]+$",
        "PUT virtualNetworks/vnet$",
        "PUT backendAddressPools/one",
        "PUT systemTopics/topic$",
        "DELETE resourceGroups/[^/]+$"
      })
  void aProcessThatIsToldToEndTakesItsGroupDownFirst(String stage) throws Exception {
    try (ArmSimulator arm = start(new Options())) {
      CountDownLatch writing = new CountDownLatch(1);
      arm.fault(
          Fault.on(stage.split(" ")[0], stage.split(" ")[1])
              .before(writing::countDown)
              .latencyMillis(300)
              .count(-1));
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
      command.addAll(arguments(arm));
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("process.log").toFile())
              .start();
      try {
        assertTrue(writing.await(60, TimeUnit.SECONDS), "the process did not come to " + stage);
        process.destroy();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "the process did not end");
      } finally {
        process.destroyForcibly();
      }
      assertGone(arm);
      assertTrue(arm.requestCounts().containsKey("DELETE resourcegroups"));
    }
  }
}
