package io.poolkeeper.cli.doctor;

import static io.poolkeeper.cli.doctor.Deployment.APP;
import static io.poolkeeper.cli.doctor.Deployment.AUTHORIZATION;
import static io.poolkeeper.cli.doctor.Deployment.DATA;
import static io.poolkeeper.cli.doctor.Deployment.JSON;
import static io.poolkeeper.cli.doctor.Deployment.NET;
import static io.poolkeeper.cli.doctor.Deployment.OWN;
import static io.poolkeeper.cli.doctor.Deployment.PRINCIPAL;
import static io.poolkeeper.cli.doctor.Deployment.SETTINGS;
import static io.poolkeeper.cli.doctor.Deployment.SHOP;
import static io.poolkeeper.cli.doctor.Deployment.STATE;
import static io.poolkeeper.cli.doctor.Deployment.SUBSCRIPTION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolkeeper.cli.Run;
import io.poolkeeper.devstack.arm.ArmSimulator;
import io.poolkeeper.devstack.arm.Fault;
import io.poolkeeper.devstack.arm.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A whole deployment in the simulator has nothing missing; each test takes one thing away, or puts
 * one in the way, and the command has to name that and nothing else.
 */
class DoctorIT {
  private static final String POOLS = "Microsoft.Network/loadBalancers/backendAddressPools";

  @TempDir private static Path folder;
  private static ArmSimulator arm;
  private static Path authority;

  private final Deployment azure = new Deployment();

  @BeforeAll
  static void start() throws IOException {
    arm = ArmSimulator.start(new Options().pageSize(3));
    authority = Files.writeString(folder.resolve("ca.pem"), arm.authorityPem());
  }

  @AfterAll
  static void stop() {
    arm.close();
  }

  @BeforeEach
  void nothingWrong() {
    arm.clearFaults();
    arm.clearLogs();
    arm.configure(options -> options.caller("").unregisteredProviders(Set.of()));
  }

  private static Run run(String... arguments) {
    List<String> all = new ArrayList<>(List.of("doctor"));
    all.addAll(List.of(arguments));
    all.addAll(List.of("--set", "LOCAL_ARM_ENDPOINT=" + arm.url()));
    all.addAll(List.of("--set", "LOCAL_ARM_CA=" + authority));
    return Run.of(all.toArray(String[]::new));
  }

  private JsonNode examine(String... arguments) throws IOException {
    azure.into(arm);
    List<String> all = new ArrayList<>(List.of("--output", "json"));
    all.addAll(arguments.length == 0 ? List.of("--function-app", APP) : List.of(arguments));
    Run run = run(all.toArray(String[]::new));
    JsonNode document = JSON.readTree(run.out());
    assertEquals(document.path("findings").isEmpty() ? 0 : 2, run.exitCode(), run.err());
    for (JsonNode finding : document.path("findings")) {
      for (String field : List.of("code", "where", "expected", "found", "do")) {
        assertTrue(finding.path(field).asText().length() > 2, finding::toString);
      }
    }
    return document;
  }

  /** Code and place of each finding. */
  private List<String> found(String... arguments) throws IOException {
    List<String> found = new ArrayList<>();
    examine(arguments)
        .path("findings")
        .forEach(one -> found.add(one.path("code").asText() + " " + one.path("where").asText()));
    return found;
  }

  @Test
  void aWholeDeploymentLacksNothing() throws IOException {
    JsonNode document = examine();
    assertEquals("[]", document.path("findings").toString());
    assertTrue(document.path("inOrder").size() > 15, document::toString);
    assertTrue(
        arm.requestCounts().keySet().stream().noneMatch(k -> k.matches("(PUT|DELETE|PATCH).*")));
  }

