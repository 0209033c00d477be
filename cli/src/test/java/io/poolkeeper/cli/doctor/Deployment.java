package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.azure.storage.StorageNames;
import io.poolkeeper.devstack.arm.ArmSimulator;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that a whole deployment consists of, as ARM shows it; each resource can be taken away. */
final class Deployment {
  static final ObjectMapper JSON = new ObjectMapper();
  static final String SUBSCRIPTION = "/subscriptions/00000000-0000-0000-0000-000000000001";
  static final String OWN = SUBSCRIPTION + "/resourceGroups/rg-pk";
  static final String SHOP = SUBSCRIPTION + "/resourceGroups/rg-shop";
  static final String NET = SUBSCRIPTION + "/resourceGroups/rg-net";
  static final String STATE = OWN + "/providers/Microsoft.Storage/storageAccounts/state";
  static final String DATA = OWN + "/providers/Microsoft.Storage/storageAccounts/data";
  static final String APP = OWN + "/providers/Microsoft.Web/sites/func-pk";
  static final String SETTINGS = APP + "/config/appsettings";
  static final String PRINCIPAL = "11111111-1111-1111-1111-111111111111";
  static final String AUTHORIZATION = "/providers/Microsoft.Authorization/";
  private static final String CLIENT = "22222222-2222-2222-2222-222222222222";
  private static final String BLOBS =
      "Microsoft.Storage/storageAccounts/blobServices/containers/blobs/";
  private static final String QUEUES =
      "Microsoft.Storage/storageAccounts/queueServices/queues/messages/";

  private final Map<String, ObjectNode> resources = new LinkedHashMap<>();

  Deployment() {
    app();
    account(STATE, StorageNames.STATE_CONTAINERS, StorageNames.QUEUES);
    account(DATA, StorageNames.DATA_CONTAINERS, List.of());
    role(SHOP, "shop", actions(Holding.LOAD_BALANCERS, Holding.MACHINES), List.of());
    role(NET, "net", Holding.NETWORK.actions(), List.of());
    role(SUBSCRIPTION, "blob-owner", List.of(), List.of(BLOBS + "*"));
    role(SUBSCRIPTION, "blob-reader", List.of(), List.of(BLOBS + "read"));
    role(SUBSCRIPTION, "queue-contributor", List.of(), List.of(QUEUES + "*"));
    assign(SHOP, SHOP, "shop");
    assign(NET, NET, "net");
    assign(STATE, SUBSCRIPTION, "blob-owner");
    assign(STATE, SUBSCRIPTION, "queue-contributor");
    for (String container : StorageNames.DATA_CONTAINERS) {
      assign(DATA + "/blobServices/default/containers/" + container, SUBSCRIPTION, "blob-reader");
    }
    topic(SHOP, SHOP, EventCheck.OF_RESOURCES);
    topic(NET, NET, EventCheck.OF_RESOURCES);
    topic(OWN, DATA, EventCheck.OF_DOCUMENTS);
  }

  private static List<String> actions(Holding one, Holding two) {
    return java.util.stream.Stream.concat(one.actions().stream(), two.actions().stream()).toList();
  }

  ObjectNode put(String id) {
    ObjectNode resource = JSON.createObjectNode().put("id", id);
    resource.put("name", id.substring(id.lastIndexOf('/') + 1)).putObject("properties");
    resources.put(id, resource);
    return resource;
  }

  ObjectNode properties(String id) {
    return (ObjectNode) resources.get(id).path("properties");
  }

  void remove(String id) {
    if (resources.remove(id) == null) {
      throw new AssertionError("nothing to take away: " + id);
    }
  }

