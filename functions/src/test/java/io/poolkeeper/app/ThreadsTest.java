package io.poolkeeper.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

final class ThreadsTest {
  private final Threads threads = new Threads();

  @Test
  void resultsComeInTheOrderOfTheCalls() {
    assertEquals(List.of(1, 2, 3), threads.all(List.of(() -> 1, () -> 2, () -> 3)));
    assertEquals(List.of(), threads.all(List.<Supplier<Integer>>of()));
  }

  @Test
  void callsRunSideBySide() {
    CyclicBarrier barrier = new CyclicBarrier(3);
    Supplier<Integer> meets =
        () -> {
          try {
            return barrier.await(10, TimeUnit.SECONDS) >= 0 ? 1 : 0;
          } catch (Exception e) {
            throw new IllegalStateException("the others did not come", e);
          }
        };
    assertEquals(List.of(1, 1, 1), threads.all(List.of(meets, meets, meets)));
  }

  @Test
  void theFirstFailureIsThrownWhenAllHaveEndedWithTheOthersAttached() {
    Supplier<Integer> first =
        () -> {
          throw new IllegalStateException("first");
        };
    Supplier<Integer> second =
        () -> {
          throw new IllegalArgumentException("second");
        };
    IllegalStateException thrown =
        assertThrows(
            IllegalStateException.class, () -> threads.all(List.of(first, () -> 2, second)));
    assertEquals("first", thrown.getMessage());
    assertEquals("second", thrown.getSuppressed()[0].getMessage());
  }
}
