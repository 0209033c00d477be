package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.cli.doctor.Holding;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who may do what where. */
class RolesTest {
  private static final String ASSIGNMENT = "Microsoft.Authorization/roleAssignments";
  private static final String DEFINITION = "Microsoft.Authorization/roleDefinitions";
  private static final String UUID = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  private static final Map<String, String> BUILT_IN =
      Map.ofEntries(
          Map.entry("acdd72a7-3385-48ef-bd42-f606fba81ae7", "Reader"),
          Map.entry("4d97b98b-1d4f-4787-a291-c67834d212e7", "Network Contributor"),
          Map.entry("b7e6dc6d-f1e8-4753-8033-0f276bb0955b", "Blob Data Owner"),
          Map.entry("ba92f5b4-2d11-453d-a403-e96b0029c9fe", "Blob Data Contributor"),
          Map.entry("2a2b9908-6ea1-4ae2-8e65-a410df84e7d1", "Blob Data Reader"),
          Map.entry("974c5e8b-45b9-4653-ba55-5f855dd0fb88", "Queue Data Contributor"),
          Map.entry("c6a89b2d-59bc-44d0-9896-0f6e12d7b80a", "Queue Data Message Sender"),
          Map.entry("19e7f393-937e-4f77-808e-94535e297925", "Queue Data Reader"),
          Map.entry("0a9a7e1f-b9d0-4cc4-a60d-0319b160aaa3", "Table Data Contributor"),
          Map.entry("3913510d-42f4-4e42-8a64-420c390055eb", "Monitoring Metrics Publisher"));

  /** Reviewed: nothing else may ever be in a role of the app. */
  private static final Set<String> REVIEWED =
      Set.of(
          "Microsoft.Network/loadBalancers/read",
          "Microsoft.Network/loadBalancers/backendAddressPools/read",
          "Microsoft.Network/loadBalancers/backendAddressPools/write",
          "Microsoft.Network/loadBalancers/backendAddressPools/join/action",
          "Microsoft.Network/locations/operations/read",
          "Microsoft.Network/publicIPAddresses/read",
          "Microsoft.Network/publicIPPrefixes/read",
          "Microsoft.Network/virtualNetworks/read",
          "Microsoft.Network/virtualNetworks/joinLoadBalancer/action",
          "Microsoft.Network/virtualNetworks/subnets/read",
          "Microsoft.Network/virtualNetworks/subnets/joinLoadBalancer/action",
          "Microsoft.Network/natGateways/read",
          "Microsoft.Network/routeTables/read",
          "Microsoft.Network/networkInterfaces/read",
          "Microsoft.Compute/virtualMachineScaleSets/networkInterfaces/read",
          "Microsoft.Compute/virtualMachineScaleSets/virtualMachines/networkInterfaces/read");

  @BeforeAll
  static void evaluate() {
    Evaluated.all();
  }

