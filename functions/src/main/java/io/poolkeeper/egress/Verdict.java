package io.poolkeeper.egress;

/**
 * What one rung of the ladder says of an address.
 *
 * @param evidence one line for people, empty text with OPEN
 */
record Verdict(Kind kind, String evidence) {
  enum Kind {
    /** The strength is decided here, whatever pools the address is in. */
    SETTLED,
    /** Nothing is decided: the next rung is asked. */
    OPEN,
    /** Something cannot be read: settled under some answers, open under others. */
    UNKNOWN
  }

  static final Verdict OPEN = new Verdict(Kind.OPEN, "");

  static Verdict settled(String evidence) {
    return new Verdict(Kind.SETTLED, evidence);
  }

  static Verdict unknown(String evidence) {
    return new Verdict(Kind.UNKNOWN, evidence);
  }
}
