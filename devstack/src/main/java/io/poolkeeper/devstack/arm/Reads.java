package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** GET and HEAD of resources, children, lists, resource groups and operations. */
final class Reads {
  private static final String SCALE_SET = "microsoft.compute/virtualmachinescalesets";
  private final ResourceStore store;
  private final Operations operations;
  private final Views views;
  private final Rights rights;

  Reads(ResourceStore store, Operations operations, Views views) {
    this.store = store;
    this.operations = operations;
    this.views = views;
    this.rights = new Rights(store);
  }

  /** A POST that only reads. */
  Reply post(Request request, ArmId id) {
    try {
      Reply reply = rights.post(request, id);
      return reply != null
          ? reply
          : Reply.gatewayError(
              405, "MethodNotAllowed", "The method POST is not served on " + request.path() + ".");
    } catch (IOException e) {
      return Reply.gatewayError(
          400, "InvalidRequestContent", "The request content was invalid: " + e.getMessage());
    }
  }

  Reply get(Request request, ArmId id, boolean stale, Options options) {
    if (id.type(0).equalsIgnoreCase("locations")) {
      return operation(request, id, options);
    }
    if (!store.hasSubscription(id.subscription())) {
      return Reply.gatewayError(
          404,
          "SubscriptionNotFound",
          "The subscription '" + id.subscription() + "' could not be found.");
    }
    if (!id.group().isEmpty() && !store.hasGroup(id)) {
      return Reply.groupNotFound(id);
    }
    if (id.namespace().isEmpty()) {
      return groups(request, id, options);
    }
    if (id.isProvider()) {
      return Rights.provider(id, options);
    }
    List<JsonNode> ofScope = rights.list(request, id, options);
    if (ofScope != null) {
      return page(request, ofScope, options);
    }
    return id.isCollection() ? list(request, id, stale, options) : single(request, id, stale);
  }

  private Reply operation(Request request, ArmId id, Options options) {
    boolean results = id.type(1).equalsIgnoreCase("operationResults");
    Operation operation =
        results ? operations.byId(id.name(1)) : operations.poll(id.name(1), request.rawQuery());
    if (operation == null || !operation.query().equals(request.rawQuery())) {
      return Reply.error(
          404, "NotFound", "Operation " + id.name(1) + " with these parameters was not found.");
    }
    if (results) {
      return Reply.of(operation.running() ? 202 : 204, null);
    }
    ObjectNode body = Json.object().put("status", operation.status);
    if (operation.error != null) {
      body.set("error", operation.error);
    }
    Reply reply = Reply.of(200, body);
    return operation.running() && options.pollRetryAfterSeconds > 0
        ? reply.with("Retry-After", String.valueOf(options.pollRetryAfterSeconds))
        : reply;
  }

  private Reply groups(Request request, ArmId id, Options options) {
    if (id.isGroup()) {
      return request.method().equals("HEAD")
          ? Reply.of(204, null)
          : Reply.of(200, groupBody(store.group(id), store));
    }
    if (id.steps().isEmpty()) {
      ObjectNode body = Json.object().put("id", "/subscriptions/" + id.subscription());
      return Reply.of(200, body.put("subscriptionId", id.subscription()).put("state", "Enabled"));
    }
    List<JsonNode> found = new ArrayList<>();
    store.groups(id.subscription()).forEach(g -> found.add(groupBody(g, store)));
    return page(request, found, options);
  }

  static ObjectNode groupBody(ArmId group, ResourceStore store) {
    ObjectNode body = Json.object().put("id", group.text()).put("name", group.group());
    body.put("type", "Microsoft.Resources/resourceGroups").put("location", "westeurope");
    if (!store.groupTags(group).isEmpty()) {
      body.set("tags", store.groupTags(group));
    }
    body.putObject("properties").put("provisioningState", "Succeeded");
    return body;
  }

  private Reply single(Request request, ArmId id, boolean stale) {
    String expand = Json.lower(request.parameter("$expand"));
    ObjectNode whole = views.show(id.key(), stale, expand.equals("subnets/ipconfigurations"));
    if (whole != null) {
      return found(whole);
    }
    if (id.steps().size() != 4) {
      return Reply.resourceNotFound(id);
    }
    if (store.get(id.rootKey()) == null) {
      return Reply.resourceNotFound(id);
    }
    ObjectNode child =
        id.type(1).equalsIgnoreCase("subnets")
            ? subnet(id, stale, expand.equals("ipconfigurations"))
            : views.showChild(id, stale);
    return child == null ? Reply.childNotFound(id) : found(child);
  }

  private ObjectNode subnet(ArmId id, boolean stale, boolean expand) {
    return ResourceStore.child(views.show(id.rootKey(), stale, expand), id.type(1), id.name(1));
  }

  private static Reply found(ObjectNode body) {
    return new Reply(200, body, Views.etagHeader(body));
  }

