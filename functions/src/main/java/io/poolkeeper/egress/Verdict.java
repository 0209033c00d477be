package io.poolkeeper.egress;

import io.poolkeeper.model.Strength;

/**
 * What one rung of the ladder says of an address.
 *
 * @param evidence one line for people, empty text with OPEN
 * @param strength with SETTLED what it is, else NONE
 */
record Verdict(Kind kind, String evidence, Strength strength) {
  enum Kind {
    /** The strength is decided here, whatever pools the address is in. */
    SETTLED,
    /** Nothing is decided: the next rung is asked. */
    OPEN,
    /** Something cannot be read: settled under some answers, open under others. */
    UNKNOWN
  }

  static final Verdict OPEN = new Verdict(Kind.OPEN, "", Strength.NONE);

  /** A certain way out. */
  static Verdict settled(String evidence) {
    return new Verdict(Kind.SETTLED, evidence, Strength.CERTAIN);
  }

  /** Certainly no way out, whatever pools it is in. */
  static Verdict none(String evidence) {
    return new Verdict(Kind.SETTLED, evidence, Strength.NONE);
  }

  static Verdict unknown(String evidence) {
    return new Verdict(Kind.UNKNOWN, evidence, Strength.NONE);
  }
}
