package io.poolkeeper.cli.infra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.storage.StorageNames;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the types of the compiler leave open, for every variant. */
class ResourcesTest {
  private static final Map<String, Pattern> NAMES =
      Map.ofEntries(
          Map.entry("Microsoft.Storage/storageAccounts", Pattern.compile("[a-z0-9]{3,24}")),
          Map.entry("Microsoft.Web/sites", Pattern.compile("[a-z0-9][a-z0-9-]{0,30}[a-z0-9]")),
          Map.entry("Microsoft.Web/serverfarms", Pattern.compile("[a-z0-9-]{1,60}")),
          Map.entry("Microsoft.OperationalInsights/workspaces", Pattern.compile("[a-z0-9-]{4,63}")),
          Map.entry("Microsoft.Insights/components", Pattern.compile("[a-z0-9-]{1,255}")),
          Map.entry("Microsoft.EventGrid/systemTopics", Pattern.compile("[a-z0-9-]{3,50}")),
          Map.entry(
              "Microsoft.ManagedIdentity/userAssignedIdentities",
              Pattern.compile("[a-z0-9-]{3,128}")),
          Map.entry("Microsoft.Resources/resourceGroups", Pattern.compile("[a-z0-9-]{1,90}")),
          Map.entry("Microsoft.Network/privateEndpoints", Pattern.compile("[a-z0-9-]{2,64}")),
          Map.entry(
              "Microsoft.Storage/storageAccounts/blobServices/containers",
              Pattern.compile(".*/[a-z0-9](-?[a-z0-9]){2,62}")),
          Map.entry(
              "Microsoft.Storage/storageAccounts/queueServices/queues",
              Pattern.compile(".*/[a-z0-9](-?[a-z0-9]){2,62}")),
          Map.entry(
              "Microsoft.EventGrid/systemTopics/eventSubscriptions",
              Pattern.compile("[a-z0-9-]+/[a-zA-Z0-9-]{3,64}")));

  /** What only the service knows: ids that it hands out, and the address of telemetry. */
  private static final Pattern RUNTIME =
      Pattern.compile(
          "\\[(reference|format\\('Authorization=AAD;ClientId=\\{0\\}', reference)\\(.*"
              + "(principalId|clientId|ConnectionString)\\)?]");

  @BeforeAll
  static void evaluate() {
    Evaluated.all();
  }

  static Collection<Evaluated> variants() {
    return Evaluated.all().values();
  }

