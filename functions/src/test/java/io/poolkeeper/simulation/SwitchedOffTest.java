package io.poolkeeper.simulation;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.EnumSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Without any one of these mechanisms the simulation finds something within 2,000 seeds. */
final class SwitchedOffTest {
  private static final int SEEDS = 2_000;

  @ParameterizedTest
  @EnumSource(Mechanism.class)
  void isMissed(Mechanism mechanism) {
    Seeds seeds = new Seeds(EnumSet.of(mechanism)).run(1, SEEDS, true);
    System.out.println("Without " + mechanism + ": " + seeds.violations());
    assertFalse(seeds.violations().isEmpty(), mechanism + " is not needed, as far as can be seen");
  }
}
