package io.poolkeeper.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Every port call of the fakes, in order; counts round trips, and kills the process at a given call
 * if told to: before its effect, or after it and before its answer.
 */
public final class Tape {
  /** The process is gone: nothing catches this, and no further call gets through. */
  public static final class Killed extends Error {
    private static final long serialVersionUID = 1L;

    public Killed(String call) {
      super("killed at " + call);
    }
  }

  /** Stands between every caller and the effect of its call. */
  public interface Around {
    <T> T call(String name, Supplier<T> effect);
  }

  private Around around;

  private final List<String> calls = new ArrayList<>();
  private int storageCalls;
  private int roundTrips;
  private boolean inBatch;
  private boolean batchCounted;
  private int killBefore = -1;
  private int killAfter = -1;
  private final Map<Integer, Runnable> at = new HashMap<>();
  private boolean dead;

  /** From now on calls are not written down here but handed to this. */
  public void around(Around newAround) {
    around = newAround;
  }

  public <T> T call(String name, Supplier<T> effect) {
    if (around != null) {
      return around.call(name, effect);
    }
    if (dead) {
      throw new Killed(name);
    }
    int index = calls.size();
    calls.add(name);
    count(name);
    Optional.ofNullable(at.remove(index)).ifPresent(Runnable::run);
    if (index == killBefore) {
      dead = true;
      throw new Killed(name);
    }
    T answer = effect.get();
    if (index == killAfter) {
      dead = true;
      throw new Killed(name);
    }
    return answer;
  }

  private void count(String name) {
    if (name.startsWith("arm.")) {
      return;
    }
    storageCalls++;
    if (!inBatch) {
      roundTrips++;
    } else if (!batchCounted) {
      roundTrips++;
      batchCounted = true;
    }
  }

  void batch(boolean begins) {
    inBatch = begins;
    batchCounted = false;
  }

  /** Once, right before the call with this number takes effect. */
  public void at(int index, Runnable action) {
    at.put(index, action);
  }

  public void killBefore(int index) {
    killBefore = index;
  }

  public void killAfter(int index) {
    killAfter = index;
  }

  /** A new process, and a new tape. */
  public void restart() {
    calls.clear();
    at.clear();
    storageCalls = 0;
    roundTrips = 0;
    inBatch = false;
    killBefore = -1;
    killAfter = -1;
    dead = false;
  }

  public boolean dead() {
    return dead;
  }

  public List<String> calls() {
    return List.copyOf(calls);
  }

  public long count(Predicate predicate) {
    return calls.stream().filter(predicate::holds).count();
  }

  /** Of the name of a call. */
  public interface Predicate {
    boolean holds(String call);
  }

  public long armCalls() {
    return count(call -> call.startsWith("arm."));
  }

  public int storageCalls() {
    return storageCalls;
  }

  public int roundTrips() {
    return roundTrips;
  }
}