  @Test
  void aProviderThatIsNotRegisteredIsNamedWithTheCommand() throws IOException {
    arm.configure(options -> options.unregisteredProviders(Set.of("Microsoft.App")));
    JsonNode finding = examine().path("findings").path(0);
    assertEquals("PROVIDER_NOT_REGISTERED", finding.path("code").asText());
    assertTrue(finding.path("do").asText().contains("--namespace Microsoft.App"));
  }

  @Test
  void anActionThatNoRoleGivesIsNamed() throws IOException {
    actionsOf(SHOP, "shop", actions -> actions.remove(POOLS + "/write"));
    JsonNode document = examine("--function-app", APP);
    JsonNode finding = document.path("findings").path(0);
    assertEquals(1, document.path("findings").size());
    assertEquals("MISSING_PERMISSION", finding.path("code").asText());
    assertEquals(SHOP, finding.path("where").asText());
    assertEquals(
        "principal " + PRINCIPAL + " may " + POOLS + "/write", finding.path("expected").asText());
  }

  private void actionsOf(String scope, String role, Consumer<List<String>> change) {
    ObjectNode permission =
        (ObjectNode) azure.properties(Deployment.roleId(scope, role)).at("/permissions/0");
    List<String> actions = new ArrayList<>();
    permission.path("actions").forEach(action -> actions.add(action.asText()));
    change.accept(actions);
    actions.forEach(permission.putArray("actions")::add);
  }

  @Test
  void aStarGivesAnActionAndAnExceptionTakesIt() throws IOException {
    actionsOf(
        SHOP,
        "shop",
        actions -> {
          actions.clear();
          actions.add("microsoft.network/*");
          actions.add("Microsoft.Compute/*/read");
        });
    assertEquals(List.of(), found());
    ((ObjectNode) azure.properties(Deployment.roleId(SHOP, "shop")).at("/permissions/0"))
        .putArray("notActions")
        .add("Microsoft.Network/loadBalancers/*/write");
    assertEquals(List.of("MISSING_PERMISSION " + SHOP), found());
  }

  @Test
  void anAssignmentWithAConditionOrToSomebodyElseCountsForNothing() throws IOException {
    azure.properties(Deployment.assignmentId(NET, "net")).put("condition", "@Resource[x] EQ 'y'");
    azure.properties(Deployment.assignmentId(SHOP, "shop")).put("principalId", "somebody");
    assertEquals(List.of("MISSING_PERMISSION " + NET, "MISSING_PERMISSION " + SHOP), found());
  }

  @Test
  void aDenyAssignmentIsToldApartFromAMissingRole() throws IOException {
    String id = SHOP + AUTHORIZATION + "denyAssignments/deny";
    azure.put(id);
    ObjectNode deny = azure.properties(id);
    deny.put("denyAssignmentName", "locked by a stack").put("scope", SHOP);
    deny.putArray("permissions").addObject().putArray("actions").add("*/write");
    deny.putArray("principals").addObject().put("id", "00000000-0000-0000-0000-000000000000");
    deny.putArray("excludePrincipals");
    assertEquals(List.of("DENY_ASSIGNMENT " + SHOP), found());
    deny.withArray("excludePrincipals").addObject().put("id", PRINCIPAL);
    assertEquals(List.of(), found());
  }

  @Test
  void aPolicyIsToldApartFromAMissingRole() throws IOException {
    String definition = SUBSCRIPTION + AUTHORIZATION + "policyDefinitions/no-pools";
    String assignment = SHOP + AUTHORIZATION + "policyAssignments/no-pools";
    azure.put(definition);
    ObjectNode rule = azure.properties(definition).putObject("policyRule");
    rule.putObject("if").put("field", "type").put("equals", POOLS);
    rule.putObject("then").put("effect", "deny");
    azure.put(assignment);
    azure.properties(assignment).put("policyDefinitionId", definition);
    JsonNode finding = examine().path("findings").path(0);
    assertEquals("POLICY_DENIES", finding.path("code").asText());
    assertTrue(finding.path("found").asText().contains(assignment));
    assertTrue(finding.path("do").asText().contains("exemption"));
  }

