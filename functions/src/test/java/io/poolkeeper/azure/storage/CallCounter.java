package io.poolkeeper.azure.storage;

import com.azure.core.http.HttpPipelineCallContext;
import com.azure.core.http.HttpPipelineNextPolicy;
import com.azure.core.http.HttpResponse;
import com.azure.core.http.policy.HttpPipelinePolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Mono;

/**
 * Counts what goes over the wire, every try. A round trip begins with a call that goes out while no
 * other is under way: calls side by side make one.
 */
public final class CallCounter implements HttpPipelinePolicy {
  private final Duration latency;
  private final List<String> calls = new ArrayList<>();
  private int underWay;
  private int roundTrips;

  public CallCounter() {
    this(Duration.ZERO);
  }

  /**
   * @param latency added to each call: those that start within it are side by side, however busy
   *     the machine is
   */
  public CallCounter(Duration latency) {
    this.latency = latency;
  }

  @Override
  public Mono<HttpResponse> process(HttpPipelineCallContext context, HttpPipelineNextPolicy next) {
    return Mono.defer(
        () -> {
          begin(context);
          // before the caller gets its answer: its next call is another round trip
          return Mono.delay(latency)
              .then(next.process())
              .doOnSuccess(answer -> end())
              .doOnError(fault -> end())
              .doOnCancel(this::end);
        });
  }

  private synchronized void begin(HttpPipelineCallContext context) {
    var url = context.getHttpRequest().getUrl();
    calls.add(context.getHttpRequest().getHttpMethod() + " " + url.getFile());
    if (underWay++ == 0) {
      roundTrips++;
    }
  }

  private synchronized void end() {
    underWay--;
  }

  /** Method, path and query of each call since the last reset. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  public synchronized int roundTrips() {
    return roundTrips;
  }

  public synchronized void reset() {
    calls.clear();
    roundTrips = 0;
  }
}
