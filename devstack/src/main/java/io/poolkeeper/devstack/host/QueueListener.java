package io.poolkeeper.devstack.host;

import com.azure.core.util.Context;
import com.azure.storage.queue.QueueClient;
import com.azure.storage.queue.models.QueueErrorCode;
import com.azure.storage.queue.models.QueueMessageItem;
import com.azure.storage.queue.models.QueueStorageException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * Polls one queue for one function. Takes up to {@code batchSize} messages, and the next batch as
 * soon as no more than {@code newBatchThreshold} are still running.
 */
final class QueueListener implements Listener {
  private final LoadedFunction function;
  private final QueueClient queue;
  private final HostJson.Queues options;
  private final QueueMessageRunner runner;
  private final Duration messageLease;
  private final PollingDelay delay;
  private final Stopping stopping = new Stopping();
  private final ExecutorService running = Executors.newCachedThreadPool();
  private final Thread poller;
  private final InFlight inFlight = new InFlight();

  QueueListener(
      LoadedFunction function,
      QueueClient queue,
      HostJson.Queues options,
      QueueMessageRunner runner,
      Duration messageLease) {
    this.function = function;
    this.queue = queue;
    this.options = options;
    this.runner = runner;
    this.messageLease = messageLease;
    this.delay = new PollingDelay(options.maxPollingInterval(), RandomGenerator.getDefault());
    this.poller = new Thread(this::poll, "queue-" + function.name());
  }

  @Override
  public void start() {
    poller.setDaemon(true);
    poller.start();
  }

  private void poll() {
    while (!stopping.isTold()) {
      if (!inFlight.awaitAtMost(options.newBatchThreshold(), stopping)) {
        return;
      }
      List<QueueMessageItem> messages = receive();
      if (messages.isEmpty()) {
        stopping.within(delay.next());
      } else {
        delay.reset();
        messages.forEach(this::submit);
      }
    }
  }

  private void submit(QueueMessageItem message) {
    inFlight.begin();
    try {
      running.execute(
          () -> {
            try {
              runner.run(function, message);
            } catch (RuntimeException e) {
              // Not settled: it is visible again, and counted, when its lease ends.
              HostLog.warn("[" + function.name() + "] message " + message.getMessageId(), e);
            } finally {
              inFlight.end();
            }
          });
    } catch (RejectedExecutionException e) {
      inFlight.end();
    }
  }

  /** Anything that storage refuses is a reason to look again later, not to stop. */
  private List<QueueMessageItem> receive() {
    try {
      return queue.receiveMessages(options.batchSize(), messageLease, null, Context.NONE).stream()
          .toList();
    } catch (QueueStorageException e) {
      if (!QueueErrorCode.QUEUE_NOT_FOUND.equals(e.getErrorCode())) {
        HostLog.warn("[" + function.name() + "] polling " + queue.getQueueName(), e);
      }
      return List.of();
    } catch (RuntimeException e) {
      HostLog.warn("[" + function.name() + "] polling " + queue.getQueueName() + ": " + e);
      return List.of();
    }
  }

  @Override
  public void stopTaking() {
    stopping.tell();
  }

  @Override
  public boolean awaitIdle(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    try {
      poller.join(Math.max(1, limit.toMillis()));
      running.shutdown();
      return running.awaitTermination(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)
          && !poller.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