  static Collection<Evaluated> variants() {
    return Evaluated.all().values();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void assignmentsAreWellFormedAndOfRolesThatExist(Evaluated variant) {
    Set<String> defined =
        variant.ofType(DEFINITION).stream()
            .map(r -> r.path("name").asText())
            .collect(Collectors.toSet());
    for (JsonNode assignment : variant.ofType(ASSIGNMENT)) {
      JsonNode p = assignment.path("properties");
      assertTrue(assignment.path("name").asText().matches(UUID), assignment::toString);
      assertTrue(
          Set.of("User", "Group", "ServicePrincipal").contains(p.path("principalType").asText()));
      String role = p.path("roleDefinitionId").asText();
      assertTrue(
          role.matches("/subscriptions/" + UUID + "/providers/" + DEFINITION + "/" + UUID), role);
      String scope = Evaluated.scope(assignment);
      assertEquals(scope.split("/")[2], role.split("/")[2], "role of another subscription");
      String id = role.substring(role.lastIndexOf('/') + 1);
      assertTrue(BUILT_IN.containsKey(id) || defined.contains(id), role);
      assertEquals(p.hasNonNull("condition"), p.path("conditionVersion").asText().equals("2.0"));
    }
  }

  /** Scope, role, principal and folder of every assignment, names shortened. */
  private static List<String> assignments(String variant) {
    return Evaluated.of(variant).ofType(ASSIGNMENT).stream().map(RolesTest::line).sorted().toList();
  }

  private static String line(JsonNode assignment) {
    JsonNode p = assignment.path("properties");
    String role = p.path("roleDefinitionId").asText().replaceFirst(".*/", "");
    String scope =
        Evaluated.scope(assignment)
            .replaceFirst("/subscriptions/0+-0000-0000-0000-0+", "")
            .replaceFirst("/resourceGroups/", ":")
            .replaceFirst("/providers/[^/]+/[^/]+", "")
            .replaceAll("(stpkstate|stpkdata|appi-poolkeeper)-?[a-z0-9]{13}", "$1")
            .replaceAll("/(blob|queue)Services/default/(containers|queues)", "");
    Matcher folder =
        Pattern.compile("Resource\\[[^]]*:path] StringStartsWith '([^']*)'")
            .matcher(p.path("condition").asText());
    return scope
        + " "
        + BUILT_IN.getOrDefault(role, "custom")
        + " "
        + principal(p.path("principalId").asText())
        + (folder.find() ? " " + folder.group(1) : "");
  }

  private static String principal(String id) {
    return id.contains("id-poolkeeper-app-")
        ? "app"
        : id.contains("id-poolkeeper-events-") ? "events" : id.replaceFirst("0.*-0+", "-");
  }

  @Test
  void theWholeListOfTheAppsOwnResourceGroup() {
    String state = "a:rg-poolkeeper-prod/stpkstate";
    String data = "a:rg-poolkeeper-prod/stpkdata";
    assertEquals(
        Stream.of(
                "a:rg-poolkeeper-prod/appi-poolkeeper Monitoring Metrics Publisher app",
                state + " Blob Data Owner app",
                state + " Queue Data Contributor app",
                state + " Table Data Contributor app",
                state + "/dead-letters Blob Data Contributor events",
                state + "/resource-events Queue Data Message Sender events",
                state + "/ledgers Blob Data Reader 1-3",
                state + "/resource-events Queue Data Message Sender 1-3",
                state + "/resource-events Queue Data Reader 1-3",
                state + "/pool-reconcile Queue Data Message Sender 1-3",
                state + "/pool-reconcile Queue Data Reader 1-3",
                data + "/mappings Blob Data Reader app",
                data + "/controls Blob Data Reader app",
                data + "/mappings Blob Data Reader 1-3",
                data + "/mappings custom 1-1 shop/",
                data + "/mappings custom 1-1 bank/",
                data + "/controls custom 1-2 shop/")
            .sorted()
            .toList(),
        assignments("two-clusters"));
  }

  @Test
  void theWholeListInTheResourceGroupsOfOthers() {
    assertEquals(
        Stream.of(
                "a:rg-shop custom 2-1", "c:rg-bank custom 2-1", "a:rg-net Network Contributor 2-1")
            .sorted()
            .toList(),
        assignments("two-clusters-targets"));
    assertEquals(
        Stream.of(
                "a:rg-shop Network Contributor 2-1",
                "a:rg-shop Reader 2-1",
                "c:rg-bank Network Contributor 2-1",
                "c:rg-bank Reader 2-1",
                "a:rg-net Network Contributor 2-1")
            .sorted()
            .toList(),
        assignments("pushed-targets"));
  }

  @Test
  void withoutADeployerPublishersAndTargetsNobodyElseHasAnyRole() {
    List<String> others =
        assignments("sample").stream()
            .filter(line -> !line.endsWith(" app") && !line.endsWith(" events"))
            .toList();
    assertEquals(List.of(), others);
    assertEquals(List.of(), Evaluated.of("sample-targets").resources());
  }

  @Test
  void onPremiumWhoDeploysMayPutThePackage() {
    assertTrue(
        assignments("premium")
            .contains("a:rg-poolkeeper-dev/stpkstate/deployments Blob Data Contributor 1-3"));
  }

  @ParameterizedTest
  @MethodSource("variants")
  void whoeverWritesDocumentsKeepsToOneFolder(Evaluated variant) {
    for (JsonNode assignment : variant.ofType(ASSIGNMENT)) {
      String scope = Evaluated.scope(assignment);
      String line = line(assignment);
      boolean writes = line.contains(" custom ") || line.contains("Blob Data Contributor");
      if (scope.contains("/stpkdata") && writes) {
        String condition = assignment.at("/properties/condition").asText();
        for (String action : List.of("read", "write", "add/action", "delete", "move/action")) {
          assertTrue(condition.contains("/blobs/" + action + "'"), () -> line + " " + action);
        }
        assertTrue(condition.contains(":prefix] StringStartsWith '"), line);
        assertTrue(line.endsWith("/"), line);
      }
      assertTrue(!scope.matches("/subscriptions/[^/]+"), "on a whole subscription: " + line);
    }
  }

  static Set<String> actions(String variant, String group) {
    Set<String> actions = new TreeSet<>();
    for (JsonNode role : Evaluated.of(variant).ofType(DEFINITION)) {
      if (role.path("id").asText().contains("/resourceGroups/" + group + "/")) {
        assertEquals(1, role.at("/properties/permissions").size());
        JsonNode permission = role.at("/properties/permissions/0");
        permission.path("actions").forEach(a -> assertTrue(actions.add(a.asText()), "twice " + a));
        assertTrue(permission.path("dataActions").isEmpty(), permission::toString);
      }
    }
    return actions;
  }

  /** That they hold all that is used, the recorded requests show: {@link RightsUsed}. */
  @Test
  void rolesHoldReviewedActionsOnly() {
    Set<String> everything = actions("two-clusters-targets", "rg-bank");
    assertEquals(new TreeSet<>(REVIEWED), everything);
  }

  @Test
  void theDoctorAsksForWhatTheTemplateGives() {
    Set<String> asked = new TreeSet<>();
    for (Holding holding : Holding.values()) {
      asked.addAll(holding.actions());
    }
    assertEquals(actions("two-clusters-targets", "rg-bank"), asked);
    Set<String> shop = new TreeSet<>(Holding.LOAD_BALANCERS.actions());
    shop.addAll(Holding.MACHINES.actions());
    assertEquals(actions("two-clusters-targets", "rg-shop"), shop);
  }

  @Test
  void aGroupGetsNoMoreThanWhatItHoldsAsksFor() {
    Set<String> shop = actions("two-clusters-targets", "rg-shop");
    assertTrue(shop.contains("Microsoft.Network/networkInterfaces/read"));
    List<String> network =
        shop.stream().filter(a -> a.contains("/virtualNetworks") || a.contains("/nat")).toList();
    assertEquals(List.of(), network);
    assertEquals(Set.of(), actions("two-clusters-targets", "rg-net"), "built-in there");
    List<String> writes =
        shop.stream().filter(a -> a.endsWith("/write") || a.endsWith("/delete")).toList();
    assertEquals(List.of("Microsoft.Network/loadBalancers/backendAddressPools/write"), writes);
  }

  @Test
  void customRolesHaveNamesOfTheirOwnAndReachTheirGroupOnly() {
    Set<String> names = new TreeSet<>();
    for (Evaluated variant : variants()) {
      for (JsonNode role : variant.ofType(DEFINITION)) {
        String id = role.path("id").asText();
        JsonNode scopes = role.at("/properties/assignableScopes");
        assertEquals(1, scopes.size());
        assertTrue(id.startsWith(scopes.get(0).asText() + "/providers/"), id);
        assertTrue(scopes.get(0).asText().contains("/resourceGroups/"), id);
        String name = role.at("/properties/roleName").asText();
        assertTrue(name.length() <= 512, name);
        names.add(name + " " + id);
      }
    }
    long distinct = names.stream().map(n -> n.replaceFirst(" /.*", "")).distinct().count();
    assertEquals(names.size(), distinct, () -> "" + names);
  }

  @Test
  void writersMayWriteBlobsAndNothingElse() {
    JsonNode role = Evaluated.of("two-clusters").only(DEFINITION);
    JsonNode permission = role.at("/properties/permissions/0");
    assertTrue(permission.path("actions").isEmpty());
    TreeSet<String> actions = new TreeSet<>();
    String blobs = "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/";
    permission.path("dataActions").forEach(a -> actions.add(a.asText().replace(blobs, "")));
    assertEquals(new TreeSet<>(List.of("read", "write", "add/action")), actions);
  }
}
