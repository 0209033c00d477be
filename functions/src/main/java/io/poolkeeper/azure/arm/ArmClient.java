package io.poolkeeper.azure.arm;

import com.azure.core.credential.AccessToken;
import com.azure.core.credential.TokenCredential;
import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipeline;
import com.azure.core.http.HttpPipelineBuilder;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.jdk.httpclient.JdkHttpClientBuilder;
import com.azure.core.http.policy.UserAgentPolicy;
import com.azure.core.http.rest.PagedFlux;
import com.azure.core.http.rest.PagedResponse;
import com.azure.core.management.AzureEnvironment;
import com.azure.core.management.http.policy.ArmChallengeAuthenticationPolicy;
import com.azure.core.util.FluxUtil;
import com.azure.identity.AzureCliCredentialBuilder;
import com.azure.identity.ChainedTokenCredentialBuilder;
import com.azure.identity.ManagedIdentityCredentialBuilder;
import com.azure.resourcemanager.network.fluent.NetworkManagementClient;
import com.azure.resourcemanager.network.implementation.NetworkManagementClientBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Masked;
import io.poolkeeper.port.LoadBalancers;
import io.poolkeeper.port.PortException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * The one connection to ARM of a process: pipeline, credential and the SDK's clients, one per
 * subscription. Answers are raw; no exception of the SDK leaves it.
 */
public final class ArmClient {
  /**
   * API version of Microsoft.Network, the one that the SDK uses for its own reads (a test
   * compares).
   */
  static final String API_VERSION = "2025-03-01";

  static final int MAX_PAGES = 1000;

  /** Bytes of one streamed answer: ten times a network with 60,000 addresses. */
  private static final long MAX_STREAMED = 256L * 1024 * 1024;

  private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration FIRST_RETRY_WAIT = Duration.ofMillis(200);

  /** Of one call from its first byte to its last, whatever the SDK waits for. */
  private static final Duration CALL_LIMIT = Duration.ofSeconds(90);

  private final URI endpoint;
  private final AzureEnvironment environment;
  private final HttpPipeline pipeline;
  private final ArmHostOnly hosts;
  private final CountCalls counted;
  private final Duration callLimit;
  private final Map<String, NetworkManagementClient> clients = new ConcurrentHashMap<>();

  private ArmClient(
      URI endpoint,
      AzureEnvironment environment,
      HttpPipeline pipeline,
      ArmHostOnly hosts,
      CountCalls counted,
      Duration callLimit) {
    this.endpoint = endpoint;
    this.environment = environment;
    this.pipeline = pipeline;
    this.hosts = hosts;
    this.counted = counted;
    this.callLimit = callLimit;
  }

  /** Opens no connection yet. */
  public static ArmClient of(ArmOptions options) {
    return of(options, transport(options, ANSWER_TIMEOUT), FIRST_RETRY_WAIT);
  }

  /** As who is logged in with the Azure CLI, else as the machine's managed identity. */
  public static ArmClient ofOperator(ArmOptions options) {
    TokenCredential operator =
        new ChainedTokenCredentialBuilder()
            .addLast(new AzureCliCredentialBuilder().build())
            .addLast(new ManagedIdentityCredentialBuilder().build())
            .build();
    return of(options, transport(options, ANSWER_TIMEOUT), FIRST_RETRY_WAIT, CALL_LIMIT, operator);
  }

  static ArmClient of(ArmOptions options, HttpClient transport, Duration firstRetryWait) {
    return of(options, transport, firstRetryWait, CALL_LIMIT, credential(options));
  }

  static ArmClient of(
      ArmOptions options,
      HttpClient transport,
      Duration firstRetryWait,
      Duration callLimit,
      TokenCredential credential) {
    URI endpoint = options.endpoint();
    AzureEnvironment environment = options.cloud().environment();
    ArmHostOnly hosts = new ArmHostOnly(endpoint);
    CountCalls counted = new CountCalls();
    HttpPipeline pipeline =
        new HttpPipelineBuilder()
            .policies(
                hosts,
                new UserAgentPolicy("poolkeeper"),
                new CallHeaders(),
                new KeepAnswer(callLimit),
                new RetryReads(firstRetryWait),
                new NameTimeouts(),
                counted,
                new ArmChallengeAuthenticationPolicy(
                    new BoundedToken(credential, callLimit), options.tokenScope()))
            .httpClient(transport)
            .build();
    return new ArmClient(endpoint, environment, pipeline, hosts, counted, callLimit);
  }

