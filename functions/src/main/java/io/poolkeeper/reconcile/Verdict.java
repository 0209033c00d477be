package io.poolkeeper.reconcile;

import io.poolkeeper.model.Outcome;

/**
 * How a run ended, and one line that says why.
 *
 * @param reason empty where the outcome says it all
 */
record Verdict(Outcome outcome, String reason) {

  static Verdict of(Outcome outcome) {
    return new Verdict(outcome, "");
  }

  static Verdict of(Outcome outcome, String reason) {
    return new Verdict(outcome, reason);
  }

  /** A bug or broken plumbing: the message of the exception and of what caused it. */
  static Verdict failed(RuntimeException e) {
    String reason = e.getClass().getSimpleName() + ": " + e.getMessage();
    Throwable cause = e.getCause();
    boolean saysMore =
        cause != null && cause.getMessage() != null && !reason.contains(cause.getMessage());
    return of(Outcome.FAILED, saysMore ? reason + " (" + cause.getMessage() + ")" : reason);
  }
}
