package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.ingest.EventBatch;
import io.poolkeeper.ingest.EventReader;
import io.poolkeeper.state.RequestCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The hooks against a stand-in for the Azure CLI. Those for PowerShell are only compared with them.
 */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the hooks for sh are run")
class HooksTest {
  private static final String ID =
      "/subscriptions/S/resourceGroups/G/providers/Microsoft.Network/loadBalancers/LB-1";

  @TempDir Path fake;

  @BeforeEach
  void executable() throws IOException {
    // a checkout need not keep the bit of a test resource
    Files.copy(Checkout.root().resolve("cli/src/test/resources/infra/bin/az"), fake.resolve("az"));
    assertTrue(fake.resolve("az").toFile().setExecutable(true));
  }

  private record Ended(int code, String output, List<String> asked) {}

  private Ended run(String hook, Map<String, String> variables) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder("sh", Checkout.root().resolve("infra/hooks/" + hook).toString());
    builder
        .environment()
        .keySet()
        .removeIf(n -> n.startsWith("POOLKEEPER_") || n.startsWith("AZURE_"));
    builder.environment().put("PATH", fake + ":" + System.getenv("PATH"));
    builder.environment().put("FAKE", fake.toString());
    builder.environment().put("POOLKEEPER_POLL_SECONDS", "0");
    builder.environment().put("POOLKEEPER_STATE_ACCOUNT", "state");
    builder.environment().put("POOLKEEPER_DATA_ACCOUNT", "data");
    builder.environment().put("POOLKEEPER_APP", "app");
    builder.environment().put("POOLKEEPER_PLAN", "flex");
    builder.environment().put("POOLKEEPER_PRINCIPAL_ID", "principal");
    builder.environment().put("AZURE_RESOURCE_GROUP", "rg-poolkeeper-dev");
    builder.environment().put("AZURE_ENV_NAME", "dev");
    builder.environment().put("AZURE_LOCATION", "westeurope");
    builder.environment().put("AZURE_SUBSCRIPTION_ID", "sub-1");
    builder.environment().putAll(variables);
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = process.waitFor();
    Path log = fake.resolve("log");
    return new Ended(code, output, Files.exists(log) ? Files.readAllLines(log) : List.of());
  }

  private void given(String file, String text) throws IOException {
    Files.writeString(fake.resolve(file), text);
  }

  @Test
  void azureYamlNamesBothKindsOfEveryHookAndTheyAreThere() {
    String yaml = Checkout.text(Checkout.root().resolve("azure.yaml"));
    List<String> hooks = new ArrayList<>();
    Matcher matcher = Pattern.compile("run: (\\S+)").matcher(yaml);
    while (matcher.find()) {
      assertTrue(Files.isRegularFile(Checkout.root().resolve(matcher.group(1))), matcher.group(1));
      hooks.add(matcher.group(1).replaceFirst(".*/", ""));
    }
    assertEquals(
        "preprovision.sh preprovision.ps1 postprovision.sh postprovision.ps1 postdeploy.sh"
            + " postdeploy.ps1 predown.sh predown.ps1",
        String.join(" ", hooks));
    assertTrue(yaml.contains("project: ./functions"));
  }

  @Test
  void everyHookHasATwinForTheOtherShell() {
    assertEquals(names(".sh"), names(".ps1"));
  }

  private static List<String> names(String ending) {
    return Checkout.files("infra/hooks", ending).stream()
        .map(file -> file.getFileName().toString().replace(ending, ""))
        .toList();
  }

  @Test
  void theTwinsAskTheAzureCliForTheSame() {
    for (String name : names(".sh")) {
      assertEquals(commands(name + ".sh"), commands(name + ".ps1"), name);
    }
  }

  private static TreeSet<String> commands(String file) {
    TreeSet<String> commands = new TreeSet<>();
    Matcher matcher =
        Pattern.compile("(?:\\baz|Invoke-Az|& az) ((?:[a-z]+ ){1,3}(?:--method [a-z]+)?)-?")
            .matcher(
                Checkout.text(Checkout.root().resolve("infra/hooks/" + file))
                    .replaceAll("(?m)^\\s*(#|say|Write-Host).*", "")
                    .replaceAll("--(num-messages|subscription) \\S+ ", ""));
    while (matcher.find()) {
      commands.add(matcher.group(1).strip());
    }
    return commands;
  }

  @Test
  void everyHookParsesInShAndBash() throws Exception {
    for (Path hook : Checkout.files("infra/hooks", ".sh")) {
      for (String shell : List.of("sh", "bash")) {
        Process process = new ProcessBuilder(shell, "-n", hook.toString()).start();
        String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), shell + " " + hook + ": " + error);
      }
      boolean read = hook.endsWith("common.sh");
      assertTrue(read || Files.isExecutable(hook), hook + " is not executable");
    }
  }

  @Test
  void postdeployWaitsForExactlyTheFunctionsOfTheApp() {
    for (String ending : List.of(".sh", ".ps1")) {
      String hook = Checkout.text(Checkout.root().resolve("infra/hooks/postdeploy" + ending));
      Matcher line = Pattern.compile("IngestEvent.*Sweep").matcher(hook);
      assertTrue(line.find());
      TreeSet<String> waitedFor = new TreeSet<>();
      for (String word : line.group().split("[^A-Za-z]+")) {
        waitedFor.add(word);
      }
      assertEquals(AppFacts.functions(), waitedFor);
    }
  }

  @Test
  void preprovisionRegistersWhatIsMissingInEverySubscriptionAndWaits() throws Exception {
    Ended ended =
        run(
            "preprovision.sh",
            Map.of(
                "POOLKEEPER_TARGETS",
                "[{\"subscriptionId\": \"sub-2\", \"resourceGroup\":\"g\",\"holds\":[\"network\"]}]"));
    assertEquals(0, ended.code(), ended.output());
    String asked = String.join("\n", ended.asked());
    assertTrue(asked.contains("provider register --subscription sub-1 --namespace Microsoft.App"));
    for (String provider : List.of("Microsoft.EventGrid", "Microsoft.Insights")) {
      assertTrue(asked.contains("provider show --subscription sub-2 --namespace " + provider));
    }
  }

  @Test
  void postprovisionWaitsForRolesAndThenDeploysTargetsAgainIfRefused() throws Exception {
    given("forbidden", "");
    given("refused", "");
    Ended ended =
        run("postprovision.sh", Map.of("POOLKEEPER_TARGETS", "[{\"resourceGroup\":\"g\"}]"));
    assertEquals(0, ended.code(), ended.output());
    List<String> last = ended.asked().subList(ended.asked().size() - 2, ended.asked().size());
    for (String asked : last) {
      assertTrue(asked.startsWith("deployment sub create"), asked);
      assertTrue(asked.contains("--name poolkeeper-targets-dev"), asked);
    }
    assertEquals(2, ended.asked().stream().filter(a -> a.startsWith("deployment")).count());
    assertTrue(ended.output().contains("waiting for role assignments on state"), ended.output());
    assertEquals(2, ended.asked().stream().filter(a -> a.contains("message peek")).count());
  }

  @Test
  void postprovisionDeploysNothingWithoutTargets() throws Exception {
    Ended ended = run("postprovision.sh", Map.of("POOLKEEPER_TARGETS", "[ ]"));
    assertEquals(0, ended.code(), ended.output());
    assertTrue(ended.asked().stream().noneMatch(a -> a.startsWith("deployment")));
  }

  @Test
  void theSmokeTestEndsWellWithoutAMappingAndSaysWhatIsNext() throws Exception {
    Ended ended = run("smoke-test.sh", Map.of());
    assertEquals(0, ended.code(), ended.output());
    assertTrue(ended.output().contains("none yet") && ended.output().contains("docs/deploy.md"));
    assertTrue(ended.asked().stream().noneMatch(a -> a.contains("pool-reconcile")));
  }

  @Test
  void theSmokeTestRunsOneLoadBalancerOfTheMapping() throws Exception {
    Ended ended = smoke("OBSERVED");
    assertEquals(0, ended.code(), ended.output());
    String asked = String.join("\n", ended.asked());
    String id = ID.toLowerCase(Locale.ROOT);
    String hash =
        HexFormat.of()
            .formatHex(
                MessageDigest.getInstance("SHA-256").digest(id.getBytes(StandardCharsets.UTF_8)));
    assertTrue(asked.contains("--name " + hash + ".json"), asked);
    assertTrue(asked.contains("\"cluster\":\"shop\",\"loadBalancer\":\"" + id + "\""), asked);
  }

  @Test
  void theAppUnderstandsWhatTheSmokeTestSends() throws Exception {
    List<String> sent =
        smoke("OBSERVED").asked().stream()
            .filter(line -> line.startsWith("storage message put"))
            .map(line -> line.replaceFirst(".*--content (\\{.*}) --.*", "$1"))
            .toList();
    assertEquals(2, sent.size());
    EventBatch events = EventReader.read(sent.get(0));
    assertEquals(List.of(), events.events());
    assertEquals(1, events.ignored().size());
    assertNotEquals(EventBatch.Why.UNREADABLE, events.ignored().get(0).why());
    RequestCodec.Decoded request = RequestCodec.read(sent.get(1));
    assertEquals("shop", request.request().orElseThrow().cluster(), request.reason());
  }

  @Test
  void theSmokeTestFailsWhenTheRunCouldNotRead() throws Exception {
    Ended ended = smoke("FORBIDDEN");
    assertEquals(1, ended.code());
    assertTrue(ended.output().contains("found FORBIDDEN; docs/runbook.md"), ended.output());
  }

  private Ended smoke(String outcome) throws Exception {
    given("mappings", "shop/mapping.json\n");
    given("mapping", "{\"loadBalancers\":{\"lb\":{\"id\":\"" + ID + "\"}}}");
    given("ledger", "{\"finishedAt\":\"2026-01-01T00:00:00Z\",\"outcome\":\"GAVE_UP\"}");
    given(
        "ledger-after",
        "{\"finishedAt\":\"2026-01-02T00:00:00Z\",\"outcome\":\"" + outcome + "\"}");
    return run("smoke-test.sh", Map.of());
  }

  @Test
  void predownTakesBackAlertsTopicsAssignmentsAndRolesInThisOrder() throws Exception {
    given("topics", "/topic-1\n");
    given("metric-alerts", "/alert-1\n/alert-2\n");
    given("assignments", "/assignment-1\n/assignment-2\n");
    given("definitions", "/role-1\tname-1\n");
    given("role-assignments", "/assignment-3\n");
    Ended ended = run("predown.sh", Map.of());
    assertEquals(0, ended.code(), ended.output());
    assertEquals(
        "/alert-1 /alert-2 /topic-1 /assignment-1 /assignment-2 /assignment-3 /role-1",
        ended.asked().stream()
            .filter(a -> a.startsWith("rest --method delete"))
            .map(a -> a.replaceAll(".*--url (\\S+)\\?api-version=\\S+.*", "$1"))
            .collect(Collectors.joining(" ")));
    assertTrue(ended.asked().get(0).contains("--tag poolkeeper-environment=dev"));
    assertTrue(ended.asked().stream().noneMatch(a -> a.contains("group delete")));
  }

  @Test
  void everyVariableOfTheParameterFilesIsDocumentedOrAnOutput() {
    String docs = Checkout.text(Checkout.root().resolve("docs/deploy.md"));
    String main = Checkout.text(Checkout.root().resolve("infra/main.bicep"));
    List<String> missing = new ArrayList<>();
    for (Path file : Checkout.files("infra", ".bicepparam")) {
      Matcher matcher =
          Pattern.compile("readEnvironmentVariable\\('([A-Z_]+)'").matcher(Checkout.text(file));
      while (matcher.find()) {
        String name = matcher.group(1);
        if (!docs.contains("`" + name + "`") && !main.contains("output " + name + " ")) {
          missing.add(name);
        }
      }
    }
    assertEquals(List.of(), missing);
  }
}