  private void app() {
    ObjectNode site = put(APP);
    ((ObjectNode) site.path("properties")).put("state", "Running");
    site.putObject("identity")
        .put("type", "UserAssigned")
        .putObject("userAssignedIdentities")
        .putObject(OWN + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/id-app")
        .put("principalId", PRINCIPAL)
        .put("clientId", CLIENT);
    put(SETTINGS);
    ObjectNode settings = properties(SETTINGS);
    for (String prefix : List.of("STATE", "DATA")) {
      String name = "POOLKEEPER_" + prefix;
      String host = prefix.toLowerCase(java.util.Locale.ROOT);
      settings.put(name + "__credential", "managedidentity").put(name + "__clientId", CLIENT);
      settings.put(name + "__blobServiceUri", "https://" + host + ".blob.core.windows.net");
    }
    settings.put("POOLKEEPER_STATE__queueServiceUri", "https://state.queue.core.windows.net");
    settings.put(
        "POOLKEEPER_SCOPE",
        "{\"shop\":{\"loadBalancers\":[\""
            + SHOP
            + "\"],\"subnets\":[\""
            + NET
            + "/providers/Microsoft.Network/virtualNetworks/vnet/subnets/nodes\"]}}");
  }

  private void account(String id, Collection<String> containers, Collection<String> queues) {
    put(id);
    String host = id.substring(id.lastIndexOf('/') + 1);
    properties(id)
        .putObject("primaryEndpoints")
        .put("blob", "https://" + host + ".blob.core.windows.net/");
    properties(id)
        .put("publicNetworkAccess", "Enabled")
        .putObject("networkAcls")
        .put("defaultAction", "Allow");
    containers.forEach(name -> put(id + "/blobServices/default/containers/" + name));
    queues.forEach(name -> put(id + "/queueServices/default/queues/" + name));
  }

  static String roleId(String scope, String name) {
    return scope + AUTHORIZATION + "roleDefinitions/" + name;
  }

  private void role(
      String scope, String name, Collection<String> actions, Collection<String> data) {
    put(roleId(scope, name));
    ObjectNode permission = properties(roleId(scope, name)).putArray("permissions").addObject();
    actions.forEach(permission.putArray("actions")::add);
    permission.putArray("notActions");
    data.forEach(permission.putArray("dataActions")::add);
    permission.putArray("notDataActions");
  }

  static String assignmentId(String scope, String role) {
    return scope + AUTHORIZATION + "roleAssignments/app-" + role;
  }

  private void assign(String scope, String roleScope, String role) {
    put(assignmentId(scope, role));
    properties(assignmentId(scope, role))
        .put("roleDefinitionId", roleId(roleScope, role))
        .put("principalId", PRINCIPAL)
        .put("principalType", "ServicePrincipal")
        .put("scope", scope);
  }

  static String topicId(String group, String source) {
    String name = source.substring(source.lastIndexOf('/') + 1);
    return group + "/providers/Microsoft.EventGrid/systemTopics/of-" + name;
  }

  private void topic(String group, String source, Collection<String> types) {
    String topic = topicId(group, source);
    put(topic);
    properties(topic).put("source", source).put("provisioningState", "Succeeded");
    put(topic + "/eventSubscriptions/poolkeeper");
    ObjectNode properties = properties(topic + "/eventSubscriptions/poolkeeper");
    properties.put("provisioningState", "Succeeded");
    ObjectNode to = properties.putObject("deliveryWithResourceIdentity").putObject("destination");
    to.put("endpointType", "StorageQueue");
    to.putObject("properties").put("resourceId", STATE).put("queueName", StorageNames.EVENT_QUEUE);
    types.forEach(properties.putObject("filter").putArray("includedEventTypes")::add);
  }

  void into(ArmSimulator arm) {
    ObjectNode snapshot = JSON.createObjectNode();
    ArrayNode all = snapshot.putArray("otherResources");
    for (String group : List.of(OWN, SHOP, NET)) {
      // A group is there in Azure also where nothing is in it.
      all.addObject()
          .put("name", "keeps-the-group")
          .put("id", group + "/providers/Microsoft.Network/publicIPAddresses/keeps-the-group");
    }
    resources.values().forEach(all::add);
    arm.load(snapshot);
  }
}
