package io.poolkeeper.egress;

import io.poolkeeper.model.Strength;

/**
 * What one rung of the ladder says of an address.
 *
 * @param strength of the way out that settles it; NONE where nothing is settled
 * @param evidence one line for people, empty text with OPEN
 */
record Verdict(Kind kind, Strength strength, String evidence) {
  enum Kind {
    /** The strength is decided here, whatever pools the address is in. */
    SETTLED,
    /** Nothing is decided: the next rung is asked. */
    OPEN,
    /** Something cannot be read: settled under some answers, open under others. */
    UNKNOWN
  }

  static final Verdict OPEN = new Verdict(Kind.OPEN, Strength.NONE, "");

  /** A way out that is CERTAIN. */
  static Verdict settled(String evidence) {
    return new Verdict(Kind.SETTLED, Strength.CERTAIN, evidence);
  }

  /** Nothing gets out, whatever pools the address is in. */
  static Verdict nowhere(String evidence) {
    return new Verdict(Kind.SETTLED, Strength.NONE, evidence);
  }

  static Verdict unknown(String evidence) {
    return new Verdict(Kind.UNKNOWN, Strength.NONE, evidence);
  }
}
