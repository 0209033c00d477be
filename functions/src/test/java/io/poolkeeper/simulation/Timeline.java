package io.poolkeeper.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;

/**
 * Virtual time and who goes on next. One thread runs at a time: whoever holds the baton takes the
 * next event, does it or hands the baton to the actor that it wakes.
 */
final class Timeline {
  static final Instant START = Instant.parse("2026-12-01T12:00:00Z");
  private static final int MOST_STEPS = 400_000;

  private record Event(long at, long number, Actor actor, Runnable action)
      implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(number, other.number);
    }
  }

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private Actor main;
  private long now;
  private long numbers;
  private int steps;
  private boolean over;
  private RuntimeException broken;

  /** The thread that has started the life, and gets the baton back at its end. */
  void main(Actor actor) {
    main = actor;
  }

  /** Milliseconds since the start. */
  long now() {
    return now;
  }

  Instant instant() {
    return START.plusMillis(now);
  }

  int steps() {
    return steps;
  }

  void in(Duration delay, Runnable action) {
    in(delay.toMillis(), action);
  }

  void in(long millis, Runnable action) {
    events.add(new Event(now + Math.max(0, millis), numbers++, null, action));
  }

  void wake(Actor actor, long millis) {
    events.add(new Event(now + Math.max(0, millis), numbers++, actor, null));
  }

  /** Nothing of what is still to come will happen. */
  void end() {
    over = true;
  }

  /** What went wrong in the simulation itself, if anything. */
  RuntimeException broken() {
    return broken;
  }

  boolean over() {
    return over;
  }

  /** Called with the baton; returns with it when this actor is woken. */
  void await(Actor self) {
    Actor next = next(self);
    if (next != self) {
      next.handOver();
      self.await();
    }
  }

  /** Called with the baton by an actor that has ended. */
  void leave() {
    next(null).handOver();
  }

  /** Whoever holds the baton must not be hit by what goes wrong here. */
  private void act(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      broken = e;
      over = true;
    }
  }

  private Actor next(Actor self) {
    while (!over) {
      Event event = events.poll();
      if (event == null || ++steps > MOST_STEPS) {
        broken = new IllegalStateException("nothing is to come any more, or it never ends");
        over = true;
        return main;
      }
      now = Math.max(now, event.at());
      if (event.actor() == null) {
        act(event.action());
      } else if (event.actor().stoppedUntil() > now) {
        wake(event.actor(), event.actor().stoppedUntil() - now);
      } else {
        return event.actor();
      }
    }
    return main;
  }
}
