package io.poolkeeper.egress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class DependenciesTest {

  private static Dependencies of(int size, int... pairs) {
    Dependencies dependencies = new Dependencies(size);
    for (int i = 0; i < pairs.length; i += 2) {
      dependencies.add(pairs[i], pairs[i + 1]);
    }
    return dependencies;
  }

  @Test
  void withoutDependenciesTheNumbersDecide() {
    assertEquals(List.of(List.of(0), List.of(1), List.of(2)), of(3).inOrder());
    assertEquals(List.of(), of(0).inOrder());
  }

  @Test
  void whatIsNeededComesFirst() {
    assertEquals(List.of(List.of(2), List.of(1), List.of(0)), of(3, 2, 1, 1, 0).inOrder());
    assertEquals(List.of(List.of(1), List.of(2), List.of(0)), of(3, 1, 0, 2, 0).inOrder());
  }

  @Test
  void aCircleIsOneStep() {
    assertEquals(List.of(List.of(1, 2), List.of(0)), of(3, 1, 2, 2, 1, 2, 0).inOrder());
    assertEquals(
        List.of(List.of(3), List.of(0, 2), List.of(1, 4)),
        of(5, 0, 2, 2, 0, 1, 4, 4, 1, 3, 0, 2, 1).inOrder());
  }

  @Test
  void circlesThatShareANodeAreOne() {
    assertEquals(List.of(List.of(0, 1, 2, 3)), of(4, 0, 1, 1, 2, 2, 0, 1, 3, 3, 1).inOrder());
  }

  @Test
  void aLongPathNeedsNoDeepStack() {
    int size = 5_000;
    Dependencies dependencies = new Dependencies(size);
    for (int i = 0; i < size - 1; i++) {
      dependencies.add(i + 1, i);
    }
    assertEquals(List.of(size - 1), dependencies.inOrder().get(0));
  }
}
