package io.poolkeeper.simulation;

/** What must not happen, seen by one of the checkers. */
record Violation(Checker checker, String what) {
  enum Checker {
    /** A machine's way out got weaker by a removal of ours. */
    SAFETY,
    /** What had to be put back was not. */
    REPAIR,
    /** A pool that no mapping names was written. */
    FOREIGN_POOL,
    /** Written from a mapping that had to be refused. */
    REFUSED_MAPPING,
    /** Written while paused, or while nobody could tell. */
    PAUSED,
    /** A held member was removed although its way out may come back. */
    HOLDS,
    /** A report says that pools were equal to the mapping, and they were not. */
    REPORT,
    /** A message was acknowledged, and what had to follow it was not sent. */
    LOST_REQUEST,
    /** In the end not everything was as wanted. */
    LIVENESS,
    /** Something was thrown that only a bug throws. */
    BUG
  }
}
