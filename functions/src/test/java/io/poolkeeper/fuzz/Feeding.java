package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;

/** One thread's share of a run, with inputs of its own: every so many rounds of each kind. */
final class Feeding {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final long seed;
  private final List<Input> inputs;
  private final Queue<String> failures;
  private final Map<String, Count> counts = new TreeMap<>();
  private volatile long done;
  private volatile String current = "";
  private volatile Thread runner = Thread.currentThread();

  /** What became of the inputs of one kind. */
  static final class Count {
    private long refused;
    private long accepted;
    private long allocated;
    private long nanos;

    long refused() {
      return refused;
    }

    long accepted() {
      return accepted;
    }

    private long inputs() {
      return refused + accepted;
    }

    static Count sum(Count one, Count other) {
      Count sum = new Count();
      sum.refused = one.refused + other.refused;
      sum.accepted = one.accepted + other.accepted;
      sum.allocated = Math.max(one.allocated, other.allocated);
      sum.nanos = one.nanos + other.nanos;
      return sum;
    }

    @Override
    public String toString() {
      long micros = nanos / 1_000 / Math.max(1, inputs());
      return refused + "/" + accepted + " " + allocated / 1024 + "KiB " + micros + "us";
    }
  }

  Feeding(long seed, List<Input> inputs, Queue<String> failures) {
    this.seed = seed;
    this.inputs = inputs;
    this.failures = failures;
  }

  long done() {
    return done;
  }

  /** How to repeat what is being read, and where it is. */
  String current() {
    StringBuilder text = new StringBuilder(current + " " + runner.getState());
    for (StackTraceElement frame : runner.getStackTrace()) {
      text.append("\n    ").append(frame);
    }
    return text.toString();
  }

  /** Only once it is over. */
  Map<String, Count> counts() {
    return counts;
  }

  void round(int round) {
    runner = Thread.currentThread();
    for (Input input : inputs) {
      one(input, round);
      done++;
    }
  }

  private void one(Input input, int round) {
    Random random = new Random(seed * 31 + input.name().hashCode() + round * 1_000_003L);
    byte[] document = input.valid(random);
    byte[] spoiled = round == 0 ? document : input.spoiled(random, document);
    current = "-Dfuzz.seed=" + seed + " -Dfuzz.kind='" + input.name() + "' -Dfuzz.round=" + round;
    Count count = counts.computeIfAbsent(input.name(), name -> new Count());
    try {
      if (count.inputs() == 0) {
        input.read(document.clone()); // what is loaded once is no part of an input
        input.follow(document.clone(), input.read(document.clone()));
      }
      long start = THREADS.getCurrentThreadCpuTime();
      feed(input, spoiled, count);
      count.nanos += THREADS.getCurrentThreadCpuTime() - start;
    } catch (RuntimeException | Error e) {
      byte[] shown = Arrays.copyOf(spoiled, Math.min(spoiled.length, 3_000));
      failures.add(current + " " + trace(e) + "\n  " + Base64.getEncoder().encodeToString(shown));
    }
  }

  private static void feed(Input input, byte[] spoiled, Count count) {
    byte[] given = spoiled.clone();
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Input.Fate fate = input.read(given);
    long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
    count.allocated = Math.max(count.allocated, allocated);
    long allowed = input.floor() + input.perByte() * spoiled.length;
    assertTrue(allocated < allowed, () -> allocated + " bytes for " + spoiled.length);
    assertTrue(Arrays.equals(spoiled, given), "the input itself was changed");
    if (fate.accepted()) {
      count.accepted++;
    } else {
      count.refused++;
      assertTrue(!fate.where().isBlank(), "a refusal says where");
    }
    input.follow(given, fate);
  }

  private static String trace(Throwable thrown) {
    StringBuilder text = new StringBuilder(thrown.toString());
    StackTraceElement[] trace = thrown.getStackTrace();
    for (int i = 0; i < Math.min(trace.length, 14); i++) {
      text.append("\n    ").append(trace[i]);
    }
    return text.length() < 4_000 ? text.toString() : text.substring(0, 4_000);
  }
}
