package io.poolkeeper.azure.arm;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Azure's error codes that decide what a failed call means, each with where it was seen. */
final class KnownCodes {
  private KnownCodes() {}

  /**
   * Something else is going on with the resource; the same request may work later. Also with status
   * 429, where they are no throttling. bicep#5132 (AnotherOperationInProgress), tectonic-installer
   * #1460 (RetryableError with ReferencedResourceNotProvisioned), Azure documentation "Understand
   * how Azure Resource Manager throttles requests" (RetryableErrorDueToAnotherOperation).
   */
  static final Set<String> BUSY =
      Set.of(
          "AnotherOperationInProgress",
          "RetryableError",
          "RetryableErrorDueToAnotherOperation",
          "ReferencedResourceNotProvisioned");

  /** terraform-azurerm-caf#389: a later write canceled ours. */
  static final Set<String> SUPERSEDED = Set.of("CanceledAndSupersededDueToAnotherOperation");

  /** Azure documentation "Troubleshoot common Azure deployment errors", authorization. */
  static final Set<String> FORBIDDEN =
      Set.of(
          "AuthorizationFailed",
          "LinkedAuthorizationFailed",
          "DenyAssignmentAuthorizationFailed",
          "RequestDisallowedByPolicy",
          "ScopeLocked",
          "InvalidAuthenticationToken",
          "InvalidAuthenticationTokenTenant",
          "ReadOnlyDisabledSubscription");

  /**
   * Azure documentation "Troubleshoot Azure Load Balancer error codes" (azure-docs PR 124508 for
   * the ports).
   */
  static final Set<String> LIMIT =
      Set.of(
          "SpecifiedAllocatedOutboundPortsForOutboundRuleExceedsTotalNumberOfAvailablePorts",
          "SpecifiedAllocatedOutboundPortsForOutboundRuleExceedsTotalNumberOfAllowedPortsPerRule",
          "MaxAvailabilitySetsInLoadBalancerReached",
          "SubscriptionQuotaExceeded",
          "QuotaExceeded",
          "ResourceQuotaExceeded");

  /** Azure names further limits in this way; the codes for pool size and rules are unpublished. */
  private static final Pattern LIMIT_NAME =
      Pattern.compile(
          "(?i).*(limit|quota|capacity|count)(is)?(reached|exceeded)|max\\w+(reached|exceeded)"
              + "|.*exceeds(total|max|limit|allowed)\\w*");

  /**
   * "... cannot have more than 299 NAT or load balancing rules combined" (azure-docs#47423), "...
   * exceeds total number of available ports" (AzLoadBalancerMigration#114).
   */
  private static final List<Pattern> LIMIT_TEXTS =
      List.of(
          Pattern.compile("(?i)cannot have more than \\d+"),
          Pattern.compile("(?i)exceeds (the )?(total|max(imum)?) (number|limit)"));

  static boolean isLimit(ArmError error) {
    return error.hasAny(LIMIT)
        || error.codes().stream().anyMatch(code -> LIMIT_NAME.matcher(code).matches())
        || error.texts().stream()
            .anyMatch(text -> LIMIT_TEXTS.stream().anyMatch(p -> p.matcher(text).find()));
  }
}
