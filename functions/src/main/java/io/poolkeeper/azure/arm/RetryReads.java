package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpMethod;
import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.ExponentialBackoffOptions;
import com.azure.core.http.policy.HttpPipelinePolicy;
import com.azure.core.http.policy.RequestRetryCondition;
import com.azure.core.http.policy.RetryOptions;
import com.azure.core.http.policy.RetryPolicy;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import reactor.core.publisher.Mono;

/**
 * Repeats a read a few times after 408, 5xx and network errors, with short waits. A PUT is never
 * repeated: it may have been applied. A 429 is never waited for, nor a longer Retry-After: the
 * caller turns both into a later request. Nor is a server asked again that let a request hang: it
 * has had its time, and {@link NameTimeouts} gives that no cause to repeat it for.
 */
final class RetryReads implements HttpPipelinePolicy {
  private static final int RETRIES = 2;
  private static final Set<Integer> STATUSES = Set.of(408, 500, 502, 503, 504);

  private final RetryPolicy reads;

  RetryReads(Duration firstWait) {
    ExponentialBackoffOptions backoff =
        new ExponentialBackoffOptions()
            .setMaxRetries(RETRIES)
            .setBaseDelay(firstWait)
            .setMaxDelay(firstWait.multipliedBy(4));
    reads = new RetryPolicy(new RetryOptions(backoff).setShouldRetryCondition(RetryReads::again));
  }

  private static boolean again(RequestRetryCondition seen) {
    HttpResponse response = seen.getResponse();
    if (response != null) {
      return STATUSES.contains(response.getStatusCode())
          && response.getHeaders().getValue(HttpHeaderName.RETRY_AFTER) == null;
    }
    // asked of each cause by itself
    return seen.getThrowable() instanceof IOException;
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    return isRead(context) ? reads.process(context, next) : next.process();
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    return isRead(context) ? reads.processSync(context, next) : next.processSync();
  }

  private static boolean isRead(HttpPipelineCallContext context) {
    return context.getHttpRequest().getHttpMethod() == HttpMethod.GET;
  }
}
