package io.poolkeeper.cli.input;

import io.poolkeeper.mapping.Violation;
import java.util.List;

/** Why a command could not begin: the {@code error} of its JSON. */
public final class InputFailure extends Exception {
  private static final long serialVersionUID = 1L;

  /** What is wrong; the last three are words of the app too. */
  public enum Code {
    UNREADABLE_FILE,
    UNREADABLE_GROUP,
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
  public InputFailure(Code code, String message, List<Violation> violations) {
    super(message);
    this.code = code;
    this.violations = violations;
  }

  public InputFailure(Code code, String message) {
    this(code, message, List.of());
  }

  public Code code() {
    return code;
  }

  /** Places in the document with what is wrong there. */
  public List<Violation> violations() {
    return violations;
  }
}
