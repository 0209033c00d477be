package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.azure.arm.FakeArm.Asked;
import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.port.LoadBalancers.Heartbeat;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import io.poolkeeper.port.LoadBalancers.Written;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PoolPutTest {
  private static final Reply UPDATING =
      Reply.of(200, Texts.pool("Updating", "e1", "10.0.0.1", "10.0.0.2"))
          .with("Azure-AsyncOperation", Texts.OPERATION);
  private static final Reply RUNNING = Reply.of(200, "{\"status\":\"InProgress\"}");
  private static final Reply SUCCEEDED = Reply.of(200, "{\"status\":\"Succeeded\"}");
  private static final Reply AS_SENT =
      Reply.of(200, Texts.pool("Succeeded", "e2", "10.0.0.1", "10.0.0.2"));
  private static final Reply OTHER = Reply.of(200, Texts.pool("Succeeded", "e3", "10.0.0.1"));

  private final ManualTime time = new ManualTime();

  private Written put(FakeArm arm) {
    return put(arm, () -> true);
  }

  private Written put(FakeArm arm, Heartbeat heartbeat) {
    return new ArmLoadBalancers(arm.client(), time, Duration.ofMinutes(3))
        .put(
            Texts.poolOf("10.0.0.1"),
            Texts.adding("10.0.0.2"),
            Texts.VNET,
            "W/\"old\"",
            "request-1",
            heartbeat);
  }

  @Test
  void aSucceededAnswerThatShowsWhatWasSentNeedsNoFurtherCall() {
    FakeArm arm =
        FakeArm.inOrder(
            AS_SENT
                .with("Azure-AsyncOperation", Texts.OPERATION)
                .with("x-ms-correlation-request-id", "c-1")
                .with("x-ms-ratelimit-remaining-subscription-global-writes", "11999"));
    Written written = put(arm);
    assertEquals(WriteKind.CONFIRMED, written.kind());
    assertEquals("e2", written.pool().orElseThrow().etag());
    assertEquals("c-1", written.correlationId());
    assertEquals("subscription-global-writes=11999", written.detail());
    assertEquals(1, arm.asked.size());
    assertEquals(List.of(), time.pauses);
  }

  @Test
  void thePutCarriesTheRawBodyWithOnlyItsMembersChanged() {
    FakeArm arm = FakeArm.inOrder(AS_SENT);
    put(arm);
    Asked asked = arm.asked.get(0);
    assertEquals("PUT", asked.method());
    assertEquals(FakeArm.ENDPOINT + Texts.POOL + "?api-version=2025-03-01", asked.url());
    assertEquals("W/\"old\"", asked.header("If-Match"));
    assertEquals("request-1", asked.header("x-ms-client-request-id"));
    assertEquals("application/json", asked.header("Content-Type"));
    assertEquals("Bearer local-development", asked.header("Authorization"));
    assertTrue(asked.header("User-Agent").startsWith("poolkeeper"), asked.header("User-Agent"));
    JsonNode body = Texts.json(asked.body());
    assertEquals("{\"a\":[1.50]}", body.at("/properties/futureOfPool").toString());
    assertEquals(
        1, body.at("/properties/loadBalancerBackendAddresses/0/properties/futureOfEntry").asInt());
    assertEquals(
        "10.0.0.2",
        body.at("/properties/loadBalancerBackendAddresses/1/properties/ipAddress").asText());
  }

  @Test
  void anUpdatingAnswerIsFollowedAndThePoolReadAtTheEnd() {
    FakeArm arm = FakeArm.inOrder(UPDATING, RUNNING, RUNNING, SUCCEEDED, AS_SENT);
    int[] beats = {0};
    Written written = put(arm, () -> ++beats[0] > 0);
    assertEquals(WriteKind.CONFIRMED, written.kind());
    assertEquals("e2", written.pool().orElseThrow().etag());
    assertEquals(3, beats[0]);
    assertEquals(java.util.Collections.nCopies(3, Duration.ofSeconds(1)), time.pauses);
    assertEquals(5, arm.asked.size());
    assertEquals(Texts.OPERATION, arm.asked.get(1).url(), "the operation's URL is used verbatim");
    assertEquals(Texts.POOL.text(), arm.asked.get(4).path());
  }

  @Test
  void ifMatchIsOnThePutAlone() {
    FakeArm arm = FakeArm.inOrder(UPDATING, RUNNING, SUCCEEDED, AS_SENT);
    put(arm);
    assertEquals(1, arm.asked("PUT").size());
    assertEquals(3, arm.asked("GET").size());
    for (Asked get : arm.asked("GET")) {
      assertNull(get.header("If-Match"), get.url());
      assertEquals("request-1", get.header("x-ms-client-request-id"));
    }
  }

  @Test
  void retryAfterSetsThePaceOfPollsWithinBounds() {
    FakeArm arm =
        FakeArm.inOrder(
            UPDATING.with("Retry-After", "7"),
            RUNNING.with("Retry-After", "0"),
            RUNNING.with("Retry-After", "600"),
            SUCCEEDED,
            AS_SENT);
    assertEquals(WriteKind.CONFIRMED, put(arm).kind());
    assertEquals(
        List.of(Duration.ofSeconds(7), Duration.ofSeconds(1), Duration.ofSeconds(15)), time.pauses);
  }

  @Test
  void anOperationThatNeverEndsIsUnknownAfterTheLimit() {
    FakeArm arm = FakeArm.inOrder(UPDATING, RUNNING);
    Written written = put(arm);
    assertEquals(WriteKind.UNKNOWN, written.kind());
    assertTrue(written.detail().contains("still running after PT3M"), written.detail());
    assertEquals(180, time.pauses.size());
  }

  @Test
  void aHeartbeatThatSaysStopAbandonsTheOperation() {
    FakeArm arm = FakeArm.inOrder(UPDATING, RUNNING);
    int[] beats = {0};
    Written written = put(arm, () -> ++beats[0] < 3);
    assertEquals(WriteKind.ABANDONED, written.kind());
    assertEquals(3, arm.asked.size(), "no request after the stop");
  }

  @Test
  void aResultWithOtherMembersIsNotAsSent() {
    Written atOnce = put(FakeArm.inOrder(OTHER, OTHER));
    assertEquals(WriteKind.NOT_AS_SENT, atOnce.kind());
    assertEquals("e3", atOnce.pool().orElseThrow().etag());
    Written later = put(FakeArm.inOrder(UPDATING, SUCCEEDED, OTHER));
    assertEquals(WriteKind.NOT_AS_SENT, later.kind());
  }

  @Test
  void anAnswerThatDoesNotShowTheMembersIsLookedUp() {
    Reply silent =
        Reply.of(
            200,
            "{\"id\":\"" + Texts.POOL + "\",\"properties\":{\"provisioningState\":\"Succeeded\"}}");
    FakeArm arm = FakeArm.inOrder(silent, AS_SENT);
    assertEquals(WriteKind.CONFIRMED, put(arm).kind());
    assertEquals(2, arm.asked.size());
  }

  @Test
  void a201MeansThatADeletedPoolCameBack() {
    Reply created =
        new Reply(201, UPDATING.headers(), Texts.pool("Updating", "n", "10.0.0.1", "10.0.0.2"));
    Written written = put(FakeArm.inOrder(created, RUNNING, SUCCEEDED, AS_SENT));
    assertEquals(WriteKind.RECREATED, written.kind());
    assertEquals("e2", written.pool().orElseThrow().etag());
    assertEquals(
        WriteKind.RECREATED,
        put(FakeArm.inOrder(new Reply(201, java.util.Map.of(), AS_SENT.body()))).kind());
  }

  @Test
  void aCanceledOperationIsSuperseded() {
    Reply canceled =
        Reply.of(
            200,
            "{\"status\":\"Canceled\",\"error\":{\"code\":\"Canceled\",\"message\":\"m\",\"details\":[{\"code\":"
                + "\"CanceledAndSupersededDueToAnotherOperation\",\"message\":\"by PutLoadBalancerOperation\"}]}}");
    Written written = put(FakeArm.inOrder(UPDATING, canceled));
    assertEquals(WriteKind.SUPERSEDED, written.kind());
    assertEquals("CanceledAndSupersededDueToAnotherOperation", written.code());
    assertTrue(written.detail().contains("PutLoadBalancerOperation"), written.detail());
    assertEquals(
        WriteKind.SUPERSEDED,
        put(FakeArm.inOrder(UPDATING, Reply.of(200, "{\"status\":\"Canceled\"}"))).kind());
  }

  @Test
  void aFailedOperationIsToldApartByItsCode() {
    assertEquals(WriteKind.BUSY, failed("AnotherOperationInProgress", "m").kind());
    assertEquals(WriteKind.BUSY, failed("RetryableError", "m").kind());
    assertEquals(WriteKind.FORBIDDEN, failed("LinkedAuthorizationFailed", "m").kind());
    assertEquals(WriteKind.LIMIT_REACHED, failed("Any", "cannot have more than 299 rules").kind());
    Written member = failed("InvalidAddress", "address 10.0.0.2 is in use");
    assertEquals(WriteKind.MEMBER_REJECTED, member.kind());
    assertEquals(Optional.of("10.0.0.2"), member.rejected());
    assertEquals(WriteKind.UNKNOWN, failed("InternalServerError", "m").kind());
  }

  private Written failed(String code, String message) {
    String body = "{\"status\":\"Failed\"," + Texts.error(code, message).substring(1);
    return put(FakeArm.inOrder(UPDATING, RUNNING, Reply.of(200, body)));
  }

  @Test
  void aForeignOperationUrlIsNeverAskedAndThePoolIsWatchedInstead() {
    Reply foreign = UPDATING.with("Azure-AsyncOperation", "https://evil.example/operations/1");
    Reply still = Reply.of(200, Texts.pool("Updating", "e1", "10.0.0.1", "10.0.0.2"));
    FakeArm arm = FakeArm.inOrder(foreign, still, AS_SENT);
    assertEquals(WriteKind.CONFIRMED, put(arm).kind());
    assertFalse(arm.asked.stream().anyMatch(a -> a.url().contains("evil")));
    for (String url :
        List.of(
            "http://management.local/x",
            "https://management.local:8443/x",
            "not a url",
            "https://a@management.local/x")) {
      FakeArm other = FakeArm.inOrder(UPDATING.with("Azure-AsyncOperation", url), AS_SENT);
      assertEquals(WriteKind.CONFIRMED, put(other).kind(), url);
      assertEquals(Texts.POOL.text(), other.asked.get(1).path(), url);
    }
  }

  @Test
  void withoutTheRightToReadOperationsThePoolIsWatched() {
    Reply no = Reply.of(403, Texts.error("AuthorizationFailed", "no"));
    FakeArm arm = FakeArm.inOrder(UPDATING, no, AS_SENT);
    assertEquals(WriteKind.CONFIRMED, put(arm).kind());
    Reply failedPool = Reply.of(200, Texts.pool("Failed", "e", "10.0.0.1", "10.0.0.2"));
    Written failed = put(FakeArm.inOrder(UPDATING, no, failedPool));
    assertEquals(WriteKind.UNKNOWN, failed.kind());
    assertEquals("Failed", failed.code());
  }

  @Test
  void a202WithoutAnythingIsFollowedByThePool() {
    FakeArm arm = FakeArm.inOrder(Reply.of(202, ""), AS_SENT);
    assertEquals(WriteKind.CONFIRMED, put(arm).kind());
  }

  @Test
  void throttlingOfAPollIsReportedAtOnceAndNotSleptThrough() {
    Reply throttled = Reply.of(429, Texts.error("TooManyRequests", "m")).with("Retry-After", "600");
    Written written = put(FakeArm.inOrder(UPDATING, throttled));
    assertEquals(WriteKind.THROTTLED, written.kind());
    assertEquals(Optional.of(Duration.ofSeconds(600)), written.retryAfter());
    assertTrue(written.detail().startsWith("the write was accepted"), written.detail());
    assertEquals(List.of(Duration.ofSeconds(1)), time.pauses);
  }

  @Test
  void pollsThatFailForGoodLeaveItUnknown() {
    FakeArm arm = FakeArm.inOrder(UPDATING, Reply.of(500, ""));
    Written written = put(arm);
    assertEquals(WriteKind.UNKNOWN, written.kind());
    assertEquals(1 + 3 * 3, arm.asked.size(), "three polls of three tries each");
  }

  @Test
  void aPoolThatIsGoneAfterTheWriteIsNotFound() {
    Reply gone = Reply.of(404, Texts.error("NotFound", "Resource " + Texts.POOL + " not found."));
    assertEquals(WriteKind.POOL_NOT_FOUND, put(FakeArm.inOrder(UPDATING, SUCCEEDED, gone)).kind());
  }

  @Test
  void noAnswerToThePutIsUnknownAndIsNotRepeated() {
    FakeArm arm =
        new FakeArm(
            asked -> {
              throw new UncheckedIOException(new IOException("connection reset"));
            });
    Written written = put(arm);
    assertEquals(WriteKind.UNKNOWN, written.kind());
    assertTrue(written.detail().contains("connection reset"), written.detail());
    assertEquals(1, arm.asked.size());
  }
}
