package io.poolkeeper.cli.conformance;

import io.poolkeeper.cli.conformance.Lab.LabFailure;

/**
 * One open fact.
 *
 * @param name of the check, also in the report that the simulator reads
 * @param question in words
 * @param assumed the answer that code and simulator take for granted by default; empty: none does
 */
record Check(String name, String question, String assumed, Probe probe) {

  /** Asks ARM; leaves pools one and two with members. */
  interface Probe {
    Answer ask(Lab lab) throws LabFailure;
  }

  static Check notAutomated(String name, String question, String reason) {
    return new Check(name, question, "", lab -> Answer.notRun(reason));
  }
}