  @ParameterizedTest
  @MethodSource("variants")
  void namesAreWithinLimitsAndIdsUnlikeEachOther(Evaluated variant) {
    Set<String> ids = new HashSet<>();
    for (JsonNode resource : variant.resources()) {
      String id = resource.path("id").asText();
      assertTrue(ids.add(id.toLowerCase(Locale.ROOT)), () -> "twice: " + id);
      String type = resource.path("type").asText();
      Pattern pattern = NAMES.get(type);
      if (pattern != null) {
        assertTrue(pattern.matcher(resource.path("name").asText()).matches(), id);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void nothingIsLeftToEvaluateButWhatTheServiceHandsOut(Evaluated variant) {
    List<String> open = new ArrayList<>();
    variant.resources().forEach(resource -> open(resource, open));
    assertEquals(List.of(), open);
  }

  private static void open(JsonNode node, List<String> open) {
    if (node.isContainerNode()) {
      node.forEach(child -> open(child, open));
    } else if (node.asText().startsWith("[") && !RUNTIME.matcher(node.asText()).matches()) {
      open.add(node.asText());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void storageIsReachedByTokensOnly(Evaluated variant) {
    for (JsonNode account : variant.ofType("Microsoft.Storage/storageAccounts")) {
      JsonNode p = account.path("properties");
      assertEquals("false", p.path("allowSharedKeyAccess").asText());
      assertEquals("false", p.path("allowBlobPublicAccess").asText());
      assertEquals("false", p.path("allowCrossTenantReplication").asText());
      assertEquals("false", p.path("isLocalUserEnabled").asText());
      assertEquals("false", p.path("isHnsEnabled").asText());
      assertEquals("true", p.path("defaultToOAuthAuthentication").asText());
      assertEquals("true", p.path("supportsHttpsTrafficOnly").asText());
      assertEquals("TLS1_2", p.path("minimumTlsVersion").asText());
      assertEquals("AzureServices", p.path("networkAcls").path("bypass").asText());
      String rule = variant.name.equals("private") ? "Deny" : "Allow";
      assertEquals(rule, p.path("networkAcls").path("defaultAction").asText());
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void theAppIsClosedAsFarAsItCanBe(Evaluated variant) {
    for (JsonNode site : variant.ofType("Microsoft.Web/sites")) {
      JsonNode p = site.path("properties");
      assertEquals("functionapp,linux", site.path("kind").asText());
      assertEquals("UserAssigned", site.path("identity").path("type").asText());
      assertEquals("functions", site.path("tags").path("azd-service-name").asText());
      assertEquals("true", p.path("httpsOnly").asText());
      assertEquals("Disabled", p.path("siteConfig").path("ftpsState").asText());
      assertTrue(Set.of("1.2", "1.3").contains(p.at("/siteConfig/minTlsVersion").asText()));
      assertTrue(Set.of("1.2", "1.3").contains(p.at("/siteConfig/scmMinTlsVersion").asText()));
      String reach = variant.name.equals("private") ? "Disabled" : "Enabled";
      assertEquals(reach, p.path("publicNetworkAccess").asText());
      List<String> refused =
          variant.ofType("Microsoft.Web/sites/basicPublishingCredentialsPolicies").stream()
              .filter(policy -> policy.path("properties").path("allow").asText().equals("false"))
              .map(policy -> policy.path("name").asText().replaceFirst(".*/", ""))
              .sorted()
              .toList();
      assertEquals(List.of("ftp", "scm"), refused);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void sizesAreThoseThatThePlatformHas(Evaluated variant) {
    for (JsonNode plan : variant.ofType("Microsoft.Web/serverfarms")) {
      JsonNode site = variant.only("Microsoft.Web/sites").path("properties");
      String sku = plan.at("/sku/tier").asText() + " " + plan.at("/sku/name").asText();
      assertEquals("true", plan.at("/properties/reserved").asText());
      if (sku.equals("FlexConsumption FC1")) {
        flex(variant, site.path("functionAppConfig"));
      } else {
        assertTrue(sku.matches("ElasticPremium EP[123]"), sku);
        assertTrue(site.at("/siteConfig/linuxFxVersion").asText().matches("Java\\|(17|21)"));
        int least = site.at("/siteConfig/minimumElasticInstanceCount").asInt();
        int most = plan.at("/properties/maximumElasticWorkerCount").asInt();
        assertTrue(least >= 1 && least <= 20 && most >= least && most <= 100, least + " " + most);
        assertTrue(site.path("functionAppConfig").isMissingNode());
      }
    }
  }

  private static void flex(Evaluated variant, JsonNode config) {
    JsonNode scale = config.path("scaleAndConcurrency");
    assertTrue(Set.of(512, 2048, 4096).contains(scale.path("instanceMemoryMB").asInt()));
    int most = scale.path("maximumInstanceCount").asInt();
    assertTrue(most >= 40 && most <= 1000, () -> "maximumInstanceCount " + most);
    assertEquals("java", config.at("/runtime/name").asText());
    assertTrue(Set.of("17", "21").contains(config.at("/runtime/version").textValue()));
    JsonNode storage = config.at("/deployment/storage");
    assertEquals("blobContainer", storage.path("type").asText());
    assertEquals("UserAssignedIdentity", storage.at("/authentication/type").asText(), variant.name);
    String url = storage.path("value").asText();
    assertTrue(
        url.matches("https://stpkstate[a-z0-9]+\\.blob\\.core\\.windows\\.net/deployments"), url);
    for (JsonNode ready : scale.path("alwaysReady")) {
      String function = ready.path("name").asText().replaceFirst("^function:", "");
      assertTrue(AppFacts.functions().contains(function), ready::toString);
      assertTrue(ready.path("instanceCount").asInt() > 0, ready::toString);
    }
  }

  @ParameterizedTest
  @MethodSource("variants")
  void everySubscriptionHasOneDestinationAndKeepsToTheLimits(Evaluated variant) {
    String type = "Microsoft.EventGrid/systemTopics/eventSubscriptions";
    for (JsonNode subscription : variant.ofType(type)) {
      JsonNode p = subscription.path("properties");
      boolean direct = p.hasNonNull("destination");
      boolean byIdentity = p.hasNonNull("deliveryWithResourceIdentity");
      assertTrue(direct != byIdentity, () -> "one destination: " + p);
      JsonNode to =
          direct ? p.path("destination") : p.at("/deliveryWithResourceIdentity/destination");
      assertEquals(direct ? "AzureFunction" : "StorageQueue", to.path("endpointType").asText());
      if (direct) {
        String id = to.at("/properties/resourceId").asText();
        assertTrue(id.endsWith("/functions/IngestEvent"), id);
        assertTrue(AppFacts.functions().contains("IngestEvent"));
      } else {
        assertEquals(StorageNames.EVENT_QUEUE, to.at("/properties/queueName").asText());
        int seconds = to.at("/properties/queueMessageTimeToLiveInSeconds").asInt();
        assertTrue(seconds >= 60 && seconds <= 86_400, () -> "" + seconds);
      }
      assertTrue(
          p.hasNonNull("deadLetterWithResourceIdentity") && !p.hasNonNull("deadLetterDestination"));
      assertEquals("EventGridSchema", p.path("eventDeliverySchema").asText());
      int minutes = p.at("/retryPolicy/eventTimeToLiveInMinutes").asInt();
      int attempts = p.at("/retryPolicy/maxDeliveryAttempts").asInt();
      assertTrue(minutes >= 1 && minutes <= 60, () -> "minutes " + minutes);
      assertTrue(attempts >= 1 && attempts <= 30, () -> "attempts " + attempts);
      filter(p.path("filter"));
    }
  }

  private static void filter(JsonNode filter) {
    for (JsonNode type : filter.path("includedEventTypes")) {
      assertTrue(
          type.asText()
              .matches(
                  "Microsoft\\.Resources\\.Resource(Write|Delete|Action)Success"
                      + "|Microsoft\\.Storage\\.Blob(Created|Deleted)"),
          type.asText());
    }
    JsonNode filters = filter.path("advancedFilters");
    assertTrue(!filters.isEmpty() && filters.size() <= 25);
    int values = 0;
    for (JsonNode one : filters) {
      assertEquals("StringBeginsWith", one.path("operatorType").asText());
      values += one.path("values").size();
    }
    assertTrue(values >= 1 && values <= 25, "values " + values);
  }

  @Test
  void everyKindOfResourceThatTheAppListensToPassesTheFilter() {
    TreeSet<String> prefixes = new TreeSet<>();
    Evaluated.of("two-clusters-targets")
        .ofType("Microsoft.EventGrid/systemTopics/eventSubscriptions")
        .get(0)
        .at("/properties/filter/advancedFilters/0/values")
        .forEach(v -> prefixes.add(v.asText().toLowerCase(Locale.ROOT).replaceFirst("/$", "")));
    assertEquals(AppFacts.kindsOfEvents(), prefixes);
  }

  @ParameterizedTest
  @MethodSource("variants")
  void eachSourceHasOneTopicInTheRightPlace(Evaluated variant) {
    Set<String> sources = new HashSet<>();
    for (JsonNode topic : variant.ofType("Microsoft.EventGrid/systemTopics")) {
      String source = topic.at("/properties/source").asText();
      String type = topic.at("/properties/topicType").asText();
      assertTrue(sources.add(source.toLowerCase(Locale.ROOT)), source);
      boolean group = type.equals("Microsoft.Resources.ResourceGroups");
      assertTrue(group || type.equals("Microsoft.Storage.StorageAccounts"), type);
      assertEquals(group, "global".equals(topic.path("location").asText()));
      assertTrue(topic.path("id").asText().startsWith(group ? source + "/" : "/subscriptions/"));
    }
  }

  @Test
  void eventsComeFromEveryTargetThatWantsThemAndTheOtherTeamsTopicIsUsed() {
    List<String> subscriptions =
        Evaluated.of("two-clusters-targets")
            .ofType("Microsoft.EventGrid/systemTopics/eventSubscriptions")
            .stream()
            .map(s -> s.path("id").asText().replaceAll("/providers.*systemTopics", ""))
            .map(s -> s.replaceAll("evgt-poolkeeper-[a-z0-9]{13}", "OWN"))
            .sorted()
            .toList();
    String a = "/subscriptions/00000000-0000-0000-0000-00000000000a/resourceGroups/";
    String c = "/subscriptions/00000000-0000-0000-0000-00000000000c/resourceGroups/";
    String end = "/eventSubscriptions/poolkeeper-prod";
    assertEquals(
        List.of(
            a + "rg-events/evgt-of-the-network-team" + end,
            a + "rg-shop/OWN" + end,
            c + "rg-bank/OWN" + end),
        subscriptions);
    assertEquals(
        2, Evaluated.of("two-clusters-targets").ofType("Microsoft.EventGrid/systemTopics").size());
  }

  @Test
  void aTopicThatTheDocumentsAlreadyHaveIsUsed() {
    Evaluated closed = Evaluated.of("private");
    assertEquals(List.of(), closed.ofType("Microsoft.EventGrid/systemTopics"));
    assertEquals(
        "evgt-of-defender/poolkeeper-closed",
        closed.only("Microsoft.EventGrid/systemTopics/eventSubscriptions").path("name").asText());
  }

  @Test
  void eventsAreOffOrWaitForTheFunctionsWhereThatIsSaid() {
    String subscriptions = "Microsoft.EventGrid/systemTopics/eventSubscriptions";
    assertEquals(List.of(), Evaluated.of("china").ofType("Microsoft.EventGrid/systemTopics"));
    assertEquals(List.of(), Evaluated.of("china").ofType(subscriptions));
    assertEquals(1, Evaluated.of("unpublished").ofType("Microsoft.EventGrid/systemTopics").size());
    assertEquals(List.of(), Evaluated.of("unpublished").ofType(subscriptions));
    assertEquals(1, Evaluated.of("pushed").ofType(subscriptions).size());
    assertEquals(3, Evaluated.of("pushed-targets").ofType(subscriptions).size());
  }

  @ParameterizedTest
  @MethodSource("variants")
  void containersAndQueuesAreThoseThatTheAppKnows(Evaluated variant) {
    if (variant.ofType("Microsoft.Storage/storageAccounts").isEmpty()) {
      return;
    }
    TreeSet<String> state = new TreeSet<>(StorageNames.STATE_CONTAINERS);
    state.addAll(List.of("deployments", "dead-letters"));
    String containers = "Microsoft.Storage/storageAccounts/blobServices/containers";
    assertEquals(state, below(variant, containers, "stpkstate"));
    assertEquals(
        new TreeSet<>(StorageNames.DATA_CONTAINERS), below(variant, containers, "stpkdata"));
    assertEquals(
        new TreeSet<>(StorageNames.QUEUES),
        below(variant, "Microsoft.Storage/storageAccounts/queueServices/queues", "stpkstate"));
  }

  private static TreeSet<String> below(Evaluated variant, String type, String account) {
    TreeSet<String> names = new TreeSet<>();
    variant.ofType(type).stream()
        .map(r -> r.path("name").asText())
        .filter(name -> name.startsWith(account))
        .forEach(name -> names.add(name.replaceFirst(".*/", "")));
    return names;
  }

  @Test
  void onlyDocumentsAreVersionedAndTheirWritesLogged() {
    Evaluated sample = Evaluated.of("sample");
    for (JsonNode service : sample.ofType("Microsoft.Storage/storageAccounts/blobServices")) {
      boolean data = service.path("name").asText().startsWith("stpkdata");
      assertEquals(data, service.at("/properties/isVersioningEnabled").asBoolean());
      assertEquals(data, service.at("/properties/deleteRetentionPolicy/enabled").asBoolean());
    }
    JsonNode log = sample.only("Microsoft.Insights/diagnosticSettings");
    assertTrue(
        log.path("id")
            .asText()
            .matches(".*/storageAccounts/stpkdata[a-z0-9]+/blobServices/default/.*"));
    List<String> categories = new ArrayList<>();
    log.at("/properties/logs").forEach(l -> categories.add(l.path("category").asText()));
    assertEquals(List.of("StorageWrite", "StorageDelete"), categories);
    JsonNode workspace = sample.only("Microsoft.OperationalInsights/workspaces");
    assertEquals(workspace.path("id").asText(), log.at("/properties/workspaceId").asText());
    assertTrue(workspace.at("/properties/features/disableLocalAuth").asBoolean());
    JsonNode component = sample.only("Microsoft.Insights/components");
    assertTrue(component.at("/properties/DisableLocalAuth").asBoolean());
    assertEquals(
        workspace.path("id").asText(), component.at("/properties/WorkspaceResourceId").asText());
  }

  @Test
  void privateEndpointsLeadToWhatIsUsed() {
    List<String> groups =
        Evaluated.of("private").ofType("Microsoft.Network/privateEndpoints").stream()
            .map(
                e ->
                    e.at("/properties/privateLinkServiceConnections/0/properties/groupIds/0")
                        .asText())
            .sorted()
            .toList();
    assertEquals(List.of("blob", "blob", "queue", "sites", "table"), groups);
    assertEquals(
        3,
        Evaluated.of("private")
            .ofType("Microsoft.Network/privateEndpoints/privateDnsZoneGroups")
            .size());
  }

  @Test
  void mainPutsNothingIntoTheResourceGroupsOfOthers() {
    for (Evaluated variant : variants()) {
      if (variant.ofType("Microsoft.Web/sites").isEmpty()) {
        continue;
      }
      String group = variant.only("Microsoft.Resources/resourceGroups").path("id").asText();
      List<String> outside =
          variant.resources().stream()
              .map(r -> r.path("id").asText())
              .filter(id -> !id.equals(group) && !id.startsWith(group + "/"))
              .toList();
      assertEquals(List.of(), outside, "azd down would delete the resource groups of");
    }
  }
}
