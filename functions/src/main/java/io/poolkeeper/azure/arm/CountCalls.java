package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import io.poolkeeper.port.LoadBalancers.Calls;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import reactor.core.publisher.Mono;

/** Counts what is really sent, so it stands behind the retries. */
final class CountCalls implements HttpPipelinePolicy {
  private static final int THROTTLED = 429;

  private final Map<String, Calls> byRequestId = new ConcurrentHashMap<>();

  /** Forgotten once told. */
  Calls take(String requestId) {
    Calls counted = byRequestId.remove(requestId);
    return counted == null ? Calls.NONE : counted;
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    count(context, 1, 0);
    return next.process().doOnNext(response -> count(context, 0, throttled(response)));
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    count(context, 1, 0);
    HttpResponse response = next.processSync();
    count(context, 0, throttled(response));
    return response;
  }

  private static int throttled(HttpResponse response) {
    return response.getStatusCode() == THROTTLED ? 1 : 0;
  }

  private void count(HttpPipelineCallContext context, int made, int throttled) {
    context
        .getData(Call.KEY)
        .map(call -> ((Call) call).requestId())
        .ifPresent(
            id ->
                byRequestId.merge(
                    id,
                    new Calls(made, throttled),
                    (a, b) -> new Calls(a.made() + b.made(), a.throttled() + b.throttled())));
  }
}
