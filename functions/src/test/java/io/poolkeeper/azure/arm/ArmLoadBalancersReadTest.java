package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.model.LoadBalancer;
import io.poolkeeper.port.LoadBalancers.Listed;
import io.poolkeeper.port.LoadBalancers.Read;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.PortException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArmLoadBalancersReadTest {
  private static final Reply FORBIDDEN =
      Reply.of(
          403,
          Texts.error(
              "AuthorizationFailed",
              "The client 'c' with object id 'o' does not have authorization to perform action"
                  + " 'Microsoft.Network/loadBalancers/read' over scope '/subscriptions/s'"));
  private static final Reply MISSING =
      Reply.of(404, Texts.error("ResourceNotFound", "The Resource was not found."));

  private static ArmLoadBalancers over(FakeArm arm) {
    return new ArmLoadBalancers(arm.client(), new ManualTime(), Duration.ofMinutes(3));
  }

  private static Read get(FakeArm arm) {
    return over(arm).get(Texts.LB, "request-1");
  }

  @Test
  void aLoadBalancerIsReadWithOneCallAndItsPoolsStayRaw() {
    String pool = Texts.pool("Succeeded", "e1", "10.0.0.1");
    FakeArm arm =
        FakeArm.inOrder(
            Reply.of(200, Texts.loadBalancer("lb", pool))
                .with("x-ms-ratelimit-remaining-subscription-global-reads", "16499"));
    Read read = get(arm);
    assertEquals(ReadKind.FOUND, read.kind());
    LoadBalancer found = read.loadBalancer().orElseThrow();
    assertEquals(Texts.json(pool), found.pools().get(0).raw());
    assertEquals("subscription-global-reads=16499", read.detail());
    assertEquals(1, arm.asked.size());
    assertEquals("request-1", arm.asked.get(0).header("x-ms-client-request-id"));
  }

  @Test
  void thePutUsesTheApiVersionOfTheReads() {
    FakeArm arm = FakeArm.inOrder(Reply.of(200, Texts.loadBalancer("lb")));
    get(arm);
    assertTrue(
        arm.asked.get(0).url().contains("api-version=" + ArmClient.API_VERSION),
        arm.asked.get(0).url());
  }

  @Test
  void aMissingLoadBalancerIsNotFoundOnlyWhereItsGroupCanBeRead() {
    FakeArm readable = FakeArm.inOrder(MISSING, Reply.of(200, Texts.list(null)));
    Read read = get(readable);
    assertEquals(ReadKind.NOT_FOUND, read.kind());
    assertEquals("ResourceNotFound", read.code());
    assertEquals(2, readable.asked.size());

    for (Reply shut :
        List.of(FORBIDDEN, Reply.of(404, Texts.error("SubscriptionNotFound", "none")))) {
      Read forbidden = get(FakeArm.inOrder(MISSING, shut));
      assertEquals(ReadKind.FORBIDDEN, forbidden.kind());
      assertTrue(forbidden.detail().contains("404 ResourceNotFound"), forbidden.detail());
      assertTrue(forbidden.detail().contains("; and " + shut.status()), forbidden.detail());
    }
    assertEquals(ReadKind.FAILED, get(FakeArm.inOrder(MISSING, Reply.of(400, "{}"))).kind());
    assertEquals(ReadKind.THROTTLED, get(FakeArm.inOrder(MISSING, Reply.of(429, "{}"))).kind());
  }

  @Test
  void aMissingGroupIsAFactBecauseRightsAreLookedAtFirst() {
    Reply noGroup = Reply.of(404, Texts.error("ResourceGroupNotFound", "no group"));
    Read read = get(FakeArm.inOrder(noGroup, noGroup));
    assertEquals(ReadKind.NOT_FOUND, read.kind());
    assertEquals("ResourceGroupNotFound", read.code());
    assertTrue(read.detail().contains("; and 404 ResourceGroupNotFound"), read.detail());
  }

  @Test
  void theLookAtTheGroupReadsOnePage() {
    FakeArm arm =
        FakeArm.inOrder(
            MISSING,
            Reply.of(200, Texts.list(FakeArm.ENDPOINT + "/next", Texts.loadBalancer("x"))));
    assertEquals(ReadKind.NOT_FOUND, get(arm).kind());
    assertTrue(arm.asked.size() <= 3, "asked " + arm.asked.size() + " times");
  }

  @ParameterizedTest(name = "{0} {1}: {2} after {3} requests")
  @CsvSource({
    "401, InvalidAuthenticationToken, FORBIDDEN, 1",
    "403, AuthorizationFailed, FORBIDDEN, 1",
    "429, TooManyRequests, THROTTLED, 1",
    "429, RetryableError, FAILED, 1",
    "408, RequestTimeout, FAILED, 3",
    "500, InternalServerError, FAILED, 3",
    "503, ServerBusy, FAILED, 3",
    "501, NotImplemented, FAILED, 1",
    "400, InvalidApiVersionParameter, FAILED, 1"
  })
  void aReadThatFailsHasItsKindAndABoundedNumberOfRequests(
      int status, String code, ReadKind expected, int requests) {
    FakeArm arm = FakeArm.inOrder(Reply.of(status, Texts.error(code, "m")));
    Read read = get(arm);
    assertEquals(expected, read.kind());
    assertEquals(code, read.code());
    assertTrue(
        read.detail().startsWith(status + " " + code + " reading load balancer " + Texts.LB),
        read.detail());
    assertEquals(requests, arm.asked.size());
  }

  @Test
  void aShortFailureOfAReadIsOvercome() {
    FakeArm arm =
        FakeArm.inOrder(
            Reply.of(503, ""), Reply.of(500, ""), Reply.of(200, Texts.loadBalancer("lb")));
    assertEquals(ReadKind.FOUND, get(arm).kind());
  }

  @Test
  void aServerThatAsksToWaitIsNotAskedAgain() {
    FakeArm arm = FakeArm.inOrder(Reply.of(503, "").with("Retry-After", "120"));
    Read read = get(arm);
    assertEquals(ReadKind.FAILED, read.kind());
    assertEquals(Optional.of(Duration.ofSeconds(120)), read.retryAfter());
    assertEquals(1, arm.asked.size());
  }

  @Test
  void theNetworkMayFailThreeTimesAndIsThenReported() {
    FakeArm arm =
        new FakeArm(
            asked -> {
              throw new UncheckedIOException(new IOException("connection reset"));
            });
    Read read = get(arm);
    assertEquals(ReadKind.FAILED, read.kind());
    assertTrue(read.detail().contains("connection reset"), read.detail());
    assertEquals(3, arm.asked.size());
  }

  /** The JDK's client may call a hanging server either. */
  @Test
  void noTimeoutIsWaitedForTwice() {
    for (IOException timeout :
        List.of(
            new HttpTimeoutException("request timed out"),
            (IOException)
                new HttpTimeoutException("request timed out")
                    .initCause(new IOException("connection closed locally")),
            (IOException)
                new HttpConnectTimeoutException("HTTP connect timed out")
                    .initCause(new ConnectException("HTTP connect timed out")))) {
      FakeArm arm =
          new FakeArm(
              asked -> {
                throw new UncheckedIOException(timeout);
              });
      assertEquals(ReadKind.FAILED, get(arm).kind());
      assertEquals(1, arm.asked.size(), timeout.toString());
    }
  }

  @Test
  void anAnswerThatIsNoLoadBalancerIsAFailureThatNamesThePlace() {
    Read noId = get(FakeArm.inOrder(Reply.of(200, "{\"properties\":{}}")));
    assertEquals(ReadKind.FAILED, noId.kind());
    assertTrue(noId.detail().startsWith("$.id"), noId.detail());
    assertEquals(ReadKind.FAILED, get(FakeArm.inOrder(Reply.of(200, "<html>"))).kind());
    assertEquals(ReadKind.FAILED, get(FakeArm.inOrder(Reply.of(200, ""))).kind());
  }

  @Test
  void aPlainBugIsAPortException() {
    FakeArm arm =
        new FakeArm(
            asked -> {
              throw new IllegalArgumentException("a bug");
            });
    assertThrows(PortException.class, () -> get(arm));
  }

  private static Listed list(FakeArm arm) {
    return over(arm).list(Texts.LB.resourceGroupId(), "request-1");
  }

  private static String link(int page) {
    return FakeArm.ENDPOINT + Texts.GROUP + "/loadBalancers?api-version=x&$skiptoken=p" + page;
  }

  @Test
  void aListHasTheItemsOfAllPages() {
    FakeArm arm =
        FakeArm.inOrder(
            Reply.of(200, Texts.list(link(1), Texts.loadBalancer("a"))),
            Reply.of(200, Texts.list(link(2))),
            Reply.of(200, Texts.list(null, Texts.loadBalancer("b"), Texts.loadBalancer("c"))));
    Listed listed = list(arm);
    assertEquals(ReadKind.FOUND, listed.kind());
    assertEquals(
        "a b c",
        listed.loadBalancers().stream().map(LoadBalancer::name).collect(Collectors.joining(" ")));
    assertEquals(3, arm.asked.size());
    assertTrue(
        arm.asked.stream().allMatch(a -> "request-1".equals(a.header("x-ms-client-request-id"))));
  }

  @Test
  void aPageThatDoesNotComeMakesTheWholeListFail() {
    Reply first = Reply.of(200, Texts.list(link(1), Texts.loadBalancer("a")));
    assertEquals(ReadKind.FORBIDDEN, list(FakeArm.inOrder(first, FORBIDDEN)).kind());
    assertEquals(ReadKind.FAILED, list(FakeArm.inOrder(first, Reply.of(500, ""))).kind());
    assertEquals(ReadKind.THROTTLED, list(FakeArm.inOrder(first, Reply.of(429, ""))).kind());
    Listed listed = list(FakeArm.inOrder(first, Reply.of(200, "{}")));
    assertEquals(ReadKind.FAILED, listed.kind());
    assertTrue(listed.loadBalancers().isEmpty());
  }

  @Test
  void pagesThatGoInACircleEnd() {
    FakeArm arm = FakeArm.inOrder(Reply.of(200, Texts.list(link(1), Texts.loadBalancer("a"))));
    Listed listed = list(arm);
    assertEquals(ReadKind.FAILED, listed.kind());
    assertTrue(arm.asked.size() <= 4, "asked " + arm.asked.size() + " times");
  }

  @Test
  void aPageLinkToAnotherHostIsNotFollowed() {
    FakeArm arm =
        FakeArm.inOrder(
            Reply.of(200, Texts.list("https://evil.example/next", Texts.loadBalancer("a"))));
    Listed listed = list(arm);
    assertEquals(ReadKind.FAILED, listed.kind());
    assertTrue(listed.detail().contains("evil.example"), listed.detail());
    assertEquals(1, arm.asked.size());
  }

  @Test
  void aPageLinkThatIsNoLinkIsAFailureAndNoBug() {
    for (String link : java.util.List.of("not a link", "://", "/relative", "https://")) {
      FakeArm arm = FakeArm.inOrder(Reply.of(200, Texts.list(link, Texts.loadBalancer("a"))));
      assertEquals(ReadKind.FAILED, list(arm).kind(), link);
    }
  }

  @Test
  void aGroupThatCannotBeFoundIsForbiddenNotEmpty() {
    Listed listed =
        list(FakeArm.inOrder(Reply.of(404, Texts.error("ResourceGroupNotFound", "no group"))));
    assertEquals(ReadKind.FORBIDDEN, listed.kind());
    assertEquals("ResourceGroupNotFound", listed.code());
  }

  @Test
  void theCauseNamesTheMissingActionAndNotTheCaller() {
    Read read = get(FakeArm.inOrder(FORBIDDEN));
    assertEquals(
        "403 AuthorizationFailed reading load balancer "
            + Texts.LB
            + ": missing action Microsoft.Network/loadBalancers/read on scope /subscriptions/s",
        read.detail());
  }
}
