package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpClient;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpRequest;
import com.azure.core.http.HttpResponse;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A transport that answers as told and keeps what it was asked, in order. */
final class FakeArm implements HttpClient {
  static final String ENDPOINT = "https://management.local";

  record Asked(String method, String url, HttpHeaders headers, String body) {
    String header(String name) {
      return headers.getValue(HttpHeaderName.fromString(name));
    }

    String path() {
      return URI.create(url).getPath();
    }
  }

  record Reply(int status, Map<String, String> headers, String body) {
    static Reply of(int status, String body) {
      return new Reply(status, Map.of(), body);
    }

    Reply with(String name, String value) {
      Map<String, String> all = new java.util.TreeMap<>(headers);
      all.put(name, value);
      return new Reply(status, all, body);
    }
  }

  final List<Asked> asked = Collections.synchronizedList(new ArrayList<>());
  private final Function<Asked, Reply> answers;

  /**
   * @param answers throws an exception of the network to give no answer
   */
  FakeArm(Function<Asked, Reply> answers) {
    this.answers = answers;
  }

  /** Answers in this order; the last one stays. */
  static FakeArm inOrder(Reply... replies) {
    List<Reply> left = new ArrayList<>(List.of(replies));
    return new FakeArm(asked -> left.size() > 1 ? left.remove(0) : left.get(0));
  }

  ArmClient client() {
    ArmOptions options = ArmOptions.local(URI.create(ENDPOINT), Path.of("not-read.pem"));
    return ArmClient.of(options, this, Duration.ofMillis(1));
  }

  List<Asked> asked(String method) {
    return List.copyOf(asked).stream().filter(a -> a.method().equals(method)).toList();
  }

  @Override
  public Mono<HttpResponse> send(HttpRequest request) {
    return Mono.fromCallable(() -> answer(request));
  }

  private HttpResponse answer(HttpRequest request) {
    String body =
        request.getBodyAsBinaryData() == null ? "" : request.getBodyAsBinaryData().toString();
    Asked now =
        new Asked(
            request.getHttpMethod().toString(),
            request.getUrl().toString(),
            new HttpHeaders(request.getHeaders()),
            body);
    asked.add(now);
    return new Response(request, answers.apply(now));
  }

  private static final class Response extends HttpResponse {
    private final Reply reply;

    Response(HttpRequest request, Reply reply) {
      super(request);
      this.reply = reply;
    }

    private byte[] bytes() {
      return reply.body().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public int getStatusCode() {
      return reply.status();
    }

    @Override
    @Deprecated
    public String getHeaderValue(String name) {
      return getHeaders().getValue(HttpHeaderName.fromString(name));
    }

    @Override
    public HttpHeaders getHeaders() {
      HttpHeaders headers = new HttpHeaders();
      headers.set(HttpHeaderName.CONTENT_TYPE, "application/json; charset=utf-8");
      reply.headers().forEach((name, value) -> headers.set(HttpHeaderName.fromString(name), value));
      return headers;
    }

    @Override
    public Flux<ByteBuffer> getBody() {
      return Flux.just(ByteBuffer.wrap(bytes()));
    }

    @Override
    public Mono<byte[]> getBodyAsByteArray() {
      return Mono.just(bytes());
    }

    @Override
    public Mono<String> getBodyAsString() {
      return Mono.just(reply.body());
    }

    @Override
    public Mono<String> getBodyAsString(Charset charset) {
      return Mono.just(reply.body());
    }
  }
}
