package io.poolkeeper.azure.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.azure.storage.queue.QueueAsyncClient;
import com.azure.storage.queue.models.PeekedMessageItem;
import com.azure.storage.queue.models.QueueMessageItem;
import io.poolkeeper.azure.storage.LocalClients;
import io.poolkeeper.azure.storage.StorageClients;
import io.poolkeeper.model.ArmId;
import io.poolkeeper.model.Cause;
import io.poolkeeper.model.Request;
import io.poolkeeper.port.PortException;
import io.poolkeeper.port.QueueWatch.QueueState;
import io.poolkeeper.port.WorkQueue;
import io.poolkeeper.state.RequestCodec;
import io.poolkeeper.state.RequestCodec.Encoding;
import io.poolkeeper.testing.WorkQueueContract;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class StorageQueueIT extends WorkQueueContract {
  private static final Request REQUEST =
      Request.first(
          "prod",
          ArmId.of("/subscriptions/s/resourceGroups/g/providers/microsoft.network/loadbalancers/l"),
          Cause.EVENT);

  private final StorageClients clients = LocalClients.with();
  private final QueueAsyncClient client = LocalClients.freshQueue(clients);

  @Override
  protected WorkQueue queue() {
    return new StorageQueue(client);
  }

  @Override
  protected Optional<Request> take() {
    QueueMessageItem message = client.receiveMessage().block(StorageClients.CALL);
    if (message == null) {
      return Optional.empty();
    }
    client
        .deleteMessage(message.getMessageId(), message.getPopReceipt())
        .block(StorageClients.CALL);
    return RequestCodec.read(message.getBody().toString()).request();
  }

  /** The queue's clock is a real one. */
  @Override
  protected void pass(Duration duration) {
    try {
      new CountDownLatch(1).await(duration.toMillis() + 300, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void writesTheEncodingThatItWasGiven() {
    queue().send(REQUEST, Duration.ZERO);
    assertEquals(RequestCodec.write(REQUEST, Encoding.PLAIN), peeked().getBody().toString());
    assertTrue(peeked().getBody().toString().startsWith("{"));
    take();
    new StorageQueue(client, Encoding.BASE64).send(REQUEST, Duration.ZERO);
    assertEquals(RequestCodec.write(REQUEST, Encoding.BASE64), peeked().getBody().toString());
    assertEquals(Optional.of(REQUEST), take());
  }

  @Test
  void aMessageDoesNotExpire() {
    queue().send(REQUEST, Duration.ZERO);
    assertTrue(
        peeked()
            .getExpirationTime()
            .toInstant()
            .isAfter(Instant.now().plus(Duration.ofDays(3650))));
  }

  @Test
  void aMissingQueueIsNamedWithTheRemedy() {
    PortException fault =
        assertThrows(
            PortException.class,
            () -> new StorageQueue(clients.queue("nowhere")).send(REQUEST, Duration.ZERO));
    assertEquals(
        "send on queue nowhere: storage answered 404 QueueNotFound:"
            + " the queue does not exist, deploy or create it",
        fault.getMessage());
  }

  @Test
  void theWatchSeesTheOldestMessageAndTakesNothing() {
    QueueAsyncClient poison = LocalClients.freshQueue(clients);
    StorageQueueWatch watch = new StorageQueueWatch(client, poison, client, poison);
    assertEquals(new QueueState(client.getQueueName(), 0, Optional.empty()), watch.work());
    queue().send(REQUEST, Duration.ZERO);
    Instant first = peeked().getInsertionTime().toInstant();
    queue().send(REQUEST, Duration.ZERO);
    queue().send(REQUEST, Duration.ofHours(1));
    assertEquals(new QueueState(client.getQueueName(), 3, Optional.of(first)), watch.work());
    assertEquals(0, peeked().getDequeueCount());
    new StorageQueue(poison).send(REQUEST, Duration.ZERO);
    assertEquals(1, watch.poison().approximateCount());
    assertThrows(
        PortException.class,
        () -> new StorageQueueWatch(client, clients.queue("nowhere"), client, client).poison());
  }

  private PeekedMessageItem peeked() {
    return client.peekMessage().block(StorageClients.CALL);
  }
}
