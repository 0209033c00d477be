package io.poolkeeper.devstack.host;

import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.models.QueueMessageItem;
import com.azure.storage.queue.models.QueueStorageException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * A received message, invisible to others for a fixed time that is renewed at half of it. Its pop
 * receipt changes with every renewal, so all of that goes through one lock.
 */
final class HeldMessage {
  private final QueueClient queue;
  private final String id;
  private final String text;
  private final Duration lease;
  private final ScheduledExecutorService renewals;
  private String popReceipt;
  private boolean lost;
  private ScheduledFuture<?> renewal;

  HeldMessage(
      QueueClient queue,
      QueueMessageItem message,
      Duration lease,
      ScheduledExecutorService renewals) {
    this.queue = queue;
    this.id = message.getMessageId();
    this.text = text(message);
    this.popReceipt = message.getPopReceipt();
    this.lease = lease;
    this.renewals = renewals;
  }

  /**
   * The text as it is in the queue. The client has no body for an empty one; the real host hands an
   * empty string to the function.
   */
  static String text(QueueMessageItem message) {
    return message.getBody() == null ? "" : message.getBody().toString();
  }

  synchronized void startRenewing() {
    long half = lease.toMillis() / 2;
    renewal = renewals.scheduleWithFixedDelay(this::renew, half, half, TimeUnit.MILLISECONDS);
  }

  synchronized void stopRenewing() {
    renewal.cancel(false);
  }

  private synchronized void renew() {
    if (renewal.isCancelled() || lost) {
      return;
    }
    attempt("renewing", () -> update(lease));
  }

  synchronized void delete() {
    attempt("deleting", () -> queue.deleteMessage(id, popReceipt));
  }

  synchronized void release(Duration visibleAfter) {
    attempt("releasing", () -> update(visibleAfter));
  }

  private void update(Duration visibleAfter) {
    popReceipt = queue.updateMessage(id, popReceipt, text, visibleAfter).getPopReceipt();
  }

  /**
   * 404, and 400 for a stale pop receipt, mean that another instance has the message meanwhile: it
   * settles it. Anything else is left to the visibility timeout.
   */
  private void attempt(String what, Runnable call) {
    try {
      call.run();
    } catch (QueueStorageException e) {
      lost = e.getStatusCode() == 404 || e.getStatusCode() == 400;
      HostLog.warn(
          "%s message %s of %s: %d %s"
              .formatted(what, id, queue.getQueueName(), e.getStatusCode(), e.getErrorCode()));
    } catch (RuntimeException e) {
      HostLog.warn("%s message %s of %s: %s".formatted(what, id, queue.getQueueName(), e));
    }
  }
}