  private Reply list(Request request, ArmId id, boolean stale, Options options) {
    if (id.steps().size() == 1) {
      List<JsonNode> found = new ArrayList<>();
      for (ResourceStore.Entry entry : store.ofType(Json.lower(id.fullType()))) {
        boolean here = entry.id().subscription().equalsIgnoreCase(id.subscription());
        if (here && (id.group().isEmpty() || entry.id().group().equalsIgnoreCase(id.group()))) {
          found.add(views.show(entry.id().key(), stale, false));
        }
      }
      Reply reply = page(request, found, options);
      return id.type(0).equalsIgnoreCase("natGateways")
          ? reply.with("x-ms-original-request-ids", "00000000-0000-0000-0000-000000000000")
          : reply;
    }
    if (id.kind().startsWith(SCALE_SET + "/")
        && id.type(id.steps().size() / 2).equalsIgnoreCase("networkInterfaces")) {
      return scaleSetNics(request, id, options);
    }
    ObjectNode parent = views.show(id.rootKey(), stale, false);
    if (parent == null) {
      return Reply.resourceNotFound(id);
    }
    if (id.is("Microsoft.Network", "loadBalancers", "networkInterfaces")) {
      return page(request, nicsBehind(id.rootKey(), parent), options);
    }
    if (id.is("Microsoft.Network", "networkInterfaces", "loadBalancers")) {
      return page(request, balancersOf(parent, stale), options);
    }
    ArrayNode children = ResourceStore.childArray(parent, id.type(1));
    return page(request, children == null ? stored(id) : Json.items(children), options);
  }

  /** Children that are resources of their own, as containers of a storage account. */
  private List<JsonNode> stored(ArmId collection) {
    String prefix = collection.key() + "/";
    return store.all().stream()
        .filter(e -> e.id().steps().size() == collection.steps().size() + 1)
        .filter(e -> e.id().key().startsWith(prefix))
        .map(e -> (JsonNode) e.node())
        .toList();
  }

  private Reply scaleSetNics(Request request, ArmId id, Options options) {
    String scaleSet = id.rootKey() + "/";
    String wanted = id.steps().size() == 5 ? Json.lower(id.upTo(4)) + "/" : scaleSet;
    boolean known = store.get(id.rootKey()) != null;
    List<JsonNode> found = new ArrayList<>();
    for (ResourceStore.Entry nic : store.ofType(ResourceStore.UNIFORM_NIC)) {
      known |= nic.id().key().startsWith(scaleSet);
      if (nic.id().key().startsWith(wanted)) {
        found.add(nic.node());
      }
    }
    return known ? page(request, found, options) : Reply.resourceNotFound(id);
  }

  private List<JsonNode> nicsBehind(String balancerKey, ObjectNode balancer) {
    Set<String> listed = new HashSet<>();
    for (JsonNode pool : Json.items(balancer, "properties", "backendAddressPools")) {
      Json.items(pool, "properties", "backendIPConfigurations")
          .forEach(c -> listed.add(Json.id(c)));
    }
    List<JsonNode> found = new ArrayList<>();
    for (ResourceStore.Entry nic : store.nics()) {
      if (Views.namesPoolOf(nic.node(), balancerKey, listed)) {
        found.add(nic.node());
      }
    }
    return found;
  }

  private List<JsonNode> balancersOf(ObjectNode nic, boolean stale) {
    List<JsonNode> found = new ArrayList<>();
    for (ResourceStore.Entry balancer : store.ofType("microsoft.network/loadbalancers")) {
      if (Views.namesPoolOf(nic, balancer.id().key(), Set.of())) {
        found.add(views.show(balancer.id().key(), stale, false));
      }
    }
    return found;
  }

  /** One page; the token is opaque to clients and says where the next page starts. */
  private static Reply page(Request request, List<JsonNode> items, Options options) {
    int from = 0;
    String token = request.parameter("$skipToken");
    try {
      from =
          token.isEmpty()
              ? 0
              : Integer.parseInt(
                  new String(Base64.getUrlDecoder().decode(token), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      from = -1;
    }
    if (from < 0 || from > items.size()) {
      return Reply.error(400, "InvalidSkipToken", "The skip token '" + token + "' is not valid.");
    }
    int to = options.pageSize > 0 ? Math.min(items.size(), from + options.pageSize) : items.size();
    ObjectNode body = Json.object();
    body.putArray("value").addAll(items.subList(from, to));
    if (to < items.size()) {
      String next =
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(String.valueOf(to).getBytes(StandardCharsets.UTF_8));
      StringBuilder query = new StringBuilder();
      for (String pair : request.rawQuery().split("&")) {
        String name = Json.lower(pair);
        if (!name.startsWith("$skiptoken=") && !name.startsWith("%24skiptoken=")) {
          query.append(pair).append('&');
        }
      }
      body.put("nextLink", request.base() + request.path() + "?" + query + "%24skipToken=" + next);
    }
    return Reply.of(200, body);
  }
}
