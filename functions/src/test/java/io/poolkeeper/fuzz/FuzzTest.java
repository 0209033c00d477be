package io.poolkeeper.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every input from outside, spoiled in any number of ways: nothing crashes or hangs, no write
 * follows from what is refused, memory stays bounded, refusals say where. {@code -Dfuzz.inputs=}
 * makes it longer, {@code -Dfuzz.threads=} shares it out, {@code -Dfuzz.seed=} repeats a run, and
 * with {@code -Dfuzz.kind=} and {@code -Dfuzz.round=} one input of it.
 */
final class FuzzTest {
  private static final long SEED = Long.getLong("fuzz.seed", 20301231L);
  private static final int INPUTS = Integer.getInteger("fuzz.inputs", 4_000);
  private static final int THREADS = Integer.getInteger("fuzz.threads", 2);
  private static final String KIND = System.getProperty("fuzz.kind", "");
  private static final int ROUND = Integer.getInteger("fuzz.round", -1);
  private static final int SHOWN = 40;

  /** Nothing takes a hundredth of it, on whatever machine. */
  private static final int HANGS_AFTER_SECONDS = 60;

  @TempDir Path folder;
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();

  private static List<Input> inputs(Path certificates) {
    List<Input> inputs =
        new ArrayList<>(
            List.of(
                DocumentInput.mapping(),
                DocumentInput.controls(),
                new MessageInput(false),
                new MessageInput(true),
                new HostTimeInput(),
                new EventInput(),
                StateInput.ledger(),
                StateInput.claims(),
                StateInput.gate(),
                StateInput.poisonRecord(),
                new SettingsInput(false),
                new SettingsInput(true),
                FileInput.snapshot(),
                FileInput.certificates(certificates)));
    inputs.addAll(ArmInput.all());
    inputs.removeIf(input -> !KIND.isEmpty() && !input.name().equals(KIND));
    return inputs;
  }

  @Test
  void noInputFromOutsideDoesHarm() throws Exception {
    int threads = ROUND < 0 ? THREADS : 1;
    List<Feeding> feedings = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      feedings.add(new Feeding(SEED, inputs(folder.resolve(i + ".pem")), failures));
    }
    long start = System.nanoTime();
    ExecutorService runner = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> runs = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        int first = i;
        runs.add(runner.submit(() -> rounds(feedings.get(first), first, threads)));
      }
      for (int i = 0; i < threads; i++) {
        watch(feedings.get(i), runs.get(i));
      }
    } finally {
      runner.shutdownNow();
    }
    tell(feedings, (System.nanoTime() - start) / 1e9);
  }

  private void rounds(Feeding feeding, int first, int step) {
    if (ROUND >= 0) {
      feeding.round(ROUND);
      return;
    }
    int share = INPUTS / step;
    for (int i = first; feeding.done() < share && failures.size() < SHOWN; i += step) {
      feeding.round(i);
    }
  }

  private static void watch(Feeding feeding, Future<?> run) throws Exception {
    long before = -1;
    int still = 0;
    while (true) {
      try {
        run.get(1, TimeUnit.SECONDS);
        return;
      } catch (TimeoutException e) {
        long now = feeding.done();
        still = now == before ? still + 1 : 0;
        before = now;
        assertTrue(still < HANGS_AFTER_SECONDS, () -> "hangs at " + feeding.current());
      } catch (ExecutionException e) {
        throw new AssertionError("at " + feeding.current(), e.getCause());
      }
    }
  }

  private void tell(List<Feeding> feedings, double seconds) {
    Map<String, Feeding.Count> counts = new TreeMap<>();
    feedings.forEach(
        feeding ->
            feeding
                .counts()
                .forEach((kind, count) -> counts.merge(kind, count, Feeding.Count::sum)));
    long inputs = feedings.stream().mapToLong(Feeding::done).sum();
    long refused = counts.values().stream().mapToLong(Feeding.Count::refused).sum();
    long accepted = counts.values().stream().mapToLong(Feeding.Count::accepted).sum();
    System.out.println(
        "fuzz refused/accepted, most allocated, processor time of each by kind: " + counts);
    System.out.printf(
        "fuzz seed=%d inputs=%d kinds=%d refused=%d accepted=%d failures=%d seconds=%.0f rate=%.0f/s%n",
        SEED, inputs, counts.size(), refused, accepted, failures.size(), seconds, inputs / seconds);
    assertEquals(List.of(), Arrays.asList(failures.toArray()));
    if (ROUND < 0 && KIND.isEmpty()) {
      counts.forEach(
          (name, count) ->
              assertTrue(
                  count.refused() > 0 && count.accepted() > 0, name + " sees both: " + count));
    }
  }
}
