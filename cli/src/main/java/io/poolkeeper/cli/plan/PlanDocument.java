package io.poolkeeper.cli.plan;

import io.poolkeeper.cli.input.InputFailure;
import io.poolkeeper.egress.Judged;
import io.poolkeeper.plan.Plan;
import io.poolkeeper.plan.PlanJson;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The command's JSON: the document that everything shares which prints or stores plans. */
final class PlanDocument {
  private PlanDocument() {}

  /**
   * @param explain whether each removal that is made says why it may be
   */
  static String of(List<Planned> all, boolean explain) {
    List<PlanJson.Entry> entries = all.stream().map(planned -> entry(planned, explain)).toList();
    return PlanJson.document(entries).toPrettyString() + "\n";
  }

  static String of(InputFailure failure) {
    List<String> paths =
        failure.violations().stream().map(v -> v.path() + ": " + v.message()).toList();
    return PlanJson.error(failure.code().name(), failure.getMessage(), paths).toPrettyString()
        + "\n";
  }

  private static PlanJson.Entry entry(Planned planned, boolean explain) {
    return new PlanJson.Entry(
        planned.name(),
        planned.outcome(),
        planned.plan().map(plan -> planned.observed() ? unwritten(plan) : plan),
        explain ? planned.judged().map(PlanDocument::allowed) : Optional.empty());
  }

  private static Function<String, List<Plan.Allowed>> allowed(Judged judged) {
    return judged::allowed;
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
