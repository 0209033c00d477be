package io.poolkeeper.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolkeeper.testing.PlanCase;
import io.poolkeeper.testing.PlanCaseRun;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every plan case through planner and guard; {@code -Dcases.dir=DIR} runs another folder. */
class PlanCasesTest {

  @TestFactory
  Stream<DynamicTest> cases() {
    List<Path> files = PlanCase.files();
    assertFalse(files.isEmpty(), "no cases found");
    JsonNode expectedEntries = PlanCase.readExpectedEntries();
    return files.stream()
        .map(
            file -> {
              PlanCase plan = PlanCase.read(file, expectedEntries);
              return DynamicTest.dynamicTest(plan.name() + ": " + plan.title(), () -> check(plan));
            });
  }

  private static void check(PlanCase plan) {
    List<String> problems = PlanCaseRun.problems(plan);
    if (!problems.isEmpty()) {
      fail("case " + plan.name() + "\n  " + String.join("\n  ", problems));
    }
  }
}
