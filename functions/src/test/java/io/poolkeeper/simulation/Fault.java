package io.poolkeeper.simulation;

import java.util.Random;

/**
 * What happens to one port call beside its effect.
 *
 * @param millis how long it takes, or the process stands still
 */
record Fault(Kind kind, long millis) {
  static final Fault NONE = new Fault(Kind.NONE, 0);

  enum Kind {
    NONE,
    /** The request comes late, and so does the answer. */
    DELAYED,
    /** It takes effect; the answer comes late. */
    ANSWERED_LATE,
    /** It never leaves, and the caller is told so. */
    LOST,
    /** It takes effect, and the caller is told that it failed. */
    NO_REPLY,
    /** The caller is told that it failed; it takes effect afterwards, behind later calls. */
    LATE,
    /** It takes effect twice, the second time later. */
    TWICE,
    /** The other side says no. */
    REFUSED,
    /** Something else happens right before it lands. */
    MEANWHILE,
    /** Shows the state of a moment ago. */
    STALE,
    CRASH_BEFORE,
    /** Dead once it is on its way. */
    CRASH_IN_FLIGHT,
    CRASH_AFTER,
    STOP_BEFORE,
    /** Stands still while it is on its way; it lands when the process goes on. */
    STOP_IN_FLIGHT,
    /** Stands still after the effect, before it sees the answer. */
    STOP_AFTER
  }

  private static final Kind[] KINDS = {
    Kind.DELAYED,
    Kind.DELAYED,
    Kind.DELAYED,
    Kind.ANSWERED_LATE,
    Kind.LOST,
    Kind.NO_REPLY,
    Kind.LATE,
    Kind.TWICE,
    Kind.REFUSED,
    Kind.REFUSED,
    Kind.STALE,
    Kind.MEANWHILE,
    Kind.MEANWHILE,
    Kind.MEANWHILE,
    Kind.CRASH_BEFORE,
    Kind.CRASH_IN_FLIGHT,
    Kind.CRASH_AFTER,
    Kind.STOP_BEFORE,
    Kind.STOP_IN_FLIGHT,
    Kind.STOP_AFTER
  };

  static Fault of(Random random) {
    Kind kind = KINDS[random.nextInt(KINDS.length)];
    return new Fault(kind, millis(kind, random));
  }

  /** Stops are shorter than a lease, longer than one, or longer than a claim lives. */
  private static long millis(Kind kind, Random random) {
    return switch (kind) {
      case DELAYED, ANSWERED_LATE, TWICE ->
          200 + random.nextInt(random.nextInt(4) == 0 ? 40_000 : 4_000);
      case LATE -> 1_000 + random.nextInt(90_000);
      case STALE -> 100 + random.nextInt(3_900);
      case STOP_BEFORE, STOP_IN_FLIGHT, STOP_AFTER -> stop(random);
      default -> 0;
    };
  }

  static long stop(Random random) {
    return switch (random.nextInt(6)) {
      case 0, 1 -> 5_000 + random.nextInt(40_000);
      case 5 -> 605_000 + random.nextInt(90_000);
      default -> 58_000 + random.nextInt(90_000);
    };
  }

  @Override
  public String toString() {
    return millis == 0 ? kind.name() : kind.name() + " " + millis + " ms";
  }
}
