package io.poolkeeper.simulation;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/** One invocation in one worker process, on a thread of its own that runs when it has the baton. */
final class Actor {
  /** The process is gone: nothing catches this, and no further call has any effect. */
  static final class Dead extends Error {
    private static final long serialVersionUID = 1L;

    Dead(String label) {
      super(label, null, false, false);
    }
  }

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "simulated");
            thread.setDaemon(true);
            return thread;
          });
  private static final ThreadLocal<Actor> CURRENT = new ThreadLocal<>();

  final String label;
  final Process process;
  final Run run;
  private final Timeline timeline;
  private final Semaphore go = new Semaphore(0);
  private final Runnable body;
  private boolean started;
  private boolean dead;
  private boolean done;
  int calls;

  /**
   * @param process null: the thread that started the life
   */
  Actor(String label, Process process, Run run, Timeline timeline, Runnable body) {
    this.label = label;
    this.process = process;
    this.run = run;
    this.timeline = timeline;
    this.body = body;
    this.started = body == null;
  }

  static Actor current() {
    return CURRENT.get();
  }

  boolean isDead() {
    return dead;
  }

  boolean isDone() {
    return done;
  }

  void kill() {
    dead = true;
  }

  /** A stopped process wakes late; one that is gone has nothing to wait for. */
  long stoppedUntil() {
    return process == null || dead ? 0 : process.stoppedUntil();
  }

  void handOver() {
    if (started) {
      go.release();
      return;
    }
    started = true;
    THREADS.execute(this::live);
  }

  void await() {
    go.acquireUninterruptibly();
  }

  private void live() {
    CURRENT.set(this);
    try {
      if (!dead) {
        body.run();
      }
    } catch (Dead e) {
      dead = true;
    } finally {
      done = true;
      CURRENT.remove();
      timeline.leave();
    }
  }

  /** Lets virtual time go by. */
  void sleep(long millis) {
    timeline.wake(this, millis);
    timeline.await(this);
    checkAlive();
  }

  void checkAlive() {
    if (dead) {
      throw new Dead(label);
    }
  }
}
