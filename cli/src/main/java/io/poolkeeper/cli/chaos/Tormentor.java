package io.poolkeeper.cli.chaos;

import io.poolkeeper.cli.local.LocalAzure;
import io.poolkeeper.devstack.arm.Fault;
import io.poolkeeper.devstack.arm.Sighting;
import io.poolkeeper.devstack.host.FunctionHost;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Kills, stops and restarts one worker again and again, as a rule in the middle of a write. */
final class Tormentor implements Runnable {
  private static final Duration LEASE = Duration.ofSeconds(60);
  private static final long AMBUSH_MILLIS = 20_000;
  private static final int START_TRIES = 3;
  private static final String POOLS = "/backendAddressPools/";

  private final LocalAzure azure;
  private final int worker;
  private final Random random;
  private final Playtime playtime;
  private final Ambushes ambushes;
  private final Stillness stillness;
  private final Tally tally;
  private final Journal journal;
  private final URI door;

  Tormentor(Scene scene, int worker, Random random) {
    this.azure = scene.azure();
    this.worker = worker;
    this.random = random;
    this.playtime = scene.playtime();
    this.ambushes = scene.ambushes();
    this.stillness = scene.stillness();
    this.tally = scene.tally();
    this.journal = scene.journal();
    this.door = azure.door(worker);
  }

  /** Counts what makes a moment unfit for a change that only a still app can be asked to bear. */
  static final class Stillness {
    private final AtomicInteger suspended = new AtomicInteger();
    private volatile long lateUntilNanos = System.nanoTime();

    private synchronized void late(long millis) {
      long until = System.nanoTime() + millis * 1_000_000L;
      if (until - lateUntilNanos > 0) {
        lateUntilNanos = until;
      }
    }

    /** No worker is stopped, and no write is on its way that outlives its worker's lease. */
    boolean isStill() {
      return suspended.get() == 0 && System.nanoTime() - lateUntilNanos > 0;
    }
  }

  @Override
  public void run() {
    try {
      first();
      while (playtime.goesOnAfter(500 + random.nextInt(4_000))) {
        once();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What even the shortest run shows: workers hit by the first writes that they make. */
  private void first() throws IOException {
    if (worker == 0) {
      pause(Duration.ofSeconds(3));
    } else {
      killDuringAWrite();
    }
  }

  private void once() throws IOException {
    int dice = random.nextInt(100);
    if (dice < 60) {
      killDuringAWrite();
    } else if (dice < 66) {
      killNow();
    } else if (dice < 80) {
      pause(Duration.ofMillis(500 + random.nextInt(12_000)));
    } else if (dice < 92) {
      Duration length = LEASE.plusMillis(2_000 + random.nextInt(10_000));
      if (playtime.left().compareTo(length) > 0) {
        pause(length);
      }
    } else {
      restart();
    }
  }

  private FunctionHost host() {
    return azure.hosts().get(worker);
  }

  private void killDuringAWrite() throws IOException {
    boolean onArrival = random.nextInt(3) > 0;
    boolean late = onArrival && random.nextInt(6) == 0;
    long lateMillis = LEASE.toMillis() + 1_000 + random.nextInt(5_000);
    long after = random.nextInt(800);
    FunctionHost host = host();
    Optional<Sighting> seen =
        ambushes.next(
            door,
            sighting -> {
              if (late) {
                delayWrite(lateMillis);
              }
              if (onArrival) {
                host.kill();
              }
            },
            AMBUSH_MILLIS);
    if (seen.isEmpty()) {
      return;
    }
    if (!onArrival) {
      playtime.goesOnAfter(after);
    }
    boolean writing = onArrival || runs(seen.get());
    host.kill();
    tally.count(Tally.KILLS);
    if (writing) {
      tally.count(Tally.KILLS_DURING_A_WRITE);
    }
    journal.note(
        "worker %d killed, %s %s%s"
            .formatted(
                worker + 1,
                writing ? "during" : "after",
                Names.last(seen.get().path()),
                late ? ", whose write comes " + lateMillis + " ms late" : ""));
    startAgain();
  }

  /** Whether the operation of this write has not ended. */
  private boolean runs(Sighting sighting) {
    return azure.arm().writes().stream()
        .anyMatch(
            write ->
                write.clientRequestId().equals(sighting.clientRequestId())
                    && write.outcome().equals("InProgress"));
  }

  private void delayWrite(long millis) {
    stillness.late(millis + 1_000);
    azure.arm().fault(Fault.on("PUT", POOLS).door(door.toString()).latencyMillis(millis));
    tally.count("writes later than a lease");
  }

  private void killNow() throws IOException {
    host().kill();
    tally.count(Tally.KILLS);
    journal.note("worker " + (worker + 1) + " killed");
    startAgain();
  }

  /** A busy machine may need more than one try. */
  private void startAgain() throws IOException {
    playtime.goesOnAfter(random.nextInt(4_000));
    for (int tries = 1; ; tries++) {
      try {
        azure.relaunch(worker);
        return;
      } catch (IOException e) {
        journal.note("worker %d did not start: %s".formatted(worker + 1, e.getMessage()));
        if (tries == START_TRIES || azure.isStopping()) {
          throw e;
        }
      }
    }
  }

  /** SIGSTOP, most often when its write has just come in, then SIGCONT. */
  private void pause(Duration length) throws IOException {
    boolean duringWrite = random.nextInt(4) > 0;
    boolean longer = length.compareTo(LEASE) > 0;
    boolean late = longer && random.nextInt(2) == 0;
    long lateMillis = Math.max(0, length.toMillis() - 4_000 + random.nextInt(8_000));
    FunctionHost host = host();
    stillness.suspended.incrementAndGet();
    try {
      boolean hit =
          duringWrite
              && ambushes
                  .next(
                      door,
                      sighting -> {
                        if (late) {
                          delayWrite(lateMillis);
                        }
                        suspend(host);
                      },
                      AMBUSH_MILLIS)
                  .isPresent();
      if (!hit) {
        suspend(host);
      }
      tally.count(Tally.PAUSES);
      if (longer) {
        tally.count(Tally.LONG_PAUSES);
      }
      journal.note(
          "worker %d stopped for %s%s%s"
              .formatted(
                  worker + 1,
                  length,
                  hit ? ", during a write" : "",
                  hit && late ? " that comes after " + lateMillis + " ms" : ""));
      long end = System.nanoTime() + length.toNanos();
      while (System.nanoTime() - end < 0 && !azure.isStopping()) {
        LockSupport.parkNanos(Math.min(end - System.nanoTime(), 100_000_000L));
      }
      if (!azure.isStopping()) {
        host.resume();
      }
    } finally {
      stillness.suspended.decrementAndGet();
    }
  }

  private static void suspend(FunctionHost host) {
    try {
      host.suspend();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As a platform does before an update: SIGTERM, and time to end. */
  private void restart() throws IOException {
    if (random.nextBoolean()) {
      ambushes.next(door, sighting -> {}, AMBUSH_MILLIS);
    }
    host().close();
    tally.count(Tally.RESTARTS);
    journal.note("worker " + (worker + 1) + " restarted");
    startAgain();
  }
}
