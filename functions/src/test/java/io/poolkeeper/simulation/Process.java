package io.poolkeeper.simulation;

import io.poolkeeper.mapping.DocumentCache;
import io.poolkeeper.port.Documents;
import io.poolkeeper.port.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** A worker process: its clock, what it remembers, what it is doing; it can stop and be killed. */
final class Process {
  private static final int AT_ONCE = 2;

  final String name;
  private final Timeline time;
  private final Trace trace;
  private final Duration skew;
  private final Supplier<Documents> documents;
  private final List<Actor> actors = new ArrayList<>();
  private DocumentCache cache;
  private long stoppedUntil;
  private long downUntil;
  private boolean stopping;
  private int runs;

  Process(String name, Timeline time, Trace trace, Duration skew, Supplier<Documents> documents) {
    this.name = name;
    this.time = time;
    this.trace = trace;
    this.skew = skew;
    this.documents = documents;
    this.cache = new DocumentCache(documents.get());
  }

  DocumentCache cache() {
    return cache;
  }

  /** Past the cache. */
  Documents.Fetched mappingAnew(String cluster, Optional<String> knownEtag) {
    return documents.get().mapping(cluster, knownEtag);
  }

  long stoppedUntil() {
    return stoppedUntil;
  }

  boolean isUp() {
    return time.now() >= downUntil && time.now() >= stoppedUntil;
  }

  boolean isFree() {
    actors.removeIf(Actor::isDone);
    return isUp() && !stopping && actors.size() < AT_ONCE;
  }

  boolean stopping() {
    return stopping;
  }

  List<Actor> actors() {
    return actors;
  }

  String nextLabel() {
    return name + "." + ++runs;
  }

  void begin(Actor actor) {
    actors.add(actor);
    time.wake(actor, 0);
  }

  /** SIGSTOP for so long. */
  void stop(long millis) {
    stoppedUntil = Math.max(stoppedUntil, time.now() + millis);
  }

  void goOn() {
    stoppedUntil = 0;
  }

  /** SIGKILL; another process takes its place a little later. */
  void crash() {
    trace.add(name + " is killed");
    for (Actor actor : actors) {
      actor.kill();
      if (actor.run != null) {
        actor.run.faultAt = time.now();
      }
    }
    actors.clear();
    restart(3_000);
  }

  /** SIGTERM: what runs may end, and then it is a new process. */
  void terminate() {
    trace.add(name + " is told to stop");
    stopping = true;
    time.in(
        25_000,
        () -> {
          if (stopping) {
            crash();
          }
        });
  }

  private void restart(long millis) {
    stopping = false;
    stoppedUntil = 0;
    downUntil = time.now() + millis;
    cache = new DocumentCache(documents.get());
  }

  TimeSource clock() {
    return new TimeSource() {
      @Override
      public Instant now() {
        return time.instant().plus(skew);
      }

      @Override
      public long nanos() {
        return Duration.ofMillis(time.now()).toNanos();
      }

      @Override
      public void pause(Duration duration) {
        Actor actor = Actor.current();
        actor.checkAlive();
        actor.sleep(duration.toMillis());
      }
    };
  }
}
