package io.poolkeeper.devstack.host;

import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.models.QueueMessageItem;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;

/**
 * Runs a function for one message and settles it: success deletes, failure shows it again after
 * {@code visibilityTimeout}, the last allowed failure moves it to {@code <queue>-poison}. A poison
 * queue has no poison queue of its own: its failures come again for ever.
 */
final class QueueMessageRunner {
  private final QueueClient queue;
  private final Optional<QueueClient> poison;
  private final HostJson.Queues options;
  private final Invoker invoker;
  private final Duration messageLease;
  private final ScheduledExecutorService renewals;

  QueueMessageRunner(
      QueueClient queue,
      Optional<QueueClient> poison,
      HostJson.Queues options,
      Invoker invoker,
      Duration messageLease,
      ScheduledExecutorService renewals) {
    this.queue = queue;
    this.poison = poison;
    this.options = options;
    this.invoker = invoker;
    this.messageLease = messageLease;
    this.renewals = renewals;
  }

  void run(LoadedFunction function, QueueMessageItem message) {
    HeldMessage held = new HeldMessage(queue, message, messageLease, renewals);
    if (message.getDequeueCount() > options.maxDequeueCount() && poison.isPresent()) {
      moveToPoison(held, message);
      return;
    }
    if (succeeds(function, message, held)) {
      held.delete();
    } else if (poison.isPresent() && message.getDequeueCount() >= options.maxDequeueCount()) {
      moveToPoison(held, message);
    } else {
      held.release(options.visibilityTimeout());
    }
  }

  /**
   * One try. A fault of the host itself is a failed one, whatever it is: left alone, the message
   * would come back for ever, unseen by the function and by the poison queue.
   */
  private boolean succeeds(LoadedFunction function, QueueMessageItem message, HeldMessage held) {
    try {
      Optional<byte[]> body = decoded(message);
      return body.isPresent() && invoke(function, message, body.get(), held);
    } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
      HostLog.warn(
          "[%s] the host could not run message %s of %s"
              .formatted(function.name(), message.getMessageId(), queue.getQueueName()),
          e);
      return false;
    }
  }

  private boolean invoke(
      LoadedFunction function, QueueMessageItem message, byte[] body, HeldMessage held) {
    held.startRenewing();
    try {
      return invoker.invoke(function, input(message, body)).succeeded();
    } finally {
      held.stopRenewing();
    }
  }

  /** Moved as it came: the poison queue keeps the encoding of the original. */
  private void moveToPoison(HeldMessage held, QueueMessageItem message) {
    QueueClient target = poison.orElseThrow();
    target.createIfNotExists();
    target.sendMessage(HeldMessage.text(message));
    held.delete();
    HostLog.warn(
        "message %s of %s moved to %s after %d tries"
            .formatted(
                message.getMessageId(),
                queue.getQueueName(),
                target.getQueueName(),
                message.getDequeueCount()));
  }

  private Optional<byte[]> decoded(QueueMessageItem message) {
    String text = HeldMessage.text(message);
    if (!options.base64()) {
      return Optional.of(text.getBytes(StandardCharsets.UTF_8));
    }
    try {
      return Optional.of(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      HostLog.warn(
          "message %s of %s is not Base64, but host.json says messageEncoding base64"
              .formatted(message.getMessageId(), queue.getQueueName()));
      return Optional.empty();
    }
  }

  private TriggerInput input(QueueMessageItem message, byte[] body) {
    Map<String, Object> details =
        Map.of(
            "queue", queue.getQueueName(),
            "messageId", message.getMessageId(),
            "dequeueCount", message.getDequeueCount(),
            "insertionTime", message.getInsertionTime().toInstant().toString());
    return new TriggerInput(
        "queueTrigger", body, Optional.empty(), QueueMetadata.of(message, body), details);
  }
}
