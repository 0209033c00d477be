package io.poolkeeper.devstack.arm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is asked of a scope and not of a resource: providers, permissions of the caller, role and
 * deny assignments, locks, what policy would refuse. Read only: all of it is state, put there as
 * resources with their ARM ids; nothing here keeps a write from being carried out.
 */
final class Rights {
  private static final String AUTHORIZATION = "microsoft.authorization";
  private static final Pattern PRINCIPAL =
      Pattern.compile("(?i)(?:assignedTo\\(|principalId eq )\\s*'([^']*)'");
  private static final List<String> LISTS =
      List.of("permissions", "roleassignments", "denyassignments", "locks");

  private final ResourceStore store;

  Rights(ResourceStore store) {
    this.store = store;
  }

  /** Null if the request is for a resource. */
  List<JsonNode> list(Request request, ArmId id, Options options) {
    String key = id.key();
    int at = key.lastIndexOf("/providers/" + AUTHORIZATION + "/");
    String kind = key.substring(key.lastIndexOf('/') + 1);
    if (at < 0 || !LISTS.contains(kind) || !key.endsWith(AUTHORIZATION + "/" + kind)) {
      return null;
    }
    String scope = key.substring(0, at);
    if (kind.equals("permissions")) {
      return permissions(scope, options);
    }
    String filter = request.parameter("$filter");
    Matcher principal = PRINCIPAL.matcher(filter);
    String who = principal.find() ? principal.group(1) : "";
    boolean below = !Json.lower(filter).contains("atscope()");
    return at(scope, kind, below).stream()
        .filter(one -> who.isEmpty() || !kind.equals("roleassignments") || isOf(one, who))
        .toList();
  }

  private static boolean isOf(JsonNode assignment, String principal) {
    return Json.text(assignment, "properties", "principalId").equalsIgnoreCase(principal);
  }

  /** Assignments or locks whose scope is the given one, above it, or if wanted below it. */
  private List<JsonNode> at(String scope, String kind, boolean below) {
    String marker = "/providers/" + AUTHORIZATION + "/" + kind + "/";
    List<JsonNode> found = new ArrayList<>();
    for (ResourceStore.Entry entry : store.all()) {
      String key = entry.id().key();
      int end = key.lastIndexOf(marker);
      String own = end < 0 ? "" : key.substring(0, end);
      if (end >= 0 && (within(scope, own) || below && within(own, scope))) {
        found.add(entry.node());
      }
    }
    return found;
  }

  private static boolean within(String inner, String outer) {
    return inner.equals(outer) || inner.startsWith(outer + "/");
  }

  /** Nobody named: an owner. Else what the roles of that principal say, one entry per role. */
  private List<JsonNode> permissions(String scope, Options options) {
    List<JsonNode> found = new ArrayList<>();
    if (options.caller.isEmpty()) {
      ObjectNode owner = Json.object();
      owner.putArray("actions").add("*");
      owner.putArray("notActions");
      return List.of(owner);
    }
    for (JsonNode assignment : at(scope, "roleassignments", false)) {
      ObjectNode role =
          store.get(Json.lower(Json.text(assignment, "properties", "roleDefinitionId")));
      if (role != null && isOf(assignment, options.caller)) {
        found.addAll(Json.items(role, "properties", "permissions"));
      }
    }
    return found;
  }

  static Reply provider(ArmId id, Options options) {
    boolean missing =
        options.unregisteredProviders.stream().anyMatch(id.namespace()::equalsIgnoreCase);
    ObjectNode body = Json.object().put("id", id.text()).put("namespace", id.namespace());
    body.put("registrationState", missing ? "NotRegistered" : "Registered");
    body.putArray("resourceTypes");
    return Reply.of(200, body);
  }

  /** The POSTs that only read; null if it is none of them. */
  Reply post(Request request, ArmId id) throws IOException {
    if (id.is("Microsoft.PolicyInsights", "checkPolicyRestrictions")) {
      return policy(id, Json.MAPPER.readTree(request.body()));
    }
    if (id.is("Microsoft.Web", "sites", "config", "list")
        && id.name(1).equalsIgnoreCase("appsettings")) {
      ObjectNode settings = store.get(Json.lower(id.upTo(4)));
      return settings == null ? Reply.resourceNotFound(id) : Reply.of(200, settings);
    }
    return null;
  }

  /** Policy assignments at or above the group whose definition denies the type, and no more. */
  private Reply policy(ArmId id, JsonNode asked) {
    String type = Json.text(asked, "resourceDetails", "resourceContent", "type");
    String scope =
        Json.lower("/subscriptions/" + id.subscription() + "/resourceGroups/" + id.group());
    ObjectNode body = Json.object();
    body.putArray("fieldRestrictions");
    ArrayNode evaluations = body.putObject("contentEvaluationResult").putArray("policyEvaluations");
    for (JsonNode assignment : at(scope, "policyassignments", false)) {
      String definition = Json.text(assignment, "properties", "policyDefinitionId");
      JsonNode rule = Json.at(store.get(Json.lower(definition)), "properties", "policyRule");
      boolean hit =
          Json.text(rule, "if", "field").equals("type")
              && Json.text(rule, "if", "equals").equalsIgnoreCase(type)
              && Json.text(rule, "then", "effect").equalsIgnoreCase("deny");
      if (hit) {
        ObjectNode evaluation = evaluations.addObject();
        ObjectNode info = evaluation.putObject("policyInfo");
        info.put("policyDefinitionId", definition);
        info.put("policyAssignmentId", Json.text(assignment, "id"));
        evaluation.put("evaluationResult", "NonCompliant");
        evaluation.putObject("effectDetails").put("policyEffect", "Deny");
      }
    }
    return Reply.of(200, body);
  }
}
