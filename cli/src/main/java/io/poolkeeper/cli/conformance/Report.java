package io.poolkeeper.cli.conformance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolkeeper.cli.conformance.Answer.Status;
import io.poolkeeper.cli.conformance.Conformance.Outcome;
import io.poolkeeper.cli.conformance.Conformance.Result;
import java.util.Optional;

/** What was found, for people and for the simulator. No ids, no addresses: scrubbed. */
final class Report {
  private final Outcome outcome;
  private final Recorder recorder;
  private final Optional<String> group;

  /**
   * @param group that was kept
   */
  Report(Outcome outcome, Recorder recorder, Optional<String> group) {
    this.outcome = outcome;
    this.recorder = recorder;
    this.group = group;
  }

  String json() {
    ObjectNode report = JsonNodeFactory.instance.objectNode();
    report.put("format", 1);
    report.put("failure", outcome.failure().map(recorder::scrubbed).orElse(null));
    ArrayNode checks = report.putArray("checks");
    for (Result result : outcome.results()) {
      ObjectNode one = checks.addObject();
      one.put("name", result.check().name()).put("question", result.check().question());
      one.put("status", result.answer().status().name());
      one.put("answer", result.answer().answer()).put("assumed", result.check().assumed());
      one.put("evidence", recorder.scrubbed(result.answer().evidence()));
    }
    return report.toPrettyString() + "\n";
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (Result result : outcome.results()) {
      Answer answer = result.answer();
      boolean answered = answer.status() == Status.ANSWERED;
      String sign = answered ? (result.asAssumed() ? "=" : "!") : "?";
      text.append(
          "%s %-30s %s%n".formatted(sign, result.check().name(), result.check().question()));
      text.append(
          answered
              ? "    %s%s: %s%n"
                  .formatted(answer.answer(), assumed(result), recorder.scrubbed(answer.evidence()))
              : "    %s: %s%n".formatted(answer.status(), recorder.scrubbed(answer.evidence())));
    }
    text.append(
        "%n%d answered, %d of them not as assumed; %d failed, %d not run.%n"
            .formatted(
                count(Status.ANSWERED), differing(), count(Status.FAILED), count(Status.NOT_RUN)));
    outcome
        .failure()
        .ifPresent(why -> text.append("The laboratory did not stand: ").append(why).append('\n'));
    group.ifPresent(id -> text.append("Kept: ").append(id).append('\n'));
    outcome
        .left()
        .ifPresent(
            why -> text.append("STILL THERE, delete it yourself: ").append(why).append('\n'));
    return text.toString();
  }

  private static String assumed(Result result) {
    return result.asAssumed() ? "" : " (assumed: " + result.check().assumed() + ")";
  }

  private long count(Status status) {
    return outcome.results().stream().filter(r -> r.answer().status() == status).count();
  }

  private long differing() {
    return outcome.results().stream()
        .filter(r -> r.answer().status() == Status.ANSWERED && !r.asAssumed())
        .count();
  }

  /** All that can be asked was answered as assumed. */
  boolean conforms() {
    return outcome.failure().isEmpty() && differing() == 0 && count(Status.FAILED) == 0;
  }
}
