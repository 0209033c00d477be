package io.poolkeeper.azure.arm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpResponse;
import io.poolkeeper.azure.arm.FakeArm.Reply;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.LoadBalancers.ReadKind;
import io.poolkeeper.port.LoadBalancers.WriteKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** No call of ARM waits for ever, whatever keeps the SDK from answering. */
final class ArmCallLimitTest {
  private static final Duration LIMIT = Duration.ofMillis(300);
  private static final Duration FAR_BEYOND = Duration.ofSeconds(60);

  /** Bodies that no model of the SDK can read, in every place that its models name. */
  private static final List<String> STRANGE =
      List.of(
          "",
          "null",
          "[]",
          "7",
          "no json",
          "{\"id\":[[]]}",
          "{\"etag\":{\"a\":[]}}",
          "{\"sku\":[{}],\"properties\":7}",
          "{\"properties\":{\"provisioningState\":[]}}",
          "{\"properties\":{\"backendAddressPools\":{\"id\":[]}}}",
          "{\"properties\":{\"loadBalancerBackendAddresses\":[{\"properties\":[7]}]}}",
          "{\"value\":{\"id\":[]}}",
          "{\"value\":[[[]]],\"nextLink\":null}",
          "{\"value\":[],\"nextLink\":7}",
          "{\"value\":[],\"nextLink\":[[]]}",
          "{\"value\":[],\"nextLink\":\"no link\"}",
          "{\"status\":[[]],\"error\":{\"message\":[[]]}}",
          "{\"error\":{\"code\":\"A\",\"message\":\"b\",\"details\":[{\"message\":[[]]}]}}",
          "[".repeat(5_000),
          "{\"a\":".repeat(5_000));

  static List<String> strange() {
    return STRANGE;
  }

  private static LoadBalancers over(HttpClient transport, Duration limit) {
    ArmOptions options = ArmOptions.local(URI.create(FakeArm.ENDPOINT), Path.of("not-read.pem"));
    return over(transport, limit, ArmClient.credential(options));
  }

  private static LoadBalancers over(
      HttpClient transport, Duration limit, TokenCredential credential) {
    ArmOptions options = ArmOptions.local(URI.create(FakeArm.ENDPOINT), Path.of("not-read.pem"));
    ArmClient arm = ArmClient.of(options, transport, Duration.ofMillis(1), limit, credential);
    return new ArmLoadBalancers(arm, new ManualTime(), Duration.ofSeconds(3));
  }

  private static LoadBalancers.Written put(LoadBalancers arm) {
    return arm.put(
        Texts.poolOf("10.0.0.1"), Texts.adding("10.0.0.2"), Texts.VNET, "e", "r", () -> true);
  }

  private static void allFailInTime(LoadBalancers arm) {
    assertTimeoutPreemptively(
        FAR_BEYOND,
        () -> {
          assertEquals(ReadKind.FAILED, arm.get(Texts.LB, "r").kind());
          assertEquals(ReadKind.FAILED, arm.list(Texts.LB.resourceGroupId(), "r").kind());
          assertEquals(WriteKind.UNKNOWN, put(arm).kind());
        });
  }

  /** As the real transport answers: on a thread that is not the caller's. */
  private static HttpClient elsewhere(Function<FakeArm.Asked, Reply> answers) {
    FakeArm arm = new FakeArm(answers);
    return request -> arm.send(request).subscribeOn(Schedulers.parallel());
  }

  @ParameterizedTest
  @MethodSource("strange")
  void aStrangeAnswerFailsTheCallAtOnce(String body) {
    for (int status : List.of(200, 503)) {
      allFailInTime(over(elsewhere(asked -> Reply.of(status, body)), FAR_BEYOND.multipliedBy(2)));
    }
  }

  @ParameterizedTest
  @MethodSource("strange")
  void aStrangeAnswerToWhatFollowsAWriteFailsItAtOnce(String body) {
    HttpClient transport =
        elsewhere(
            asked ->
                asked.method().equals("PUT")
                    ? Reply.of(200, HostileArm.usual(HostileArm.Step.PUT, 200))
                        .with("Azure-AsyncOperation", Texts.OPERATION)
                    : Reply.of(200, body));
    var written =
        assertTimeoutPreemptively(
            FAR_BEYOND, () -> put(over(transport, FAR_BEYOND.multipliedBy(2))));
    assertEquals(WriteKind.UNKNOWN, written.kind(), written.detail());
  }

  @Test
  void aTransportThatNeverAnswersIsGivenUp() {
    allFailInTime(over(request -> Mono.never(), LIMIT));
  }

  /** Reactor hands such an error to nobody but the thread that it happened on. */
  @Test
  void anErrorThatKillsTheAnsweringThreadIsNotWaitedFor() {
    HttpClient dying =
        request ->
            Mono.<HttpResponse>fromCallable(
                    () -> {
                      throw new NoClassDefFoundError("planted");
                    })
                .subscribeOn(Schedulers.parallel());
    allFailInTime(over(dying, LIMIT));
  }

  @Test
  void signingInThatNeverEndsIsGivenUp() {
    allFailInTime(over(FakeArm.inOrder(Reply.of(200, "{}")), LIMIT, request -> Mono.never()));
    BoundedToken token = new BoundedToken(request -> Mono.never(), LIMIT);
    assertThrows(RuntimeException.class, () -> token.getTokenSync(null));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aBodyThatTricklesIsGivenUp(boolean oneByOne) {
    InputStream endless =
        new InputStream() {
          @Override
          public int read() {
            return ' ';
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            return 1;
          }
        };
    IOException late =
        assertTimeoutPreemptively(
            FAR_BEYOND,
            () -> {
              try (InputStream body = new BoundedBody(endless, Long.MAX_VALUE, LIMIT)) {
                return assertThrows(IOException.class, () -> drain(body, oneByOne));
              }
            });
    assertTrue(late.getMessage().contains("still comes"), late.getMessage());
  }

  private static void drain(InputStream body, boolean oneByOne) throws IOException {
    byte[] some = new byte[10];
    while ((oneByOne ? body.read() : body.read(some)) >= 0) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aPageIsAskedForOnlyWhenItIsWanted() {
    FakeArm arm =
        new FakeArm(
            asked ->
                asked.path().endsWith("/loadBalancers/lb")
                    ? Reply.of(404, Texts.error("ResourceNotFound", "no"))
                    : Reply.of(
                        200, "{\"value\":[],\"nextLink\":\"" + FakeArm.ENDPOINT + "/next\"}"));
    assertEquals(ReadKind.NOT_FOUND, over(arm, FAR_BEYOND).get(Texts.LB, "r").kind());
    assertEquals(2, arm.asked(HttpMethod.GET.toString()).size(), arm.asked.toString());
  }
}
