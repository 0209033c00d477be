package io.poolkeeper.azure.storage;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.publisher.Mono;

/** Lets calls through to storage and drops the next answers on their way back. */
public final class LostReplies implements HttpPipelinePolicy {
  private final AtomicInteger toLose = new AtomicInteger();

  public void loseNext(int count) {
    toLose.set(count);
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    return next.process()
        .flatMap(
            answer -> {
              if (toLose.getAndUpdate(n -> Math.max(0, n - 1)) == 0) {
                return Mono.just(answer);
              }
              answer.close();
              return Mono.error(new IOException("connection reset"));
            });
  }
}