  @Test
  void aReadOnlyLockIsInTheWayAndADeleteLockIsNot() throws IOException {
    String lock = SHOP + AUTHORIZATION + "locks/keep";
    azure.put(lock);
    azure.properties(lock).put("level", "CanNotDelete");
    assertEquals(List.of(), found());
    azure.properties(lock).put("level", "ReadOnly");
    assertEquals(List.of("LOCKED " + lock), found());
  }

  @Test
  void missingContainersQueuesAndDataRolesAreNamed() throws IOException {
    String claims = STATE + "/blobServices/default/containers/egress";
    String queue = STATE + "/queueServices/default/queues/pool-reconcile";
    String controls = DATA + "/blobServices/default/containers/controls";
    azure.remove(claims);
    azure.remove(queue);
    azure.remove(Deployment.assignmentId(controls, "blob-reader"));
    assertEquals(
        List.of("NOT_FOUND " + claims, "NOT_FOUND " + queue, "MISSING_DATA_ROLE " + controls),
        found());
  }

  @Test
  void anAccountWithoutAnyWayInIsClosed() throws IOException {
    azure.properties(DATA).putObject("networkAcls").put("defaultAction", "Deny");
    assertEquals(List.of("ACCOUNT_CLOSED " + DATA), found());
    azure.properties(DATA).putArray("privateEndpointConnections").addObject();
    assertEquals(List.of(), found());
  }

  @Test
  void topicsAndSubscriptionsThatAreMissingOrLeadElsewhereAreNamed() throws IOException {
    azure.remove(Deployment.topicId(NET, NET));
    azure.remove(Deployment.topicId(SHOP, SHOP) + "/eventSubscriptions/poolkeeper");
    String documents = Deployment.topicId(OWN, DATA) + "/eventSubscriptions/poolkeeper";
    ((ObjectNode)
            azure.properties(documents).at("/deliveryWithResourceIdentity/destination/properties"))
        .put("queueName", "other");
    assertEquals(
        List.of(
            "TOPIC_MISSING " + NET,
            "SUBSCRIPTION_MISSING " + Deployment.topicId(SHOP, SHOP),
            "SUBSCRIPTION_MISSING " + Deployment.topicId(OWN, DATA)),
        found());
    assertEquals(List.of(), found("--function-app", APP, "--without-events"));
  }

  @Test
  void settingsAreReadByTheAppsOwnReaderAndStoppedFunctionsNamed() throws IOException {
    azure.properties(SETTINGS).put("POOLKEEPER_MODE", "aply").put("POOLKEEPER_SWEEP", "x");
    azure.properties(SETTINGS).put("AzureWebJobs.Sweep.Disabled", "1");
    azure.properties(APP).put("state", "Stopped");
    List<String> found = found();
    assertTrue(
        found.containsAll(
            List.of(
                "APP_STOPPED " + APP,
                "FUNCTION_DISABLED " + APP,
                "SETTING_REFUSED POOLKEEPER_MODE",
                "SETTING_REFUSED POOLKEEPER_SWEEP")),
        found::toString);
  }

  @Test
  void whatCannotBeReadIsUnknownAndSaysWhoRefused() throws IOException {
    arm.fault(Fault.on("GET", "rg-shop/.*/locks").reply(403, "AuthorizationFailed", "no"));
    arm.fault(
        Fault.on("GET", "rg-net/.*/denyAssignments")
            .reply(403, "DenyAssignmentAuthorizationFailed", "denied"));
    arm.fault(
        Fault.on("POST", "checkPolicyRestrictions").reply(403, "RequestDisallowedByPolicy", "no"));
    JsonNode document = examine();
    assertEquals(3, document.path("unknown").asInt());
    assertEquals(0, document.path("missing").asInt());
    String all = document.path("findings").toString();
    assertTrue(all.contains("Reader on the resource group"), all);
    assertTrue(all.contains("a deny assignment keeps the caller"), all);
    assertTrue(all.contains("a policy refuses this"), all);
  }

