package io.poolkeeper.azure.arm;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpPipelineNextSyncPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.net.http.HttpTimeoutException;
import reactor.core.publisher.Mono;

/**
 * Gives a request that ran into its timeout an exception without a cause. The JDK's client says
 * that its connection broke too, since the timeout closes it, or that it could not connect, where
 * it was closed already; and the SDK's retries look at every cause by itself. Stands behind them.
 */
final class NameTimeouts implements HttpPipelinePolicy {
  static final class HangingServerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private HangingServerException(Throwable timeout) {
      super("the server did not answer in time (" + timeout.getMessage() + ")");
    }
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    return next.process().onErrorMap(NameTimeouts::named);
  }

  @Override
  public HttpResponse processSync(
      HttpPipelineCallContext context, HttpPipelineNextSyncPolicy next) {
    try {
      return next.processSync();
    } catch (RuntimeException e) {
      throw named(e) instanceof HangingServerException hanging ? hanging : e;
    }
  }

  private static Throwable named(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof HttpTimeoutException) {
        return new HangingServerException(t);
      }
    }
    return thrown;
  }
}
