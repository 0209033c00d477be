package io.poolkeeper.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.model.TraceContext;
import io.poolkeeper.port.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every implementation of {@link WorkQueue} keeps; each test starts with an empty queue. */
public abstract class WorkQueueContract {
  private static final ArmId ID =
      ArmId.of("/subscriptions/s/resourceGroups/g/providers/microsoft.network/loadbalancers/lb");

  protected abstract WorkQueue queue();

  /** Takes one message off the queue and reads it; empty if none is visible. */
  protected abstract Optional<Request> take();

  /** Lets that much time pass for the queue. */
  protected abstract void pass(Duration duration);

  @Test
  void aRequestComesOutAsItWentIn() {
    Request request =
        new Request(
            "prod \"é\" <&>",
            ID,
            Cause.RETRY,
            Optional.of(Instant.parse("2026-12-01T10:00:00.123Z")),
            7,
            Optional.of(Instant.parse("2026-12-01T10:01:00Z")),
            false,
            1,
            TraceContext.of("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "v=1"));
    queue().send(request, Duration.ZERO);
    assertEquals(Optional.of(request), take());
    assertEquals(Optional.empty(), take());
  }

  @Test
  void everyRequestIsKeptAlsoEqualOnes() {
    Request same = Request.first("prod", ID, Cause.EVENT);
    queue().send(same, Duration.ZERO);
    queue().send(same, Duration.ZERO);
    queue().send(Request.first("prod", ID, Cause.SWEEP), Duration.ZERO);
    Set<Cause> causes = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      causes.add(take().orElseThrow().cause());
    }
    assertEquals(Set.of(Cause.EVENT, Cause.SWEEP), causes);
    assertEquals(Optional.empty(), take());
  }

  @Test
  void aDelayedRequestShowsWhenItsTimeHasCome() {
    queue().send(Request.first("prod", ID, Cause.RETRY), Duration.ofSeconds(2));
    queue().send(Request.first("prod", ID, Cause.EVENT), Duration.ZERO);
    assertEquals(List.of(Cause.EVENT), take().map(Request::cause).stream().toList());
    assertEquals(Optional.empty(), take());
    pass(Duration.ofSeconds(2));
    assertEquals(Optional.of(Cause.RETRY), take().map(Request::cause));
  }

  @Test
  void delaysOfAnySizeAreTaken() {
    for (Duration delay :
        List.of(
            Duration.ofSeconds(-5),
            Duration.ofMillis(1),
            Duration.ofDays(7),
            Duration.ofDays(4000))) {
      queue().send(Request.first("prod", ID, Cause.RETRY), delay);
    }
    assertEquals(Optional.of(Cause.RETRY), take().map(Request::cause), "the one of the past");
    assertEquals(Optional.empty(), take());
  }
}