  @Test
  void anAnswerWithoutWhatBelongsThereIsUnknownAndNeverMissing() throws IOException {
    for (String list : List.of("roleAssignments", "systemTopics", "denyAssignments", "locks")) {
      arm.fault(Fault.on("GET", list + "$").reply(200, new TextNode("<html>")).count(-1));
    }
    JsonNode document = examine();
    assertEquals(0, document.path("missing").asInt(), document::toString);
    assertTrue(document.path("unknown").asInt() > 4, document::toString);
    assertTrue(document.path("findings").toString().contains("200 with what is no answer to this"));
  }

  @Test
  void whatIsThrottledSaysWhenToAskAgain() throws IOException {
    arm.fault(
        Fault.on("GET", "systemTopics$")
            .reply(429, "TooManyRequests", "slow down")
            .header("Retry-After", "17")
            .count(-1));
    JsonNode document = examine();
    assertEquals(0, document.path("missing").asInt(), document::toString);
    String all = document.path("findings").toString();
    assertTrue(all.contains("run it again, not before 17 s have passed"), all);
    assertFalse(all.contains("null"), all);
  }

  @Test
  void aListWithoutEndIsUnknown() throws IOException {
    ObjectNode page = JSON.createObjectNode();
    page.putArray("value");
    page.put(
        "nextLink", arm.url() + SHOP + "/providers/Microsoft.Authorization/locks?api-version=1");
    arm.fault(Fault.on("GET", "rg-shop/.*/locks$").reply(200, page).count(-1));
    JsonNode document = examine();
    assertEquals(0, document.path("missing").asInt(), document::toString);
    assertTrue(document.path("findings").toString().contains("more than 200 pages"));
  }

  @Test
  void withoutAPrincipalTheCallersOwnPermissionsCount() throws IOException {
    String[] shop = {"--resource-group", SHOP + "=loadBalancers", "--without-events"};
    assertEquals(List.of(), found(shop));
    arm.configure(options -> options.caller(PRINCIPAL));
    assertEquals(List.of(), found(shop));
    arm.configure(options -> options.caller("stranger"));
    assertEquals(List.of("MISSING_PERMISSION " + SHOP), found(shop));
  }

  @Test
  void aGroupOrAppThatIsNotThereIsNamed() throws IOException {
    String gone = SUBSCRIPTION + "/resourceGroups/gone";
    assertEquals(List.of("NOT_FOUND " + gone), found("--resource-group", gone, "--without-events"));
    assertEquals(List.of("NOT_FOUND " + APP + "-gone"), found("--function-app", APP + "-gone"));
  }

  @Test
  void theTextNamesWhatToDoAndCounts() {
    azure.put(SHOP + AUTHORIZATION + "locks/keep");
    azure.properties(SHOP + AUTHORIZATION + "locks/keep").put("level", "ReadOnly");
    azure.into(arm);
    Run run = run("--function-app", APP);
    assertEquals(2, run.exitCode());
    assertTrue(run.out().startsWith("! LOCKED  " + SHOP), run.out());
    assertTrue(run.out().contains("    do:       no role helps: "), run.out());
    assertTrue(run.out().contains("ok  the app accepts its settings, mode observe"), run.out());
    assertTrue(run.out().endsWith("1 found that is missing or in the way.\n"), run.out());
  }

  @Test
  void wrongUsageIsAnErrorThatSaysWhatWasExpected() {
    assertEquals(1, run().exitCode());
    Run group = run("--resource-group", "g=pools", "--subscription", "s");
    assertEquals(1, group.exitCode());
    assertTrue(group.err().contains("expected loadBalancers, network or machines, found 'pools'"));
    Run app = run("--function-app", STATE);
    assertTrue(app.err().contains("expected the ARM id of a Microsoft.Web/sites"), app.err());
  }
}
