package io.poolkeeper.cli.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.cli.doctor.ArmReads.Read;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Whose rights are looked at: those of one principal by its role assignments, or the caller's. */
final class Rights {
  static final String API = "2022-04-01";
  static final String AUTHORIZATION = "/providers/Microsoft.Authorization/";

  private final ArmReads arm;
  private final Optional<String> principal;
  private final Map<String, Read> assignments = new HashMap<>();
  private final Map<String, Read> roles = new HashMap<>();

  /**
   * @param principal object id; empty: who calls
   */
  Rights(ArmReads arm, Optional<String> principal) {
    this.arm = arm;
    this.principal = principal;
  }

  Optional<String> principal() {
    return principal;
  }

  String who() {
    return principal.map(id -> "principal " + id).orElse("the caller");
  }

  /** Either what is allowed, or the read that did not succeed. */
  record Answer(Optional<Permissions> permissions, Optional<Read> failed) {}

  /** What the roles at and above a scope allow there. */
  Answer at(String scope) {
    return principal.isPresent() ? ofPrincipal(scope, principal.get()) : ofCaller(scope);
  }

  private Answer ofCaller(String scope) {
    Read read = arm.list(scope + AUTHORIZATION + "permissions", API, "");
    return read.ok()
        ? new Answer(Optional.of(Permissions.of(read.value())), Optional.empty())
        : new Answer(Optional.empty(), Optional.of(read));
  }

  private Answer ofPrincipal(String scope, String id) {
    String subscription = String.join("/", List.of(scope.split("/")).subList(0, 3));
    Read listed =
        assignments.computeIfAbsent(
            subscription.toLowerCase(Locale.ROOT),
            key ->
                arm.list(
                    subscription + AUTHORIZATION + "roleAssignments",
                    API,
                    "&$filter=assignedTo('" + id + "')"));
    if (!listed.ok()) {
      return new Answer(Optional.empty(), Optional.of(listed));
    }
    Permissions all = new Permissions(List.of());
    for (String role : rolesAt(scope, listed.value())) {
      Read definition = roles.computeIfAbsent(role, key -> arm.get(role, API));
      if (!definition.ok()) {
        return new Answer(Optional.empty(), Optional.of(definition));
      }
      all = all.and(Permissions.of(definition.value().at("/properties/permissions")));
    }
    return new Answer(Optional.of(all), Optional.empty());
  }

  /** A condition may let through less than the role, so such an assignment counts for nothing. */
  private static List<String> rolesAt(String scope, JsonNode assignments) {
    List<String> roles = new ArrayList<>();
    for (JsonNode assignment : assignments) {
      JsonNode properties = assignment.path("properties");
      String given = properties.path("scope").asText(scopeOf(assignment.path("id").asText()));
      if (covers(given, scope) && properties.path("condition").asText("").isEmpty()) {
        roles.add(properties.path("roleDefinitionId").asText());
      }
    }
    return roles;
  }

  private static String scopeOf(String assignment) {
    int end = assignment.lastIndexOf(AUTHORIZATION);
    return end < 0 ? "" : assignment.substring(0, end);
  }

  /** Management groups stand above every subscription that lists their assignments. */
  static boolean covers(String outer, String inner) {
    String above = outer.toLowerCase(Locale.ROOT);
    String below = inner.toLowerCase(Locale.ROOT);
    return above.isEmpty()
        || above.equals("/")
        || above.startsWith("/providers/microsoft.management/")
        || below.equals(above)
        || below.startsWith(above + "/");
  }
}
