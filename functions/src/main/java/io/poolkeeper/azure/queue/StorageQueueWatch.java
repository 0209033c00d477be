package io.poolkeeper.azure.queue;

import com.azure.storage.queue.QueueAsyncClient;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.azure.storage.StorageFault;
import io.poolkeeper.port.QueueWatch;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Peeks at the first messages and asks for the count: nothing is taken, no dequeue counts. */
public final class StorageQueueWatch implements QueueWatch {
  /** The most that storage lets one peek at. */
  private static final int PEEKED = 32;

  private final QueueAsyncClient work;
  private final QueueAsyncClient poison;
  private final QueueAsyncClient events;
  private final QueueAsyncClient eventPoison;

  public StorageQueueWatch(
      QueueAsyncClient work,
      QueueAsyncClient poison,
      QueueAsyncClient events,
      QueueAsyncClient eventPoison) {
    this.work = work;
    this.poison = poison;
    this.events = events;
    this.eventPoison = eventPoison;
  }

  @Override
  public QueueState work() {
    return state(work);
  }

  @Override
  public QueueState poison() {
    return state(poison);
  }

  @Override
  public QueueState events() {
    return state(events);
  }

  @Override
  public QueueState eventPoison() {
    return state(eventPoison);
  }

  private static QueueState state(QueueAsyncClient queue) {
    try {
      long count =
          queue
              .getProperties()
              .blockOptional(StorageClients.CALL)
              .orElseThrow()
              .getApproximateMessagesCountLong();
      List<Instant> insertions =
          queue
              .peekMessages(PEEKED)
              .map(message -> message.getInsertionTime())
              .map(OffsetDateTime::toInstant)
              .collectList()
              .blockOptional(StorageClients.CALL)
              .orElseThrow();
      Optional<Instant> oldest = insertions.stream().min(Comparator.naturalOrder());
      return new QueueState(queue.getQueueName(), count, oldest);
    } catch (RuntimeException e) {
      throw StorageFault.of("peek", "queue " + queue.getQueueName(), e);
    }
  }
}
