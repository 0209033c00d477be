package io.poolkeeper.devstack.host;

import com.azure.storage.blob.BlobContainerClient;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Fires one timer function on the one instance that holds its lock; a run never overlaps the one
 * before it.
 */
final class TimerListener implements Listener {
  private final LoadedFunction function;
  private final Invoker invoker;
  private final TimerSchedule schedule;
  private final boolean monitored;
  private final boolean runOnStartup;
  private final SingletonLock lock;
  private final Duration retryLock;
  private final TimerStatus status;
  private final Stopping stopping = new Stopping();
  private final ReentrantLock oneRun = new ReentrantLock();
  private final Thread loop;

  TimerListener(
      LoadedFunction function,
      Invoker invoker,
      TimerSchedule schedule,
      BlobContainerClient container,
      String hostId,
      HostJson.Singleton singleton) {
    this.function = function;
    this.invoker = invoker;
    this.schedule = schedule;
    FunctionDefinition.Binding trigger = function.definition().trigger();
    this.monitored = trigger.json().path("useMonitor").asBoolean(true) && !isShort(schedule);
    this.runOnStartup = trigger.json().path("runOnStartup").asBoolean(false);
    this.lock =
        new SingletonLock(container, hostId, function.name(), singleton.listenerLockPeriod());
    this.retryLock = singleton.recoveryPollingInterval();
    this.status = new TimerStatus(container, hostId, function.name());
    this.loop = new Thread(this::run, "timer-" + function.name());
  }

  /** The real host does not monitor timers that fire more often than once a minute. */
  private static boolean isShort(TimerSchedule schedule) {
    Instant first = schedule.after(Instant.now());
    return Duration.between(first, schedule.after(first)).compareTo(Duration.ofMinutes(1)) < 0;
  }

  @Override
  public void start() {
    loop.setDaemon(true);
    loop.start();
  }

  private void run() {
    while (!stopping.isTold()) {
      if (lock.hold()) {
        HostLog.info("[" + function.name() + "] this instance runs the timer");
        whileHeld();
      } else {
        stopping.within(retryLock);
      }
    }
    lock.release();
  }

  private void whileHeld() {
    Instant next = firstOccurrence();
    while (!stopping.isTold() && lock.isHeld()) {
      Duration wait = Duration.between(Instant.now(), next);
      if (wait.isNegative() || wait.isZero()) {
        fireHolding(next, false);
        next = schedule.after(Instant.now());
      } else {
        Duration renew = lock.renewEvery();
        if (!stopping.within(wait.compareTo(renew) < 0 ? wait : renew)) {
          lock.hold();
        }
      }
    }
  }

  private Instant firstOccurrence() {
    Instant now = Instant.now();
    boolean pastDue = monitored && readStatus().map(t -> t.next().isBefore(now)).orElse(false);
    if (pastDue || runOnStartup) {
      fireHolding(now, pastDue);
    }
    return schedule.after(Instant.now());
  }

  /** The lease is renewed beside the run, which may take longer than the lease. */
  private void fireHolding(Instant due, boolean pastDue) {
    Stopping done = new Stopping();
    Thread renewal =
        new Thread(
            () -> {
              while (!done.within(lock.renewEvery())) {
                lock.hold();
              }
            },
            "timer-lock-" + function.name());
    renewal.setDaemon(true);
    renewal.start();
    try {
      fire(due, pastDue);
    } finally {
      done.tell();
    }
  }

  private void fire(Instant due, boolean pastDue) {
    oneRun.lock();
    try {
      invoker.invoke(function, input(due, pastDue));
      if (monitored) {
        status.write(new TimerStatus.Times(due, schedule.after(Instant.now())));
      }
    } catch (RuntimeException e) {
      HostLog.warn("[" + function.name() + "] timer", e);
    } finally {
      oneRun.unlock();
    }
  }

  /** Runs the function now, on this instance, after a run that is under way. */
  Invoker.Result fireNow() {
    oneRun.lock();
    try {
      return invoker.invoke(function, input(Instant.now(), false));
    } finally {
      oneRun.unlock();
    }
  }

  private TriggerInput input(Instant due, boolean pastDue) {
    ObjectNode info = Json.MAPPER.createObjectNode();
    info.putObject("Schedule").put("AdjustForDST", true);
    info.set("ScheduleStatus", readStatus().map(TimerStatus.Times::json).orElse(null));
    info.put("IsPastDue", pastDue);
    Map<String, Object> details = Map.of("due", due.toString(), "isPastDue", pastDue);
    return TriggerInput.of("timerTrigger", Json.text(info), Map.of(), details);
  }

  private Optional<TimerStatus.Times> readStatus() {
    return monitored ? status.read() : Optional.empty();
  }

  @Override
  public void stopTaking() {
    stopping.tell();
  }

  @Override
  public boolean awaitIdle(Duration limit) {
    try {
      loop.join(Math.max(1, limit.toMillis()));
      return !loop.isAlive();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
