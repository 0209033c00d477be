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
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Keeps the raw bytes of each answer for its {@link Call}: the typed models drop what they do not
 * know, so they decide nothing. Of a body the SDK gets no more than the link to the next page: one
 * of a shape that it does not expect could keep it from ever answering. Stands outside the retries
 * and sees only final answers.
 */
final class KeepAnswer implements HttpPipelinePolicy {
  /** Ten times the largest load balancer that Azure allows. */
  static final int MAX_BODY = 64 * 1024 * 1024;

  private final Duration longest;

  /**
   * @param longest that a body may take to come
   */
  KeepAnswer(Duration longest) {
    this.longest = longest;
  }

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

  private byte[] bytes(BinaryData data) {
    try (InputStream body = new BoundedBody(data.toStream(), MAX_BODY, longest)) {
      return body.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void require(long bytes) {
    if (bytes > MAX_BODY) {
      throw new UncheckedIOException(
          new IOException("expected at most " + MAX_BODY + " bytes, found more"));
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
    return new Kept(response, shown(response.getStatusCode() == 200 ? nextLink(body) : null));
  }

  private static byte[] shown(JsonNode nextLink) {
    ObjectNode shown = Answer.MAPPER.createObjectNode();
    if (nextLink != null && !nextLink.isNull()) {
      // what is no text is no link either, and must not look like the end of a list
      shown.put("nextLink", nextLink.isTextual() ? nextLink.textValue() : nextLink.toString());
    }
    return shown.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Null if there is none, or the body is no JSON object: that is judged where it is read. */
  private static JsonNode nextLink(byte[] body) {
    JsonNode found = null;
    try (JsonParser parser = Answer.MAPPER.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean link = parser.currentName().equals("nextLink");
        parser.nextToken();
        if (link) {
          found = parser.readValueAsTree();
        } else {
          parser.skipChildren();
        }
      }
      return found;
    } catch (IOException e) {
      return null;
    }
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
