package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.doctor.ArmReads.Read;
import io.poolkeeper.cli.doctor.Finding.Code;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;

/** What the app needs in one resource group, and what stands in its way there. */
final class GroupCheck {
  private static final String EVERYONE = "00000000-0000-0000-0000-000000000000";
  private static final String POOLS = "Microsoft.Network/loadBalancers/backendAddressPools";

  private final ArmReads arm;
  private final Rights rights;
  private final Diagnosis diagnosis;

  GroupCheck(ArmReads arm, Rights rights, Diagnosis diagnosis) {
    this.arm = arm;
    this.rights = rights;
    this.diagnosis = diagnosis;
  }

  void check(Target target) {
    String group = target.group().text();
    Read there = arm.get(group, "2021-04-01");
    if (there.missing()) {
      diagnosis.add(
          Code.NOT_FOUND,
          group,
          "a resource group",
          there.said(),
          "check name, subscription and login (az account show)");
      return;
    }
    if (!there.ok()) {
      diagnosis.unreadable(group, there, "Reader on the resource group");
    }
    permissions(target);
    denied(target);
    if (target.holds().contains(Holding.LOAD_BALANCERS)) {
      locks(group);
      policy(group);
    }
  }

  private void permissions(Target target) {
    String group = target.group().text();
    Rights.Answer answer = rights.at(group);
    answer
        .failed()
        .ifPresent(read -> diagnosis.unreadable(group, read, "Reader on the subscription"));
    if (answer.permissions().isEmpty()) {
      return;
    }
    SortedSet<String> missing = answer.permissions().get().missing(target.actions());
    if (missing.isEmpty()) {
      diagnosis.inOrder(
          "%s has all %d actions for %s in %s"
              .formatted(
                  rights.who(), target.actions().size(), target.words(), target.group().name()));
    } else {
      diagnosis.add(
          Code.MISSING_PERMISSION,
          group,
          rights.who() + " may " + String.join(", ", missing),
          "no role at or above this scope that allows it without a condition",
          "deploy infra/access.bicep into the group (docs/deploy.md), or give a role with these"
              + " actions; a new assignment takes minutes to be in force");
    }
  }

  private void denied(Target target) {
    String group = target.group().text();
    Read read = arm.list(group + Rights.AUTHORIZATION + "denyAssignments", Rights.API, "");
    if (!read.ok()) {
      diagnosis.unreadable(group, read, "Reader on the resource group");
      return;
    }
    boolean any = false;
    for (JsonNode assignment : read.value()) {
      JsonNode deny = assignment.path("properties");
      Permissions what = Permissions.of(deny.path("permissions"));
      SortedSet<String> hit = new java.util.TreeSet<>(target.actions());
      hit.removeIf(action -> !what.action(action));
      if (!hit.isEmpty() && reaches(deny, group) && concerns(deny)) {
        any = true;
        diagnosis.add(
            Code.DENY_ASSIGNMENT,
            group,
            "nothing that denies " + String.join(", ", hit),
            "deny assignment '" + deny.path("denyAssignmentName").asText() + "'",
            "no role helps: ask who manages the scope (AKS Automatic, a managed application, a"
                + " deployment stack); in a node resource group only observe (README, profile P4)");
      }
    }
    if (!any) {
      diagnosis.inOrder("no deny assignment is in the way in " + target.group().name());
    }
  }

  private static boolean reaches(JsonNode deny, String group) {
    String scope = deny.path("scope").asText(group);
    return deny.path("doNotApplyToChildScopes").asBoolean(false)
        ? scope.equalsIgnoreCase(group)
        : Rights.covers(scope, group) || Rights.covers(group, scope);
  }

  /** Group memberships are not known here: without a principal everything that denies is named. */
  private boolean concerns(JsonNode deny) {
    Optional<String> principal = rights.principal();
    if (principal.isEmpty()) {
      return true;
    }
    return names(deny.path("principals"), Set.of(principal.get(), EVERYONE))
        && !names(deny.path("excludePrincipals"), Set.of(principal.get()));
  }

  private static boolean names(JsonNode principals, Set<String> ids) {
    for (JsonNode one : principals) {
      if (ids.stream().anyMatch(one.path("id").asText()::equalsIgnoreCase)) {
        return true;
      }
    }
    return false;
  }

  private void locks(String group) {
    Read read = arm.list(group + Rights.AUTHORIZATION + "locks", "2020-05-01", "");
    if (!read.ok()) {
      diagnosis.unreadable(group, read, "Reader on the resource group");
      return;
    }
    boolean any = false;
    for (JsonNode lock : read.value()) {
      if (lock.at("/properties/level").asText().equalsIgnoreCase("ReadOnly")) {
        any = true;
        diagnosis.add(
            Code.LOCKED,
            lock.path("id").asText(),
            "no read-only lock: writes of pools would end with 409 ScopeLocked",
            "lock '" + lock.path("name").asText() + "', level ReadOnly",
            "no role helps: take the lock away or make it CanNotDelete, or only observe");
      }
    }
    if (!any) {
      diagnosis.inOrder("no read-only lock in " + group);
    }
  }

  private void policy(String group) {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    ObjectNode content = body.putObject("resourceDetails").putObject("resourceContent");
    content.put("type", POOLS).putObject("properties");
    Read read =
        arm.post(
            group + "/providers/Microsoft.PolicyInsights/checkPolicyRestrictions",
            "2022-03-01",
            Optional.of(body));
    if (!read.ok()) {
      diagnosis.unreadable(
          group, read, "a role with Microsoft.PolicyInsights/checkPolicyRestrictions/read");
      return;
    }
    boolean any = false;
    for (JsonNode one : read.value().at("/contentEvaluationResult/policyEvaluations")) {
      String effect = one.at("/effectDetails/policyEffect").asText("Deny");
      if (one.path("evaluationResult").asText().equals("NonCompliant")
          && effect.equalsIgnoreCase("Deny")) {
        any = true;
        diagnosis.add(
            Code.POLICY_DENIES,
            group,
            "no policy that refuses " + POOLS + " (403 RequestDisallowedByPolicy)",
            "assignment " + one.at("/policyInfo/policyAssignmentId").asText(),
            "no role helps: ask the policy's owner for an exemption of this resource group");
      }
    }
    if (!any) {
      diagnosis.inOrder("no policy is known to refuse pools in " + group);
    }
  }
}
