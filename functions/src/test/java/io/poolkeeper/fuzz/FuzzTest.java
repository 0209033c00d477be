package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every input from outside, spoiled in any number of ways: nothing crashes or hangs, no write
 * follows from what is refused, memory stays bounded, refusals say where. {@code -Dfuzz.inputs=}
 * makes it longer, {@code -Dfuzz.seed=} repeats a run, and with {@code -Dfuzz.kind=} and {@code
 * -Dfuzz.round=} one input of it.
 */
final class FuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 20301231L);
  private static final int INPUTS = Integer.getInteger("fuzz.inputs", 4_000);
  private static final String KIND = System.getProperty("fuzz.kind", "");
  private static final int ROUND = Integer.getInteger("fuzz.round", -1);
  private static final int SHOWN = 40;

  /** Nothing takes a hundredth of it, on whatever machine. */
  private static final int HANGS_AFTER_SECONDS = 60;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @TempDir Path folder;
  private final AtomicInteger done = new AtomicInteger();
  private final List<String> failures = new ArrayList<>();
  private final Map<String, Count> counts = new TreeMap<>();
  private volatile String current = "";

  private static final class Count {
    private int refused;
    private int accepted;
    private long allocated;

    @Override
    public String toString() {
      return refused + "/" + accepted + " " + allocated / 1024 + "KiB";
    }
  }

  private List<Input> inputs() {
    List<Input> inputs =
        new ArrayList<>(
            List.of(
                DocumentInput.mapping(),
                DocumentInput.controls(),
                new MessageInput(false),
                new MessageInput(true),
                new EventInput(),
                StateInput.ledger(),
                StateInput.claims(),
                StateInput.gate(),
                StateInput.poisonRecord(),
                new SettingsInput(false),
                new SettingsInput(true),
                FileInput.snapshot(),
                FileInput.certificates(folder)));
    inputs.addAll(ArmInput.all());
    return inputs;
  }

  @Test
  void noInputFromOutsideDoesHarm() throws Exception {
    List<Input> inputs = inputs();
    ExecutorService runner = Executors.newSingleThreadExecutor();
    try {
      watch(runner.submit(() -> all(inputs)));
    } finally {
      runner.shutdownNow();
    }
    int refused = counts.values().stream().mapToInt(count -> count.refused).sum();
    int accepted = counts.values().stream().mapToInt(count -> count.accepted).sum();
    System.out.println("fuzz refused/accepted and most allocated by kind: " + counts);
    System.out.printf(
        "fuzz seed=%d inputs=%d kinds=%d refused=%d accepted=%d failures=%d%n",
        SEED, done.get(), counts.size(), refused, accepted, failures.size());
    assertEquals(List.of(), failures);
    if (ROUND < 0 && KIND.isEmpty()) {
      counts.forEach(
          (name, count) ->
              assertTrue(count.refused > 0 && count.accepted > 0, name + " sees both: " + count));
    }
  }

  private void watch(Future<?> run) throws Exception {
    int before = -1;
    int still = 0;
    while (true) {
      try {
        run.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        int now = done.get();
        still = now == before ? still + 1 : 0;
        before = now;
        assertTrue(still < HANGS_AFTER_SECONDS, () -> "hangs at " + current);
      } catch (ExecutionException e) {
        throw new AssertionError("at " + current, e.getCause());
      }
    }
  }

  private void all(List<Input> inputs) {
    for (int i = 0; done.get() < INPUTS && failures.size() < SHOWN; i++) {
      int round = ROUND < 0 ? i : ROUND;
      for (Input input : inputs) {
        if (KIND.isEmpty() || input.name().equals(KIND)) {
          one(input, round);
        }
      }
      if (ROUND >= 0) {
        return;
      }
    }
  }

  private void one(Input input, int round) {
    Random random = new Random(SEED * 31 + input.name().hashCode() + round * 1_000_003L);
    byte[] document = input.valid(random);
    byte[] spoiled = round == 0 ? document : input.spoiled(random, document);
    current = "-Dfuzz.seed=" + SEED + " -Dfuzz.kind='" + input.name() + "' -Dfuzz.round=" + round;
    Count count = counts.computeIfAbsent(input.name(), name -> new Count());
    try {
      if (count.refused + count.accepted == 0) {
        input.read(document.clone()); // what is loaded once is no part of an input
        input.follow(document.clone(), input.read(document.clone()));
      }
      feed(input, spoiled, count);
    } catch (RuntimeException | Error e) {
      byte[] shown = Arrays.copyOf(spoiled, Math.min(spoiled.length, 3_000));
      failures.add(current + " " + trace(e) + "\n  " + Base64.getEncoder().encodeToString(shown));
    }
    done.incrementAndGet();
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
