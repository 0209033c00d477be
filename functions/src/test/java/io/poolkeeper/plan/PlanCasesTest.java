package io.poolkeeper.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.testing.PlanCase;
import io.poolkeeper.testing.PlanCaseRun;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every plan case through planner and guard; {@code -Dcases.dir=DIR} runs another folder. */
class PlanCasesTest {

  @TestFactory
  Stream<DynamicTest> cases() {
    return each(PlanCaseRun::problems);
  }

  /** With no more of the network than each plan needs, read by the real reader. */
  @TestFactory
  Stream<DynamicTest> casesStepByStep() {
    return each(PlanCaseRun::problemsStepByStep);
  }

  private static Stream<DynamicTest> each(Function<PlanCase, List<String>> problems) {
    List<Path> files = PlanCase.files();
    assertFalse(files.isEmpty(), "no cases found");
    JsonNode expectedEntries = PlanCase.readExpectedEntries();
    return files.stream()
        .map(
            file -> {
              PlanCase plan = PlanCase.read(file, expectedEntries);
              return DynamicTest.dynamicTest(
                  plan.name() + ": " + plan.title(), () -> check(plan, problems));
            });
  }

  private static void check(PlanCase plan, Function<PlanCase, List<String>> check) {
    List<String> problems = check.apply(plan);
    if (!problems.isEmpty()) {
      fail("case " + plan.name() + "\n  " + String.join("\n  ", problems));
    }
  }
}
