package io.poolkeeper.testing;

import io.poolkeeper.model.Request;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.TimeSource;
import io.poolkeeper.port.WorkQueue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Messages in memory, with their delays. */
public final class FakeWorkQueue implements WorkQueue {
  /** A message that waits. */
  public record Sent(Request request, Duration delay, Instant insertedAt) {}

  private final List<Sent> sent = new ArrayList<>();
  private final TimeSource time;
  private final Tape tape;
  private boolean refuses;

  public FakeWorkQueue(TimeSource time, Tape tape) {
    this.time = time;
    this.tape = tape;
  }

  public void refuses(boolean value) {
    refuses = value;
  }

  /** Everything that was sent and not taken, oldest first. */
  public List<Sent> sent() {
    return List.copyOf(sent);
  }

  public List<Sent> takeAll() {
    List<Sent> all = List.copyOf(sent);
    sent.clear();
    return all;
  }

  @Override
  public void send(Request request, Duration delay) {
    tape.call(
        "queue.send",
        () -> {
          if (refuses) {
            throw new PortException("send", "queue pool-reconcile", "503 ServerBusy");
          }
          return sent.add(new Sent(request, delay, time.now()));
        });
  }
}
