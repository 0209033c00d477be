package io.poolkeeper.cli.conformance;

import io.poolkeeper.cli.conformance.Lab.LabFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Builds the laboratory, asks every check, takes the laboratory down whatever happened. */
final class Conformance {
  /** One check with what came of it. */
  record Result(Check check, Answer answer) {
    /** Whether the answer is what code takes for granted; true where nothing is. */
    boolean asAssumed() {
      return check.assumed().isEmpty() || check.assumed().equals(answer.answer());
    }
  }

  /**
   * A whole run.
   *
   * @param failure why the laboratory did not stand; absent if it did
   * @param left why the resource group may still be there; absent if it is gone, or kept on purpose
   */
  record Outcome(List<Result> results, Optional<String> failure, Optional<String> left) {}

  private final Lab lab;
  private final Recorder recorder;
  private final Consumer<String> progress;
  private boolean demolished;
  private Optional<String> left = Optional.empty();

  Conformance(Lab lab, Recorder recorder, Consumer<String> progress) {
    this.lab = lab;
    this.recorder = recorder;
    this.progress = progress;
  }

  Outcome run(boolean keep) {
    List<Result> results = new ArrayList<>();
    Optional<String> failure = Optional.empty();
    try {
      progress.accept("building " + lab.group());
      lab.build();
      for (Check check : Checks.ALL) {
        recorder.check(check.name());
        results.add(new Result(check, asked(check)));
        progress.accept(check.name() + ": " + results.get(results.size() - 1).answer().status());
      }
    } catch (LabFailure e) {
      failure = Optional.of(e.getMessage());
    } finally {
      if (!keep) {
        demolish();
      }
    }
    for (Check check : Checks.ALL.subList(results.size(), Checks.ALL.size())) {
      results.add(
          new Result(check, Answer.notRun("the laboratory did not stand: " + failure.orElse("?"))));
    }
    return new Outcome(results, failure, left);
  }

  /** A check that fails does not keep the others from being asked. */
  private Answer asked(Check check) {
    try {
      return check.probe().ask(lab);
    } catch (LabFailure e) {
      return Answer.failed(e.getMessage());
    }
  }

  /** Once; also called when the process is told to end. */
  synchronized void demolish() {
    if (!demolished) {
      demolished = true;
      recorder.check("demolish");
      progress.accept("deleting " + lab.group());
      left = lab.demolish();
      // Told here too: no report follows where the process was told to end.
      left.ifPresent(why -> progress.accept("STILL THERE, " + lab.group() + ": " + why));
    }
  }
}
