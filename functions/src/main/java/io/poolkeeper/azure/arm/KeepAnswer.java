package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpHeaders;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.util.BinaryData;
import com.azure.core.util.FluxUtil;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps the raw bytes of each answer for its {@link Call}: the typed models drop what they do not
 * know, so they decide nothing. Stands outside the retries and sees only final answers.
 */
final class KeepAnswer implements HttpPipelinePolicy {
  /**
   * What the SDK gets to see of an error: one of a shape that it does not expect can keep it from
   * ever answering.
   */
  private static final byte[] NO_DETAILS = {'{', '}'};

  /** Ten times the largest load balancer that Azure allows. */
  static final int MAX_BODY = 64 * 1024 * 1024;

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    return next.process()
        .flatMap(
            response ->
                isLeft(context, response)
                    ? Mono.just(left(context, response))
                    : FluxUtil.collectBytesInByteBufferStream(bounded(response.getBody()))
                        .defaultIfEmpty(new byte[0])
                        .map(body -> kept(context, response, body)));
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    HttpResponse response = next.processSync();
    if (isLeft(context, response)) {
      return left(context, response);
    }
    BinaryData data = response.getBodyAsBinaryData();
    return kept(context, response, data == null ? new byte[0] : bytes(data));
  }

  /** The same limit for a body that comes in parts. */
  private static Flux<ByteBuffer> bounded(Flux<ByteBuffer> body) {
    return Flux.defer(
        () -> {
          AtomicLong bytes = new AtomicLong();
          return body.doOnNext(part -> require(bytes.addAndGet(part.remaining())));
        });
  }

  private static byte[] bytes(BinaryData data) {
    try (InputStream body = data.toStream()) {
      byte[] bytes = body.readNBytes(MAX_BODY + 1);
      require(bytes.length);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void require(long bytes) {
    if (bytes > MAX_BODY) {
      throw new UncheckedIOException(
          new IOException("expected an answer of at most " + MAX_BODY + " bytes, found more"));
    }
  }

  /** Whether the caller reads the body itself. */
  private static boolean isLeft(HttpPipelineCallContext context, HttpResponse response) {
    return response.getStatusCode() == 200
        && context.getData(Call.KEY).filter(call -> ((Call) call).isStreamed()).isPresent();
  }

  private static HttpResponse left(HttpPipelineCallContext context, HttpResponse response) {
    keep(context, response, new byte[0]);
    return response;
  }

  private static HttpResponse kept(
      HttpPipelineCallContext context, HttpResponse response, byte[] body) {
    keep(context, response, body);
    return new Kept(response, response.getStatusCode() == 200 ? body : NO_DETAILS);
  }

  private static void keep(HttpPipelineCallContext context, HttpResponse response, byte[] body) {
    context
        .getData(Call.KEY)
        .ifPresent(
            call ->
                ((Call) call)
                    .keep(
                        new Answer(
                            response.getStatusCode(),
                            response.getHeaders(),
                            body,
                            Optional.empty())));
  }

  private static final class Kept extends HttpResponse {
    private final int status;
    private final HttpHeaders headers;
    private final byte[] body;

    Kept(HttpResponse response, byte[] body) {
      super(response.getRequest());
      this.status = response.getStatusCode();
      this.headers = response.getHeaders();
      this.body = body;
    }

    @Override
    public int getStatusCode() {
      return status;
    }

    @Override
    @Deprecated
    public String getHeaderValue(String name) {
      return headers.getValue(HttpHeaderName.fromString(name));
    }

    @Override
    public HttpHeaders getHeaders() {
      return headers;
    }

    @Override
    public Flux<ByteBuffer> getBody() {
      return Flux.defer(() -> Flux.just(ByteBuffer.wrap(body)));
    }

    @Override
    public BinaryData getBodyAsBinaryData() {
      return BinaryData.fromBytes(body);
    }

    @Override
    public Mono<byte[]> getBodyAsByteArray() {
      return Mono.just(body);
    }

    @Override
    public Mono<String> getBodyAsString() {
      return getBodyAsString(StandardCharsets.UTF_8);
    }

    @Override
    public Mono<String> getBodyAsString(Charset charset) {
      return Mono.just(new String(body, charset));
    }
  }
}
