package io.poolkeeper.cli.plan;

import io.poolkeeper.mapping.Violation;
import java.util.List;

/** Why nothing could be planned: the {@code error} of the plan's JSON. */
final class PlanFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong; the last three are words of the app too. */
  enum Code {
    UNREADABLE_FILE,
    INVALID_SNAPSHOT,
    INVALID_SETTINGS,
    INVALID_MAPPING,
    CONTROLS_UNREADABLE,
    NOT_MAPPED
  }

  private final Code code;
  private final transient List<Violation> violations;

  /**
   * @param violations places in the document with what is wrong there; empty where there is none
   */
  PlanFailure(Code code, String message, List<Violation> violations) {
    super(message);
    this.code = code;
    this.violations = violations;
  }

  PlanFailure(Code code, String message) {
    this(code, message, List.of());
  }

  Code code() {
    return code;
  }

  List<Violation> violations() {
    return violations;
  }
}