  static HttpClient transport(ArmOptions options, Duration answerTimeout) {
    java.net.http.HttpClient.Builder jdk =
        java.net.http.HttpClient.newBuilder().version(java.net.http.HttpClient.Version.HTTP_1_1);
    options.localCa().ifPresent(ca -> jdk.sslContext(LocalTrust.only(ca)));
    return new JdkHttpClientBuilder(jdk)
        .connectionTimeout(CONNECT_TIMEOUT)
        .writeTimeout(answerTimeout)
        .responseTimeout(answerTimeout)
        .readTimeout(answerTimeout)
        .build();
  }

  static TokenCredential credential(ArmOptions options) {
    if (options.localEndpoint().isPresent()) {
      OffsetDateTime never = OffsetDateTime.of(9999, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
      return request -> Mono.just(new AccessToken("local-development", never));
    }
    ManagedIdentityCredentialBuilder builder = new ManagedIdentityCredentialBuilder();
    options.clientId().ifPresent(builder::clientId);
    return builder.build();
  }

  /** Whether a URL that came in an answer may be asked. */
  boolean allows(String url) {
    return hosts.allows(url);
  }

  /** Of this id so far; forgotten once told. */
  LoadBalancers.Calls calls(String requestId) {
    return counted.take(requestId);
  }

  private NetworkManagementClient typed(String subscription) {
    return clients.computeIfAbsent(
        subscription,
        id ->
            new NetworkManagementClientBuilder()
                .endpoint(endpoint.toString())
                .environment(environment)
                .subscriptionId(id)
                .pipeline(pipeline)
                .buildClient());
  }

  /** One GET, made by the SDK's client of the target's subscription. */
  Answer get(ArmId target, String requestId, Function<NetworkManagementClient, Mono<?>> typedRead) {
    Call call = Call.read(requestId);
    try {
      typedRead
          .apply(typed(target.subscription()))
          .timeout(callLimit)
          .contextWrite(FluxUtil.toReactorContext(call.context()))
          .block();
    } catch (RuntimeException e) {
      return last(call).orElseGet(() -> Answer.none(reason("read", target.text(), e)));
    }
    return last(call).orElseThrow(() -> notKept(target));
  }

  /**
   * All pages of a list, made by the SDK's client of the scope's subscription.
   *
   * @param scope what is listed in, a resource group or a scale set
   */
  Pages list(
      ArmId scope, String requestId, Function<NetworkManagementClient, PagedFlux<?>> typedList) {
    return list(scope, requestId, MAX_PAGES, typedList);
  }

  /** The same, no further than some pages; one page answers whether the scope can be read. */
  Pages list(
      ArmId scope,
      String requestId,
      int maxPages,
      Function<NetworkManagementClient, PagedFlux<?>> typedList) {
    Call call = Call.read(requestId);
    Optional<Answer> failure = Optional.empty();
    try {
      failure = walk(pages(typedList.apply(typed(scope.subscription())), maxPages, call), maxPages);
    } catch (RuntimeException e) {
      // After an answer it is the answer, or a link in it, that cannot be used, and no bug of ours.
      Optional<Answer> last = last(call);
      failure =
          Optional.of(
              last.filter(a -> a.status() != 200)
                  .orElseGet(
                      () ->
                          Answer.none(
                              last.isPresent() ? causes(e) : reason("list", scope.text(), e))));
    }
    return Pages.of(call.answers(), failure);
  }

  /** One after the other, each asked for when the one before is done with. */
  private <T> Iterable<PagedResponse<T>> pages(PagedFlux<T> list, int maxPages, Call call) {
    return list.byPage()
        .take(maxPages)
        .timeout(callLimit)
        .contextWrite(FluxUtil.toReactorContext(call.context()))
        .toIterable(1);
  }

  private static Optional<Answer> walk(Iterable<? extends PagedResponse<?>> list, int maxPages) {
    Set<String> links = new HashSet<>();
    int pages = 0;
    for (PagedResponse<?> page : list) {
      pages++;
      String next = page.getContinuationToken();
      if (next == null || pages == maxPages && maxPages < MAX_PAGES) {
        return Optional.empty();
      }
      if (!links.add(next)) {
        return Optional.of(Answer.none("a page links to a page that was already read"));
      }
      if (pages >= maxPages) {
        return Optional.of(Answer.none("more than " + maxPages + " pages"));
      }
    }
    return Optional.empty();
  }

  /** One GET of a URL that came in an answer, used verbatim. */
  Answer getUrl(String url, String requestId) {
    return send(new HttpRequest(HttpMethod.GET, url), Call.read(requestId), url);
  }

  /** Reads a body as it comes. */
  interface BodyReader {
    void read(InputStream body) throws IOException;
  }

  /**
   * One GET whose body may be larger than what should be held in memory.
   *
   * @param path of the resource, with its query
   * @param reader gets the body of a 200; called at most once
   * @return without a body; with a failure if it broke off or was not what the reader expected
   */
  Answer stream(String path, String requestId, BodyReader reader) {
    return streamUrl(endpoint + path, requestId, reader);
  }

  /** The same of a link that came in an answer, used verbatim. */
  Answer streamUrl(String url, String requestId, BodyReader reader) {
    Call call = Call.streamed(requestId);
    HttpRequest request =
        new HttpRequest(HttpMethod.GET, url).setHeader(HttpHeaderName.ACCEPT, "application/json");
    try (HttpResponse response = pipeline.sendSync(request, call.context())) {
      if (response.getStatusCode() == 200) {
        InputStream stream = response.getBodyAsBinaryData().toStream();
        try (InputStream body = new BoundedBody(stream, MAX_STREAMED, callLimit)) {
          reader.read(body);
        }
      }
    } catch (JsonProcessingException e) {
      return Answer.none("not the JSON that was expected: " + e.getOriginalMessage());
    } catch (IOException | UncheckedIOException e) {
      return Answer.none("the answer broke off: " + e.getMessage());
    } catch (ArmHostOnly.ForeignHostException e) {
      return Answer.none(e.getMessage());
    } catch (RuntimeException e) {
      return last(call)
          .filter(answer -> answer.status() != 200)
          .orElseGet(() -> Answer.none(reason("GET", url, e)));
    }
    return last(call).orElseThrow(() -> new IllegalStateException("no answer was kept: " + url));
  }

  /** One PUT, never repeated. */
  Answer put(ArmId target, JsonNode body, String ifMatch, String requestId) {
    String url = endpoint + escaped(target.text()) + "?api-version=" + API_VERSION;
    HttpRequest request =
        new HttpRequest(HttpMethod.PUT, url)
            .setHeader(HttpHeaderName.CONTENT_TYPE, "application/json")
            .setHeader(HttpHeaderName.ACCEPT, "application/json")
            .setBody(body.toString().getBytes(StandardCharsets.UTF_8));
    return send(request, new Call(requestId, Optional.of(ifMatch)), target.text());
  }

  /** Any request as it is; only reads are repeated. */
  Answer any(HttpRequest request, String requestId) {
    return send(request, Call.read(requestId), request.getUrl().toString());
  }

  /** Without a slash at its end. */
  URI endpoint() {
    return endpoint;
  }

  private Answer send(HttpRequest request, Call call, String target) {
    try {
      pipeline
          .send(request, call.context())
          .timeout(callLimit)
          .doOnNext(HttpResponse::close)
          .block();
    } catch (RuntimeException e) {
      return last(call)
          .orElseGet(() -> Answer.none(reason(request.getHttpMethod().toString(), target, e)));
    }
    return last(call).orElseThrow(() -> new IllegalStateException("no answer was kept: " + target));
  }

  private static IllegalStateException notKept(ArmId target) {
    return new IllegalStateException("no answer was kept of " + target);
  }

  private static Optional<Answer> last(Call call) {
    List<Answer> answers = call.answers();
    return answers.isEmpty() ? Optional.empty() : Optional.of(answers.get(answers.size() - 1));
  }

  /**
   * Why no answer came.
   *
   * @throws PortException if it is a plain bug
   */
  private static String reason(String operation, String target, RuntimeException e) {
    if (e instanceof IllegalArgumentException
        || e instanceof NullPointerException
        || e instanceof ClassCastException
        || e instanceof UnsupportedOperationException) {
      throw new PortException(operation, target, e);
    }
    return causes(e);
  }

  private static String causes(RuntimeException e) {
    String text = Masked.causes(e);
    return text.length() <= 400 ? text : text.substring(0, 400) + "...";
  }

  /** Percent-encodes what a path may not hold; ids may have letters of any script. */
  static String escaped(String path) {
    StringBuilder out = new StringBuilder();
    for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain = c < 128 && (Character.isLetterOrDigit(c) || "/-._~()".indexOf(c) >= 0);
      out.append(plain ? String.valueOf(c) : String.format("%%%02X", (int) c));
    }
    return out.toString();
  }
}
