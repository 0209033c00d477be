package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rows of the design's table of failures, as answers to the PUT. */
class PutFailuresTest {
  private final ManualTime time = new ManualTime();

  private Written put(FakeArm arm) {
    return new ArmLoadBalancers(arm.client(), time, Duration.ofMinutes(3))
        .put(
            Texts.poolOf("10.0.0.1", "10.0.0.3"),
            Texts.adding("10.0.0.2", "fd00::a"),
            Texts.VNET,
            "W/\"old\"",
            "request-1",
            () -> true);
  }

  @ParameterizedTest(name = "{0} {1}: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "412 | PreconditionFailed | Etag mismatch | STALE",
        "409 | AnotherOperationInProgress | m | BUSY",
        "429 | RetryableError | m | BUSY",
        "429 | RetryableErrorDueToAnotherOperation | m | BUSY",
        "409 | ReferencedResourceNotProvisioned | m | BUSY",
        "400 | ReferencedResourceNotProvisioned | m | BUSY",
        "429 | TooManyRequests | m | THROTTLED",
        "429 | SubscriptionRequestsThrottled | m | THROTTLED",
        "409 | CanceledAndSupersededDueToAnotherOperation | m | SUPERSEDED",
        "401 | InvalidAuthenticationToken | m | FORBIDDEN",
        "403 | AuthorizationFailed | m | FORBIDDEN",
        "403 | LinkedAuthorizationFailed | m | FORBIDDEN",
        "403 | DenyAssignmentAuthorizationFailed | m | FORBIDDEN",
        "403 | RequestDisallowedByPolicy | m | FORBIDDEN",
        "409 | ScopeLocked | m | FORBIDDEN",
        "409 | ReadOnlyDisabledSubscription | m | FORBIDDEN",
        "404 | NotFound | Resource x not found | POOL_NOT_FOUND",
        "404 | ResourceNotFound | The Resource 'Microsoft.Network/loadBalancers/lb' was not found | LB_NOT_FOUND",
        "404 | ParentResourceNotFound | m | LB_NOT_FOUND",
        "404 | ResourceGroupNotFound | m | LB_NOT_FOUND",
        "404 | SubscriptionNotFound | m | FORBIDDEN",
        "404 | SomethingElse | m | REFUSED",
        "400 | MaxAvailabilitySetsInLoadBalancerReached | m | LIMIT_REACHED",
        "400 | SpecifiedAllocatedOutboundPortsForOutboundRuleExceedsTotalNumberOfAvailablePorts | m | LIMIT_REACHED",
        "400 | Unpublished | NIC n cannot have more than 299 NAT or load balancing rules combined. | LIMIT_REACHED",
        "409 | BackendPoolLimitReached | 10.0.0.2 is one too many | LIMIT_REACHED",
        "400 | InvalidBackendAddress | Address 10.0.0.2 is in another network. | MEMBER_REJECTED",
        "400 | InvalidBackendAddress | Address 10.0.0.22 is in another network. | REFUSED",
        "400 | InvalidBackendAddress | Addresses 10.0.0.2 and fd00::a are bad. | REFUSED",
        "400 | CannotMixIPBasedAddressesAndIPConfigurationsOnLoadBalancerBackendAddressPool | m | REFUSED",
        "400 | InvalidRequestFormat | m | REFUSED",
        "408 | RequestTimeout | m | UNKNOWN",
        "500 | InternalServerError | m | UNKNOWN",
        "503 | ServerBusy | m | UNKNOWN",
        "504 | GatewayTimeout | m | UNKNOWN",
        "302 | Moved | m | UNKNOWN"
      })
  void everyAnswerHasItsKind(int status, String code, String message, WriteKind expected) {
    FakeArm arm = FakeArm.inOrder(Reply.of(status, Texts.error(code, message)));
    Written written = put(arm);
    assertEquals(expected, written.kind(), written.toString());
    assertEquals(code, written.code());
    assertTrue(written.detail().contains(status + " "), written.detail());
    assertEquals(1, arm.asked.size(), "a PUT is never repeated");
    assertEquals(List.of(), time.pauses, "nothing is slept through");
  }

  @Test
  void answersWithoutAJsonBodyHaveAKindToo() {
    assertEquals(WriteKind.UNKNOWN, put(FakeArm.inOrder(Reply.of(502, "<html>"))).kind());
    assertEquals(WriteKind.THROTTLED, put(FakeArm.inOrder(Reply.of(429, ""))).kind());
    assertEquals(WriteKind.STALE, put(FakeArm.inOrder(Reply.of(412, ""))).kind());
    assertEquals(WriteKind.REFUSED, put(FakeArm.inOrder(Reply.of(400, "[]"))).kind());
  }

  @Test
  void theRejectedMemberIsNamedInCanonicalForm() {
    Written written =
        put(
            FakeArm.inOrder(
                Reply.of(400, Texts.error("InvalidBackendAddress", "Bad: FD00:0:0:0::A."))));
    assertEquals(WriteKind.MEMBER_REJECTED, written.kind());
    assertEquals(Optional.of("fd00::a"), written.rejected());
  }

  @Test
  void throttlingTellsHowLongInSecondsOrAsADate() {
    Reply throttled = Reply.of(429, Texts.error("TooManyRequests", "m"));
    assertEquals(
        Optional.of(Duration.ofSeconds(17)),
        put(FakeArm.inOrder(throttled.with("Retry-After", "17"))).retryAfter());
    assertEquals(
        Optional.of(Duration.ofSeconds(90)),
        put(FakeArm.inOrder(throttled.with("Retry-After", "Tue, 01 Dec 2026 12:01:30 GMT")))
            .retryAfter());
    assertEquals(
        Optional.of(Duration.ofSeconds(30)),
        put(FakeArm.inOrder(
                throttled
                    .with("Date", "Tue, 01 Dec 2026 12:01:00 GMT")
                    .with("Retry-After", "Tue, 01 Dec 2026 12:01:30 GMT")))
            .retryAfter());
    assertEquals(
        Optional.of(Duration.ofDays(1)),
        put(FakeArm.inOrder(throttled.with("Retry-After", "99999999999999999999"))).retryAfter());
    assertEquals(
        Optional.of(Duration.ZERO),
        put(FakeArm.inOrder(throttled.with("Retry-After", "Tue, 01 Dec 2026 11:00:00 GMT")))
            .retryAfter());
    assertEquals(
        Optional.empty(), put(FakeArm.inOrder(throttled.with("Retry-After", "soon"))).retryAfter());
    assertEquals(Optional.empty(), put(FakeArm.inOrder(throttled)).retryAfter());
  }

  @Test
  void aMissingRightIsNamedWithItsScopeAndWithoutTheCaller() {
    Written written =
        put(
            FakeArm.inOrder(
                Reply.of(
                    403,
                    Texts.error(
                        "AuthorizationFailed",
                        "The client 'someone@example.org' with object id 'o' does not have"
                            + " authorization to perform action 'Microsoft.Network/x/write' over"
                            + " scope '/subscriptions/s' or the scope is invalid."))));
    assertTrue(
        written
            .detail()
            .contains("missing action Microsoft.Network/x/write on scope /subscriptions/s"),
        written.detail());
    assertFalse(written.detail().contains("someone"), written.detail());
  }

  @Test
  void ofALinkedRightTheLinkedScopeIsNamed() {
    Written written =
        put(
            FakeArm.inOrder(
                Reply.of(
                    403,
                    Texts.error(
                        "LinkedAuthorizationFailed",
                        "The client has permission to perform action"
                            + " 'Microsoft.Network/a/write' on scope '/subscriptions/a'; however,"
                            + " it does not have permission to perform action(s)"
                            + " 'Microsoft.Network/virtualNetworks/join/action' on the linked"
                            + " scope(s) '/subscriptions/b' (respectively) or the linked scope(s)"
                            + " are invalid."))));
    assertTrue(
        written
            .detail()
            .contains(
                "missing action Microsoft.Network/virtualNetworks/join/action on scope"
                    + " /subscriptions/b"),
        written.detail());
  }
}
