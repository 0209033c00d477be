package io.poolkeeper.cli.conformance;

/**
 * What came of a check.
 *
 * @param answer a word of the check's own; empty unless answered
 * @param evidence what was seen, or why there is no answer
 */
record Answer(Status status, String answer, String evidence) {

  /** Never more than what was seen. */
  enum Status {
    ANSWERED,
    /** It would take what is not there. */
    NOT_RUN,
    /** ARM answered something that fits no answer. */
    FAILED
  }

  static Answer of(String answer, String evidence) {
    return new Answer(Status.ANSWERED, answer, evidence);
  }

  static Answer notRun(String reason) {
    return new Answer(Status.NOT_RUN, "", reason);
  }

  static Answer failed(String seen) {
    return new Answer(Status.FAILED, "", seen);
  }
}
