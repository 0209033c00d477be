package io.poolkeeper.azure.queue;

import com.azure.storage.queue.QueueAsyncClient;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageFault;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.WorkQueue;
import io.poolkeeper.state.RequestCodec;
import java.time.Duration;

/**
 * Requests as messages of a storage queue. A message whose answer was lost is sent twice by the
 * client: harmless, since a request is only a key.
 */
public final class StorageQueue implements WorkQueue {
  /** Storage's own bound; a longer wait wakes early, is found too early, and waits again. */
  public static final Duration MAX_DELAY = Duration.ofDays(7);

  /** Storage's word for never. */
  private static final Duration NEVER_EXPIRES = Duration.ofSeconds(-1);

  private final QueueAsyncClient queue;
  private final RequestCodec.Encoding encoding;

  /** Writes plain JSON, as {@code messageEncoding} in host.json says. */
  public StorageQueue(QueueAsyncClient queue) {
    this(queue, RequestCodec.Encoding.PLAIN);
  }

  public StorageQueue(QueueAsyncClient queue, RequestCodec.Encoding encoding) {
    this.queue = queue;
    this.encoding = encoding;
  }

  @Override
  public void send(Request request, Duration delay) {
    String message = RequestCodec.write(request, encoding);
    try {
      queue
          .sendMessageWithResponse(message, bounded(delay), NEVER_EXPIRES)
          .block(StorageClients.CALL);
    } catch (RuntimeException e) {
      throw StorageFault.of("send", "queue " + queue.getQueueName(), e);
    }
  }

  /** Whole seconds, rounded up: a copy that wakes early would only be sent again. */
  static Duration bounded(Duration delay) {
    if (delay.isNegative()) {
      return Duration.ZERO;
    }
    Duration whole = delay.getNano() == 0 ? delay : Duration.ofSeconds(delay.getSeconds() + 1);
    return whole.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : whole;
  }
}
