package io.poolkeeper.cli.plan;

import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanJson;
import java.util.List;

/** The command's JSON: the document that everything shares which prints or stores plans. */
final class PlanDocument {
  private PlanDocument() {}

  static String of(List<Planned> all) {
    return PlanJson.document(all.stream().map(PlanDocument::entry).toList()).toPrettyString()
        + "\n";
  }

  static String of(PlanFailure failure) {
    List<String> paths =
        failure.violations().stream().map(v -> v.path() + ": " + v.message()).toList();
    return PlanJson.error(failure.code().name(), failure.getMessage(), paths).toPrettyString()
        + "\n";
  }

  private static PlanJson.Entry entry(Planned planned) {
    return new PlanJson.Entry(
        planned.name(),
        planned.outcome(),
        planned.plan().map(plan -> planned.observed() ? unwritten(plan) : plan));
  }

  /** Observing writes nothing, so it has no order of writes. */
  private static Plan unwritten(Plan plan) {
    return new Plan(
        plan.name(),
        plan.loadBalancer(),
        plan.digest(),
        plan.pools(),
        plan.warnings(),
        List.of(),
        plan.brake());
  }
}
